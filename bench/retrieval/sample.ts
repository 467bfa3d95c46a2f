import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** One command of the sample and how people worded what it does. */
export interface Command {
  readonly command: string;
  readonly wordings: readonly [string, ...string[]];
}

/** The whole sample of bench/data. */
export function readCommands(data: string): readonly Command[] {
  const text = gunzipSync(readFileSync(join(data, 'nl2bash.tsv.gz'))).toString('utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [command = '', first = '', ...others] = line.split('\t');
      return { command, wordings: [first, ...others] };
    });
}

/** Sentences that no command of the sample answers: 100 of every day, then 100 of other kinds of software. */
export function readUnrelated(data: string): readonly string[] {
  return readFileSync(join(data, 'unrelated-queries.txt'), 'utf8').trimEnd().split('\n');
}

/** Which half a command falls into: the constants of the ranking were chosen on half 0 and are judged on half 1. */
export function halfOf({ command }: Command): number {
  let hash = 2_166_136_261;
  for (const character of command) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
  return ((hash ^ (hash >>> 15)) >>> 0) % 2;
}

/** Numbers from 0 up to 1 that a seed gives again (mulberry32). */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function shuffled<T>(values: readonly T[], next: () => number): T[] {
  const keyed = values.map((value) => ({ value, key: next() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ value }) => value);
}
