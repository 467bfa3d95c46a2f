import { describe, expect, it } from 'vitest';
import { isSaidAgain } from '../../../src/memory/learnings/save-learning.ts';

const trigger = 'tests of the shop hang in CI';

describe('a sentence at the end of a task', () => {
  it.each<readonly [action: string, sentence: string]>([
    ['run jest with --runInBand', 'Run jest with --runInBand'],
    ['run jest with --runInBand', 'When tests of the shop hang in CI, run jest with --runInBand.'],
    ['run jest with --runInBand', 'Tests hanging in CI: run jest with --runInBand'],
    ['close the pool of connections in afterAll', 'Close the connection pool in afterAll'],
    ['do not mock the clock', "don't mock the clock, tests hang"],
    ['await the worker before the port is closed', 'Always await the worker before closing the port'],
  ])('repeats %j: %j', (action, sentence) => {
    expect(isSaidAgain(sentence, { trigger, action })).toBe(true);
  });

  it.each<readonly [action: string, sentence: string]>([
    ['rethrow errors in the payment service', 'rethrow errors in the login service'],
    ['mock the clock in tests of the shop', 'Do not mock the clock in tests of the shop'],
    ['set the timeout to 30 seconds', 'set the timeout to 60 seconds'],
    ['set the timeout', 'set the timeout to 60 seconds'],
    ['run jest with --runInBand', 'The cart rounds prices twice'],
    ['run jest with --runInBand', 'tests of the shop hang in CI'],
    ['close the pool of connections in afterAll', 'Close the pool; ports of the worker leak too, so close these in its own afterEach'],
    ['wait', 'wait'],
  ])('says something else than %j: %j', (action, sentence) => {
    expect(isSaidAgain(sentence, { trigger, action })).toBe(false);
  });
});
