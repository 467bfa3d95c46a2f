import { describe, expect, it } from 'vitest';
import { say } from '../src/say.ts';
import { markdownText, plainMessage, plainRow } from '../src/shown-text.ts';
import { begin, person } from './support/vscode.ts';

const hostile = '[Click](command:workbench.action.terminal.new) \u202Egnp\u200B.exe\u2028$(check)\u{E0041}';

describe('words of others', () => {
  it('make no link, hide nothing and break no line in a message', async () => {
    begin({ answer: (_, [first]) => first });
    expect(await say.info(`${hostile} is there.`, 'One', 'Two')).toBe('One');
    await say.warning(hostile, 'One');
    await say.error(hostile);
    await say.warning(hostile, { modal: true, detail: `one\n${hostile}` }, 'Restore');
    expect(person.messages).toHaveLength(4);
    for (const message of person.messages) {
      expect(message).not.toContain('](');
      expect(message).not.toMatch(/[\u202E\u200B\u2028\u{E0041}]/u);
    }
    // The lines of a detail stay.
    expect(person.messages.at(-1)?.split('\n')).toHaveLength(3);
  });

  it('leave a text without them as it is', () => {
    const text = 'Written: ~/.cursor/mcp.json, größer als 5 % – 👩‍🚀 (see "snap mcp undo").';
    expect(plainMessage(text)).toBe(text);
  });

  it('make no link, no picture and no element in a page that is rendered', () => {
    const text = markdownText('![x](https://example.com/p.png) <img src=x> [a](command:b) `c` # d\n- e\u202e');
    expect(text).not.toMatch(/(?<!\\)[![\]()<>`#]|\n|\u202e/);
    expect(markdownText('~/.cursor/mcp.json')).toBe(String.raw`\~/\.cursor/mcp\.json`);
  });

  it('make no icon in a list', () => {
    expect(plainRow({ label: hostile, detail: hostile, picked: true })).toEqual({
      label: expect.not.stringMatching(/(?<!\\)\$\(/),
      detail: expect.not.stringMatching(/(?<!\\)\$\(/),
      picked: true,
    });
  });
});
