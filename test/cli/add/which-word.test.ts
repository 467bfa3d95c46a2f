import { expect, it } from 'vitest';
import { whichWord, wordRefused } from '../../../src/cli/add/understand.ts';
import type { Asker } from '../../../src/cli/asking.ts';
import { wrapLines } from '../../../src/cli/terminal/wrap.ts';

it.each(['gihub', 'context8', 'my-own-server-of-this-year'])('each command for "%s" is on one line of a terminal', (word) => {
  const hint = wrapLines(`  ${wordRefused(word).hint ?? ''}`, 80);
  expect(hint.split('\n').filter((line) => line.length > 80)).toEqual([]);
  for (const command of [`snap mcp add npm:${word}`, `snap mcp add pypi:${word}`, 'snap mcp add --list'])
    expect(hint).toContain(`"${command}"`);
});

/** It only asks: answers with the choice at this place, as Enter after so many arrows does. */
function answering(place: number): Asker {
  const select = (_question: string, choices: readonly { readonly value: string }[]) =>
    Promise.resolve({ kind: 'answer', value: choices[place]?.value });
  return { ui: { prompts: () => Promise.resolve({ select }) } } as unknown as Asker;
}

it.each([
  ['foo-of-nobody', 0, { kind: 'left', how: 'declined' }],
  ['foo-of-nobody', 1, { kind: 'answer', value: 'npm:foo-of-nobody' }],
  ['contxt7', 0, { kind: 'answer', value: 'context7' }],
  ['contxt7', 1, { kind: 'left', how: 'declined' }],
])("Enter alone never takes a stranger's package: %s, choice %i", async (word, place, reply) => {
  expect(await whichWord(answering(place), word)).toEqual(reply);
});
