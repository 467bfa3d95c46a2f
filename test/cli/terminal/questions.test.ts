import { PassThrough, Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { isCancel } from '@clack/core';
import { describe, expect, it } from 'vitest';
import { checklist } from '../../../src/cli/terminal/questions/checklist.ts';
import { lineOfText } from '../../../src/cli/terminal/questions/line-of-text.ts';
import { oneOf } from '../../../src/cli/terminal/questions/one-of.ts';
import type { Drawing } from '../../../src/cli/terminal/questions/question.ts';
import { yesNo } from '../../../src/cli/terminal/questions/yes-no.ts';
import { styleOf } from '../../../src/cli/terminal/style.ts';

/** Asks, presses the keys one after the other, and gives the answer (`undefined`: cancelled) and what was shown. */
async function asked(
  ask: (drawing: Drawing) => Promise<unknown>,
  keys: readonly string[],
  columns = 80,
): Promise<{ answer: unknown; shown: string }> {
  let shown = '';
  const output = Object.assign(
    new Writable({
      write(chunk, _encoding, done) {
        shown += String(chunk);
        done();
      },
    }),
    { columns, rows: 24 },
  );
  const input = new PassThrough();
  const answer = ask({ input, output, style: styleOf(false, true) });
  for (const key of keys) {
    input.write(key);
    await new Promise((resume) => setImmediate(resume));
  }
  const given = await answer;
  return { answer: isCancel(given) ? undefined : given, shown: stripVTControlCharacters(shown) };
}

const choices = [
  { value: 'a', label: 'Apple' },
  { value: 'b', label: 'Banana', hint: 'yellow' },
] as const;
const kinds: readonly (readonly [string, (drawing: Drawing) => Promise<unknown>, answered: unknown, shownAs: string])[] = [
  ['yes or no', (drawing) => yesNo('Write it?', true, drawing), true, 'Yes'],
  ['yes or no, with no suggested', (drawing) => yesNo('Allow it?', false, drawing), false, 'No'],
  ['one of several', (drawing) => oneOf('Which?', choices, drawing), 'a', 'Apple'],
  ['a list', (drawing) => checklist({ question: 'Which?', choices, ticked: ['b'] }, drawing), ['b'], 'Banana'],
  ['a text', (drawing) => lineOfText('Where?', { initial: 'here' }, drawing), 'here', 'here'],
];

describe.each(kinds)('%s', (_, ask, answered, shownAs) => {
  it('is answered as suggested by Enter alone', async () => {
    const { answer, shown } = await asked(ask, ['\r']);
    expect(answer).toEqual(answered);
    expect(shown).toMatch(new RegExp(`│ {2}${shownAs}\\n$`));
  });

  it('is cancelled by Ctrl-C, and shows no answer then', async () => {
    const { answer, shown } = await asked(ask, ['\u0003']);
    expect(answer).toBeUndefined();
    expect(shown).toMatch(/│ {2}cancelled\n$/);
  });
});

describe('a list', () => {
  it('is searched by typing; Enter ends the search before it ends the question', async () => {
    const list = (drawing: Drawing) => checklist({ question: 'Which?', choices, ticked: ['b'] }, drawing);
    const { answer, shown } = await asked(list, ['a', 'p', 'p', ' ', '\r', '\r']);
    expect(answer).toEqual(['b', 'a']);
    expect(shown).toContain('Search: app');
    expect((await asked(list, ['z', '\u007F', ' ', '\r'])).answer).toEqual(['b', 'a']);
    expect((await asked(list, ['\u001B[B', ' ', '\r', ' ', '\r'])).answer).toEqual(['b']);
  });
});
