import { createHash } from 'node:crypto';
import type { WorkspacePath } from '../workspace/index.ts';
import { type Commit, type CommitMark, type CommitWindow, maxFilesOfCommit } from './commits.ts';

/** Of a commit as git names it. */
interface CommitFacts {
  readonly name: string;
  readonly address: string;
  readonly subject: string;
  readonly parents: number;
  readonly files: number;
}

const none: readonly CommitMark[] = [];

// GitHub's apps end in "[bot]": https://docs.github.com/en/apps/creating-github-apps/about-creating-github-apps
const botName =
  /\[bot\]|\b(?:dependabot|renovate|greenkeeper|snyk-bot|pre-commit-ci|github-actions|weblate|imgbot|allcontributors|crowdin)\b/i;

const botAddress = /\[bot\]@|\b(?:bot|dependabot|renovate|support\+greenkeeper|noreply-bot)@/i;

const version = String.raw`v?\d+\.\d+(?:\.\d+)?(?:[-.+]?(?:alpha|beta|rc|pre|dev|post|b|a|m)[-.]?\d*)*`;

const releases = [
  // Nothing but a version, with the name of a package before it at most.
  new RegExp(String.raw`^(?:[\w@/.-]+[ @-])?${version}[.!]?$`, 'i'),
  // With a word that says so.
  new RegExp(
    String.raw`^(?:chore\(release\)|release|releasing|prepare(?: for)?(?: the)?(?: next)?(?: release| development)|bump(?:ed|s|ing)?(?: (?:the )?version)?(?: to)?|version|set version|changelog for|tag)\b.{0,30}\b${version}\b`,
    'i',
  ),
  /^(?:chore|build|ci)?(?:\(.{1,20}\))?:? ?(?:release|version) packages?\b|^\[maven-release-plugin\]|^chore\(release\)|^publish(?: release)?$|^bump(?:ed|s|ing)?(?: the)?(?: package)? version\b/i,
];

/** What a commit did to a file, by the names of that time; `from` of one that was renamed. */
export interface Change {
  readonly letter: string;
  readonly path: string;
  readonly from?: string | undefined;
}

/** A commit as the log tells it. */
export interface LoggedCommit extends Omit<Commit, 'files'> {
  readonly changes: readonly Change[];
}

/** Arguments of `git log` that {@link parseLog} reads. Renames of equal content cost nothing to find; for others git would read every file. */
export const logArguments = [
  'log',
  '--name-status',
  '--find-renames=100%',
  '--no-ext-diff',
  '--no-textconv',
  '--no-show-signature',
  '--ignore-submodules=all',
  '--encoding=UTF-8',
  '-z',
  '--format=%x01%H %ct %P%x00%aN%x00%aE%x00%s',
];

/** Enough to compare words. */
const maxSubject = 200;

/**
 * @param isCut whether the output may end in the middle of a commit: then the last one is left out.
 * @param isShallow the first commit of all then holds every file there was.
 */
export function parseLog(output: Buffer, { isCut = false, isShallow = false } = {}): readonly LoggedCommit[] {
  const commits: LoggedCommit[] = [];
  const tokens = output.toString('utf8').split('\0');
  let changes: Change[] = [];
  let header: RegExpExecArray | null = null;
  let said: readonly string[] = [];
  const take = (): void => {
    if (header === null) return;
    const [, id = '', at = '', parentIds = ''] = header;
    const [name = '', address = '', subject = ''] = said;
    const parents = parentIds === '' ? 0 : parentIds.trim().split(' ').length;
    const marks: readonly CommitMark[] = marksOf({ name, address, subject, parents, files: changes.length });
    const isBorder = isShallow && parents === 0 && !marks.includes('large');
    commits.push({
      id,
      at: Number(at),
      subject: subject.slice(0, maxSubject),
      author: authorOf(address),
      marks: isBorder ? [...marks, 'large'] : marks,
      changes,
    });
  };
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] ?? '';
    // A commit with a damaged date has an empty time, and one before 1970 may have a negative one.
    const begun = /^\x01([0-9a-f]+) (-?\d*) ?([0-9a-f ]*)$/.exec(token);
    if (begun !== null) {
      take();
      header = begun;
      said = tokens.slice(i + 1, i + 4);
      changes = [];
      i += 3;
      continue;
    }
    // The first file of a commit begins on a new line.
    const letter = token.replace(/^\n/, '').charAt(0);
    if (letter === '') continue;
    const path = tokens[(i += 1)] ?? '';
    if (letter === 'R') changes.push({ letter, from: path, path: tokens[(i += 1)] ?? '' });
    else changes.push({ letter, path });
  }
  if (!isCut) take();
  return commits;
}

const authors = new Map<string, string>();

/** The same for an address each time; kept, because most commits of a project are of few people. */
function authorOf(address: string): string {
  const known = authors.get(address);
  if (known !== undefined) return known;
  const hash = createHash('sha256').update(address.toLowerCase()).digest('hex').slice(0, 8);
  if (authors.size > 10_000) authors.clear();
  authors.set(address, hash);
  return hash;
}

/** The commits with their files under the names of today. @param logged newest first. */
export function windowOf(logged: readonly LoggedCommit[], limits: readonly string[] = []): CommitWindow {
  const names = new CurrentNames();
  const commits = logged.map(({ changes, ...commit }): Commit => {
    const files = new Set<WorkspacePath>();
    for (const { from, letter, path } of changes) files.add(from === undefined ? names.of(letter, path) : names.renamed(from, path));
    return { ...commit, files: [...files] };
  });
  return { commits, deleted: names.deleted, limits };
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

/** What is against learning from a commit; empty for one that counts. */
export function marksOf({ address, files, name, parents, subject }: CommitFacts): readonly CommitMark[] {
  const marks: CommitMark[] = [];
  if (parents > 1) marks.push('merge');
  if (botName.test(name) || botAddress.test(address)) marks.push('bot');
  const short = subject.slice(0, 120);
  if (releases.some((release) => release.test(short))) marks.push('release');
  if (files > maxFilesOfCommit) marks.push('large');
  return marks.length === 0 ? none : marks;
}
