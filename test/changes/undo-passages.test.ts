import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apply } from '../../src/changes/apply.ts';
import { isPassagesUndoData, passagesUndoData, undoPassages } from '../../src/changes/undo-passages.ts';
import { undo } from '../../src/changes/undo.ts';
import { temporaryHome } from '../support/temporary-home.ts';

/** What undo makes of the file as it is now, once the journal kept the undoData; the reason where it refuses. */
function takenBack(before: string, after: string, now: string | undefined): string {
  const undoData: unknown = JSON.parse(JSON.stringify(passagesUndoData(Buffer.from(before), Buffer.from(after)) ?? null));
  if (!isPassagesUndoData(undoData)) return 'no undo data';
  const computed = undoPassages(undoData, now === undefined ? undefined : Buffer.from(now));
  switch (computed.kind) {
    case 'write':
      return Buffer.from(computed.bytes ?? []).toString('utf8');
    case 'refused':
      return `refused: ${computed.message}`;
    case 'unchanged':
      return 'unchanged';
    default:
      return computed satisfies never;
  }
}

const before = '{"numStartups": 5, "mcpServers": {"a": {"type":"stdio","command":"npx","args":["-y","x"],"env":{"P":1}}}}';
const after = before.replace('{"P":1}', '{"P":"1"}');
const wide = (value: string): string => `${'around '.repeat(20)}${value}${' around'.repeat(20)}`;
const twins = (one: string, other: string): string =>
  `{\n  "first": {\n    "command": "npx",\n    "env": { "PORT": ${one} }\n  },\n  "second": {\n    "command": "npx",\n    "env": { "PORT": ${other} }\n  }\n}\n`;

describe('a repair in a file that moved on', () => {
  it.each([
    ['one value in one line', before, after, (text: string) => text.replace('5', '6')],
    ['two places that read alike', twins('1', '1'), twins('"1"', '"1"'), (text: string) => `// mine\n${text}`],
    [
      'a mark at the very beginning',
      '\uFEFF{ "mcpServers": {}, "and so on": true, "counter": 1 }',
      '{ "mcpServers": {}, "and so on": true, "counter": 1 }',
      (text: string) => text.replace('1', '2'),
    ],
    [
      'a comma at the very end',
      '{ "counter": 1, "mcpServers": { "a": {} } },',
      '{ "counter": 1, "mcpServers": { "a": {} } }',
      (text: string) => text.replace('1', '2'),
    ],
    [
      'CRLF and letters beyond the first plane',
      '{\r\n "n": 1,\r\n "somewhere else": "far away 🙂",\r\n "x": "😀"\r\n}',
      '{\r\n "n": 1,\r\n "somewhere else": "far away 🙂",\r\n "x": "😁"\r\n}',
      (text: string) => text.replace('1', '2'),
    ],
  ])('is taken back: %s', (_, old, repaired, edit) => {
    expect(edit(repaired)).not.toBe(repaired);
    expect(takenBack(old, repaired, edit(repaired))).toBe(edit(old));
  });

  it.each([
    ['the place was changed again', before, after, after.replace('"1"', '"2"')],
    ['it was put back by hand', before, after, before.replace('5', '6')],
    ['what stands around it was changed', before, after, after.replace('"env"', '"environment"')],
    ['the place is there twice now', wide('1'), wide('"1"'), wide('"1"') + wide('"1"')],
    ['one of two twins is gone', twins('1', '1'), twins('"1"', '"1"'), twins('"1"', '"1"').replace(/ {2}"first"[^}]*\}\n {2}\},\n/, '')],
    [
      'only the twin that was never repaired is left',
      twins('1', '"1"'),
      twins('"1"', '"1"'),
      twins('"1"', '"1"').replace(/ {2}"first"[^}]*\}\n {2}\},\n/, ''),
    ],
    ['the file is gone', before, after, undefined],
    ['the file is no text', before, after, '\0'],
  ])('is left where %s', (_, old, repaired, now) => {
    expect(now).not.toBe(repaired);
    expect(takenBack(old, repaired, now)).toMatch(/^refused: Not changed: /);
  });

  it('keeps no undoData of what is no text, goes, or stays', () => {
    expect(passagesUndoData(Buffer.from([0xff, 0xfe, 0x7b, 0]), Buffer.from('{'))).toBeUndefined();
    expect(passagesUndoData(Buffer.from('{'), undefined)).toBeUndefined();
    expect(passagesUndoData(Buffer.from('{'), Buffer.from('{'))).toBeUndefined();
    expect(passagesUndoData(Buffer.from('a'.repeat(150_000)), Buffer.from('b'.repeat(150_000)))).toBeUndefined();
  });

  it('knows its own memos', () => {
    for (const undoData of [null, 'passages', {}, { kind: 'passages' }, { kind: 'passages', passages: [{}] }, { format: 'json' }]) {
      expect(isPassagesUndoData(undoData)).toBe(false);
    }
  });

  it('taken back after an edit elsewhere is that edit on the original', () => {
    // Each entry is longer than what is looked at around a passage, so that an edit in one is not around the next.
    const value = fc.oneof(fc.integer(), fc.string({ maxLength: 8 }), fc.boolean()).map((one) => JSON.stringify(one));
    const entry = fc.record({ old: value, repaired: value, edit: fc.option(value) });
    const render = (values: readonly string[], edits: readonly (string | null)[], glue: string): string =>
      values
        .map((value, i) => `"entry-number-${i}-with-a-long-name": ${value}, "the-state-of-${i}-which-nobody-repairs": ${edits[i] ?? 0},`)
        .join(glue);
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 6 }), fc.constantFrom('\n', ' ', '\r\n  '), (entries, glue) => {
        const none = entries.map(() => null);
        const edits = entries.map(({ edit }) => edit);
        const old = entries.map((one) => one.old);
        const repaired = entries.map((one) => one.repaired);
        const result = takenBack(render(old, none, glue), render(repaired, none, glue), render(repaired, edits, glue));
        const wanted = old.join('\n') === repaired.join('\n') ? 'no undo data' : render(old, edits, glue);
        expect(result).toBe(wanted);
      }),
    );
  });

  it('taken back at once is the original, whatever the texts', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', '"', ' ', '\n', '{ "x": 1 }', '😀', '\uFEFF', 'long words that are the same everywhere'), {
        maxLength: 30,
      })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (old, repaired) => {
        const result = takenBack(old, repaired, repaired);
        if (old === repaired) expect(result).toBe('no undo data');
        else if (!result.startsWith('refused')) expect(result).toBe(old);
      }),
    );
  });

  it('through the journal, next to the change of another program', async () => {
    const home = temporaryHome();
    const path = home.put('.claude.json', before);
    const undoData = passagesUndoData(Buffer.from(before), Buffer.from(after)) ?? null;
    const about = { client: 'claude-code', scope: 'global', servers: ['a'], action: 'repair' } as const;
    await apply(home.run(), [{ path, about, compute: () => ({ kind: 'write', bytes: Buffer.from(after), undoData }) }], {
      command: 'mcp repair',
    });
    home.put('.claude.json', after.replace('5', '6'));
    const { outcomes } = await undo(home.run(), undefined, { command: 'mcp undo' });
    expect(outcomes).toMatchObject([{ kind: 'written' }]);
    expect(home.text('.claude.json')).toBe(before.replace('5', '6'));
  });
});
