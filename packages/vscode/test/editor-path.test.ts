import { describe, expect, it } from 'vitest';
import { requireSaved } from '../src/changing/write.ts';
import type { Desk } from '../src/desk.ts';
import type { PreviewedFile } from '../src/core.ts';
import { nodeSystem } from '../../../src/system/node.ts';
import { begin, person } from './support/vscode.ts';

describe('a file with edits that are not saved', () => {
  it('is known also where the editor writes the letter of its drive otherwise', async () => {
    begin({ unsaved: [String.raw`c:\Users\ada\.cursor\mcp.json`] });
    const desk = { system: async () => nodeSystem({ env: { HOME: '/home/ada' } }) } as unknown as Desk;
    const file = { path: String.raw`C:\Users\ada\.cursor\mcp.json`, results: [] } as unknown as PreviewedFile;
    expect(await requireSaved(desk, [file])).toBe(false);
    expect(person.messages[0]).toContain('not saved');
  });
});
