import type { WorkspacePath } from '../workspace/index.ts';

export interface Commit {
  readonly id: string;
  /** Seconds since 1970. */
  readonly at: number;
  /** Under the names they have today. */
  readonly files: readonly WorkspacePath[];
}

/** The newest commits, newest first. */
export interface CommitWindow {
  readonly commits: readonly Commit[];
  /** Files that were deleted and not created again. */
  readonly deleted: ReadonlySet<WorkspacePath>;
}

/** Arguments of `git log` that {@link parseLog} reads. Renames of equal content cost nothing to find; for others git would read every file. */
export const logArguments = [
  'log',
  '--no-merges',
  '--name-status',
  '--find-renames=100%',
  '--no-ext-diff',
  '--no-textconv',
  '--no-show-signature',
  '--ignore-submodules=all',
  '-z',
  '--format=%x01%H %ct',
];

/** @param isCut whether the output may end in the middle of a commit: then the last one is left out. */
export function parseLog(output: Buffer, isCut = false): CommitWindow {
  const names = new CurrentNames();
  const commits: { id: string; at: number; files: Set<WorkspacePath> }[] = [];
  const tokens = output.toString('utf8').split('\0');
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] ?? '';
    const header = /^\x01([0-9a-f]+) (\d+)$/.exec(token);
    if (header !== null) {
      commits.push({ id: header[1] ?? '', at: Number(header[2]), files: new Set() });
      continue;
    }
    // The first file of a commit begins on a new line.
    const letter = token.replace(/^\n/, '').charAt(0);
    if (letter === '') continue;
    const path = tokens[(i += 1)] ?? '';
    if (letter !== 'R') {
      commits.at(-1)?.files.add(names.of(letter, path));
      continue;
    }
    commits.at(-1)?.files.add(names.renamed(path, tokens[(i += 1)] ?? ''));
  }
  if (isCut) commits.pop();
  return { commits: commits.map(({ files, ...rest }) => ({ ...rest, files: [...files] })), deleted: names.deleted };
}

/** Maps earlier names of files to their names of today, while the log is read back in time. */
class CurrentNames {
  readonly #later = new Map<string, WorkspacePath>();
  readonly #seen = new Set<WorkspacePath>();
  readonly deleted = new Set<WorkspacePath>();

  of(letter: string, path: string): WorkspacePath {
    const now = this.#later.get(path) ?? path;
    if (!this.#seen.has(now) && letter === 'D') this.deleted.add(now);
    this.#seen.add(now);
    // Another file may have had the name before this one was created.
    if (letter === 'A') this.#later.delete(path);
    return now;
  }

  renamed(from: string, to: string): WorkspacePath {
    const now = this.of('A', to);
    this.#later.set(from, now);
    return now;
  }
}
