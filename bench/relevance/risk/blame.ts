// The commits that fixes go back to (SZZ: Śliwerski, Zimmermann, Zeller, "When do changes induce fixes?", 2005).
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { countCodeLines } from '../../../src/insight/risk/program-code.ts';
import type { ReadCommit } from './read.ts';

const run = promisify(execFile);
const maxLinesOfFix = 300;
const maxFilesOfFix = 10;
/** `git blame -l` shortens the id of a first commit by the character that marks it. */
export const idLength = 39;

/** Ids, shortened to {@link idLength}, of the commits whose lines these fixes delete. Blank lines, comments and imports do not count. */
export async function blamed(repository: string, fixes: readonly ReadCommit[], lanes = 2): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const queue = [...fixes];
  const git = async (...args: readonly string[]): Promise<string> =>
    (await run('git', ['-C', repository, ...args], { maxBuffer: 1 << 28, timeout: 60_000 })).stdout;
  const one = async ({ code, id }: ReadCommit): Promise<void> => {
    for (const file of code.slice(0, maxFilesOfFix)) {
      try {
        const options = ['-U0', '--no-renames', '--no-ext-diff', '--no-textconv', '--no-color'];
        const lines = deletedLines(await git('diff', ...options, `${id}^`, id, '--', `:(literal)${file}`));
        if (lines.length === 0) continue;
        const ranges = lines.map((line) => `-L${line},${line}`);
        const text = await git('blame', '-w', '-l', '-s', '--no-textconv', ...ranges, `${id}^`, '--', file);
        for (const [, commit = ''] of text.matchAll(/^\^?([0-9a-f]{39,40})\s/gm)) found.add(commit.slice(0, idLength));
      } catch {
        // Created by this fix, or a blob is missing.
      }
    }
  };
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) await one(next);
    }),
  );
  return found;
}

function deletedLines(diff: string): readonly number[] {
  const found: number[] = [];
  let line = 0;
  for (const text of diff.split('\n')) {
    const hunk = /^@@ -(\d+)/.exec(text);
    if (hunk !== null) line = Number(hunk[1]);
    else if (text.startsWith('-') && !text.startsWith('--- ')) {
      if (found.length < maxLinesOfFix && countCodeLines([text.slice(1)]) === 1) found.push(line);
      line += 1;
    }
  }
  return found;
}
