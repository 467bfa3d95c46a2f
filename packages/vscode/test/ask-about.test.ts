import { commands } from 'vscode';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { askAbout, registerAsking } from '../src/changing/ask-about.ts';
import { begin, person } from './support/vscode.ts';

/** A message that the editor has hidden: it has no answer. */
const hidden = new Promise<string | undefined>(() => undefined);
let closed: string[] = [];
const shown = (name: string) => ({ close: async () => void closed.push(name) });
const registration = registerAsking();

beforeEach(() => {
  closed = [];
  begin();
});
afterAll(() => registration.dispose());

describe('a question about changes that are shown', () => {
  it.each([
    ['Apply', true],
    ['Cancel', false],
    [undefined, false],
  ])('is answered by the message: %s', async (picked, isYes) => {
    begin({ answer: () => picked });
    expect(await askAbout(shown('a'), 'Apply this?', 'Apply')).toBe(isYes);
    expect(closed).toEqual(['a']);
  });

  it.each([
    ['snap.applyShownChange', true],
    ['snap.cancelShownChange', false],
  ])('is answered by the title when the message is hidden: %s', async (command, isYes) => {
    begin({ answer: () => hidden });
    const answer = askAbout(shown('a'), 'Apply this?', 'Apply');
    await commands.executeCommand(command);
    expect(await answer).toBe(isYes);
    expect(closed).toEqual(['a']);
  });

  it('is answered with no by a newer one, so that a button never answers for another change', async () => {
    begin({ answer: () => hidden });
    const older = askAbout(shown('older'), 'Apply this?', 'Apply');
    const newer = askAbout(shown('newer'), 'Apply that?', 'Apply');
    await commands.executeCommand('snap.applyShownChange');
    expect([await older, await newer]).toEqual([false, true]);
    expect(closed.toSorted()).toEqual(['newer', 'older']);
  });

  it('does nothing for a message that is pressed after the answer, and says so', async () => {
    let press: (button: string) => void = () => undefined;
    begin({ answer: (text) => (text === 'Apply this?' ? new Promise<string>((settle) => (press = settle)) : undefined) });
    const answer = askAbout(shown('a'), 'Apply this?', 'Apply');
    await commands.executeCommand('snap.cancelShownChange');
    expect(await answer).toBe(false);
    press('Apply');
    await expect.poll(() => person.messages).toContain('This question was answered before, so nothing was done now.');
  });
});
