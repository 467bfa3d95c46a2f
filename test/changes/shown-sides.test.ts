import { describe, expect, it } from 'vitest';
import { maskedText, shownSides } from '../../src/changes/index.ts';
import { probe } from '../../src/machine/index.ts';
import { memorySystem } from '../support/memory-system.ts';

const secret = 'ghp_4tR7vQ2mK9xW1zB6nL8cJ3hD5fG0sA7pY2eU';
const good = `{\n  "mcpServers": {\n    "files": { "command": "node", "env": { "FILES_TOKEN": "${secret}" } }\n  }\n}\n`;
const broken = good.replace('"node", ', '"node" ');

describe('what a screen shows of a change', () => {
  it.each([
    ['both sides parse', good, good.replace('node', 'deno')],
    ['the text before does not parse', broken, good],
    ['neither does', broken, broken.replace('node', 'deno')],
    ['the file is new', undefined, good],
    ['the file goes', good, undefined],
  ])('has no secret where %s', async (_what, before, after) => {
    const path = '/home/ada/.cursor/mcp.json';
    const system = memorySystem({ home: '/home/ada', files: before === undefined ? {} : { [path]: before } });
    const facts = await probe(system, { workspace: { path: '/home/ada', isProject: false } });
    const bytes = (text: string | undefined) => (text === undefined ? undefined : new TextEncoder().encode(text));
    const sides = await shownSides({ path, before: bytes(before), after: bytes(after) }, facts);
    for (const [side, text] of [
      [sides.before, before],
      [sides.after, after],
    ] as const) {
      const shown = maskedText(side);
      expect(shown).not.toContain(secret);
      // Neither side parses: all of it is masked.
      expect(shown.includes('mcpServers')).toBe(text !== undefined && !(before === broken && after !== good));
    }
  });
});
