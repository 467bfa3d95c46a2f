import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { failureWords } from '../../src/system/index.ts';

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

describe('a failure of the system in words', () => {
  it.each<readonly [string, () => unknown, string]>([
    ['a directory is read', () => readFileSync('/'), 'it is a directory'],
    ['nothing is there', () => readFileSync('/no/such/file'), 'there is no such file'],
    ['a file is in the way', () => readFileSync(`${import.meta.filename}/x`), 'a part of the path is not a directory'],
    ['a path has a NUL', () => readFileSync('/a\0b'), 'this cannot be the path of a file'],
    ['a file has more bytes than Node reads', () => Buffer.alloc(2 ** 53), 'it is too large to be read'],
  ])('says it without a name of Node: %s', (_, work, words) => {
    expect(failureWords(thrownBy(work))).toBe(words);
  });
});
