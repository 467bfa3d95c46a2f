import { describe, expect, it } from 'vitest';
import { clients, type Client } from '../../../../src/clients/index.ts';
import { isOwnWord, meaningOfWord } from '../../../../src/doctor/judging/entries/fields.ts';

describe('a type word', () => {
  const rows: readonly Client[] = clients;
  it.each(rows)('of $name is known by its meaning', ({ entry, files }) => {
    for (const form of [entry, ...files.flatMap((place) => place.entry ?? [])]) {
      for (const transport of ['stdio', 'http', 'sse'] as const) {
        const word = form[transport]?.type;
        if (word === undefined) continue;
        expect(isOwnWord(form, word)).toBe(true);
        expect(meaningOfWord(word)).toBe(word === 'remote' ? 'remote' : transport);
      }
    }
  });

  it.each([
    ['streamableHttp', 'http'],
    ['streamable-http', 'http'],
    ['streamable_http', 'http'],
    ['Streamable HTTP', 'http'],
    ['HTTP', 'http'],
    ['SSE', 'sse'],
    ['Local', 'stdio'],
    ['remote', 'remote'],
    ['builtin', undefined],
    ['websocket', undefined],
    ['', undefined],
  ])('%j means %s', (word, meaning) => {
    expect(meaningOfWord(word)).toBe(meaning);
  });
});
