import { directoryOf, type WorkspacePath } from '../../workspace/index.ts';
import { type CodeCommit, reach } from './followed-by-fix.ts';

/** A commit this many commits ago counts half. */
const churnHalfLife = 60;
/** A fix this many seconds ago counts half: 180 days. */
const fixHalfLife = 180 * 86_400;
/** What a file without commits has; keeps one commit from being everything. */
const floor = 0.1;
/** "Of the last 12 commits". */
export const shownCommits = 12;

interface OfFile {
  churn: number;
  churnAt: number;
  fixes: number;
  fixesAt: number;
  /** The time of the first commit that is known. */
  readonly since: number;
  /** Numbers of its newest commits, oldest first, and of its fixes among the newest. */
  readonly commits: number[];
  readonly fixedIn: number[];
}

/** How often a file was changed and fixed lately: of a set of files, as the logarithms that the models weigh. */
export interface Lately {
  readonly churn: number;
  readonly fixes: number;
  /** How often fixes changed something in the folders of the files, with recent fixes counting more. */
  readonly folderFixes: number;
  /** Mean days since the first commit of each file; 0 where all are new. */
  readonly age: number;
}

/** What the commits up to a moment say of each file. Commits are added in the order of time. */
export class TrackRecord {
  readonly #files = new Map<WorkspacePath, OfFile>();
  readonly #fixesOfFolder = new Map<string, { fixes: number; at: number }>();
  #count = 0;
  #at = 0;

  add({ at, code, isFix }: CodeCommit): void {
    const now = this.#count;
    // The clocks of authors differ: time does not run back.
    this.#at = Math.max(this.#at, at);
    for (const file of new Set(code)) {
      const of = this.#files.get(file) ?? {
        churn: 0,
        churnAt: now,
        fixes: 0,
        fixesAt: this.#at,
        since: this.#at,
        commits: [],
        fixedIn: [],
      };
      of.churn = faded(of.churn, now - of.churnAt, churnHalfLife) + 1;
      of.churnAt = now;
      of.commits.push(now);
      if (of.commits.length > shownCommits) of.commits.shift();
      if (isFix) {
        of.fixes = faded(of.fixes, this.#at - of.fixesAt, fixHalfLife) + 1;
        of.fixesAt = this.#at;
        of.fixedIn.push(now);
        // Each of the shown commits needs the fix that follows it; those before the first of them are of no use.
        while ((of.fixedIn[0] ?? now) < (of.commits[0] ?? 0)) of.fixedIn.shift();
      }
      this.#files.set(file, of);
    }
    if (isFix) {
      for (const folder of new Set(code.map(directoryOf))) {
        const { fixes, at: last } = this.#fixesOfFolder.get(folder) ?? { fixes: 0, at: this.#at };
        this.#fixesOfFolder.set(folder, { fixes: faded(fixes, this.#at - last, fixHalfLife) + 1, at: this.#at });
      }
    }
    this.#count += 1;
  }

  knows(file: WorkspacePath): boolean {
    return this.#files.has(file);
  }

  /** Of a set of files, as of the next commit; the order of the files and repetitions do not matter. */
  lately(files: readonly WorkspacePath[], at = this.#at): Lately {
    const time = Math.max(this.#at, at);
    let churn = 0;
    let fixes = 0;
    let folderFixes = 0;
    let [days, known] = [0, 0];
    // Sums of fractions depend on the order.
    const sorted = files.length < 2 ? files : [...new Set(files)].toSorted();
    for (const folder of new Set(sorted.map(directoryOf))) {
      const of = this.#fixesOfFolder.get(folder);
      if (of !== undefined) folderFixes += faded(of.fixes, time - of.at, fixHalfLife);
    }
    for (const file of sorted) {
      const of = this.#files.get(file);
      if (of === undefined) continue;
      days += Math.max(0, time - of.since) / 86_400;
      known += 1;
      churn += faded(of.churn, this.#count - of.churnAt, churnHalfLife);
      fixes += faded(of.fixes, time - of.fixesAt, fixHalfLife);
    }
    return {
      churn: Math.log(floor + churn),
      fixes: Math.log(floor + fixes),
      folderFixes: Math.log(floor + folderFixes),
      age: Math.log(1 + (known === 0 ? 0 : days / known)),
    };
  }

  /** The newest commits of a file, and those of them that were followed by a fix of it. */
  followed(file: WorkspacePath): { readonly commits: number; readonly followedByFix: number } {
    const { commits = [], fixedIn = [] } = this.#files.get(file) ?? {};
    const followedByFix = commits.filter((commit) => fixedIn.some((fix) => fix > commit && fix <= commit + reach)).length;
    return { commits: commits.length, followedByFix };
  }
}

function faded(value: number, age: number, halfLife: number): number {
  return value * 0.5 ** (age / halfLife);
}
