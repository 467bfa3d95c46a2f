import type { WorkspacePath } from '../workspace/index.ts';

export interface Commit {
  readonly id: string;
  /** Seconds since 1970. */
  readonly at: number;
  /** Under the names they have today. */
  readonly files: readonly WorkspacePath[];
}

/** A stretch of history, newest commit first. */
export interface Window {
  readonly commits: readonly Commit[];
  /** Files that were deleted and not made again. */
  readonly gone: ReadonlySet<WorkspacePath>;
}

/** Arguments of `git log` that {@link parseLog} reads. Renames of equal content cost nothing to find; others need every content. */
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

/** @param isCut whether the output ends anywhere: then its last commit is left out. */
export function parseLog(output: Buffer, isCut = false): Window {
  const names = new TodaysNames();
  const commits: { id: string; at: number; files: Set<WorkspacePath> }[] = [];
  const tokens = output.toString('utf8').split('\0');
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] ?? '';
    const header = /^\x01([0-9a-f]+) (\d+)$/.exec(token);
    if (header !== null) {
      commits.push({ id: header[1] ?? '', at: Number(header[2]), files: new Set() });
      continue;
    }
    // The first file of a commit stands on a line of its own.
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
  return { commits: commits.map(({ files, ...rest }) => ({ ...rest, files: [...files] })), gone: names.gone };
}

/** Goes back in time with the names: what a file was called then, to what it is called now. */
class TodaysNames {
  readonly #later = new Map<string, WorkspacePath>();
  readonly #seen = new Set<WorkspacePath>();
  readonly gone = new Set<WorkspacePath>();

  of(letter: string, path: string): WorkspacePath {
    const now = this.#later.get(path) ?? path;
    if (!this.#seen.has(now) && letter === 'D') this.gone.add(now);
    this.#seen.add(now);
    // Before it was made, another file may have had the name.
    if (letter === 'A') this.#later.delete(path);
    return now;
  }

  renamed(from: string, to: string): WorkspacePath {
    const now = this.of('A', to);
    this.#later.set(from, now);
    return now;
  }
}
