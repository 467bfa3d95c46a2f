import { describe, expect, it } from 'vitest';
import { byIdOrPrefix } from '../../../src/memory/learnings/find-learnings.ts';

const all = ['learn_aa11', 'learn_aa22', 'learn_bb33'].map((id) => ({ id }));

describe('an id', () => {
  it.each([
    ['whole', 'learn_aa11', 'learn_aa11'],
    ['without its prefix', 'bb33', 'learn_bb33'],
    ['by a beginning that one has', 'learn_b', 'learn_bb33'],
    ['by a beginning that several have', 'learn_aa', undefined],
    ['that is not there', 'learn_cc', undefined],
    ['that is the prefix alone', 'learn_', undefined],
    ['that is empty', '', undefined],
  ])('%s', (_, given, expected) => {
    expect(byIdOrPrefix(given, 'learn_', (id) => all.find((one) => one.id === id), all)?.id).toBe(expected);
  });
});
