import type { CallEnd } from '../connection/connection.ts';

type Answer = Extract<CallEnd, { kind: 'answered' }>;

/** Answers of one server, without secrets, in memory only. */
export interface AnswerCache {
  /** @param maxAge in milliseconds. */
  find(key: string, maxAge: number, now: number): { readonly answer: Answer; readonly age: number } | undefined;
  keep(key: string, answer: Answer, now: number): void;
}

const maxAnswers = 200;
const maxCharacters = 4_000_000;

/** An empty memory of answers. */
export function openAnswerCache(): AnswerCache {
  const known = new Map<string, { readonly answer: Answer; readonly at: number; readonly size: number }>();
  let size = 0;
  const drop = (key: string): void => {
    size -= known.get(key)?.size ?? 0;
    known.delete(key);
  };
  return {
    find(key, maxAge, now) {
      const found = known.get(key);
      return found === undefined || now - found.at > maxAge ? undefined : { answer: found.answer, age: Math.max(0, now - found.at) };
    },
    keep(key, answer, now) {
      drop(key);
      const length = answer.text.length + (answer.data === undefined ? 0 : JSON.stringify(answer.data).length);
      if (length > maxCharacters / 4) return;
      known.set(key, { answer, at: now, size: length });
      size += length;
      // The oldest first: a map keeps the order in which answers came.
      for (const oldest of known.keys()) {
        if (known.size <= maxAnswers && size <= maxCharacters) break;
        drop(oldest);
      }
    },
  };
}
