import { describe, expect, it } from 'vitest';
import { SilentQuestions } from '../../src/workspace/ask-git.ts';

describe('how long a question may take', () => {
  it.each<readonly [says: string, kind: string, askedMs: number, isOver: boolean, maxMs: number]>([
    ['a second beside one of its kind that is silent', 'status', 1_000, false, 1_000],
    ['as usual beside one that was asked a moment ago', 'status', 999, false, Infinity],
    ['as usual beside one of another kind', 'log', 4_000, false, Infinity],
    ['as usual after one that was answered', 'status', 4_000, true, Infinity],
  ])('%s', (_, kind, askedMs, isOver, maxMs) => {
    const questions = new SilentQuestions();
    const first = questions.ask('status', 0);
    expect(first.maxMs).toBe(Infinity);
    if (isOver) first.over();
    expect(questions.ask(kind, askedMs).maxMs).toBe(maxMs);
  });
});
