import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeLine, encodeLine, lines, lineText, type LineName, type WireLine } from '../../src/server/wire.ts';
import { rounds } from '../support/storm.ts';
import { cut, hidesText } from '../../src/system/index.ts';

const part = fc.constantFrom(
  '|',
  '\\',
  '\n',
  '\r',
  '\u0000',
  '\u001B[31m',
  '\u2028',
  '\u202E',
  '\u2066',
  '\u200B',
  '\u200D',
  '\uFEFF',
  '\uFE0F',
  '\u{E0041}',
  '\uD800',
  '\uDC00',
  '→',
  '🧢',
  '👩\u200D💻',
  ':',
  'snap|!|code:A|reason:b',
  '\n---\n',
  ' ',
  'n',
  'u000a',
  '007',
  'null',
  '["a"]',
);
const value = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(part, { maxLength: 12 }).map((parts) => parts.join('')),
);

const names = Object.keys(lines).filter((name): name is LineName => name in lines);

/** Some line with some values. */
const anyLine = fc.constantFrom(...names).chain((line) =>
  fc.tuple(...lines[line].keys.map(() => value)).map((values) => ({
    line,
    items: Object.fromEntries(lines[line].keys.map((key, i) => [key, values[i] ?? ''])),
  })),
);

/** The name and the items were made for one another above; only the type of the pair is lost. */
const written = (made: { line: LineName; items: Record<string, string> }, compact: boolean) => lineText(made as WireLine, compact);

describe('the wire line', () => {
  it('is undone by its reader, labelled and compact alike', () => {
    fc.assert(
      fc.property(anyLine, (made) => {
        const labelled = written(made, false);
        const compact = written(made, true);
        for (const line of [labelled, compact]) expect([line, hidesText(line), /\p{Cc}/u.test(line)]).toEqual([line, false, false]);
        expect(decodeLine(made.line, labelled, false)).toEqual(made.items);
        expect(decodeLine(made.line, compact, true)).toEqual(made.items);
      }),
      { numRuns: rounds(10_000) },
    );
  });

  it('comes through UTF-8 as it was', () => {
    fc.assert(
      fc.property(anyLine, (made) => {
        const line = written(made, false);
        expect(Buffer.from(line).toString()).toBe(line);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['a field', 'x|promote:NO', String.raw`x\|promote:NO`],
    ['a line', 'x\n---\nsnap|!|code:A|reason:b', String.raw`x\n---\nsnap\|!\|code:A\|reason:b`],
    ['an end', 'x\\', String.raw`x\\`],
    ['another direction', 'a\u202Egnp.exe', String.raw`a\u202egnp.exe`],
    ['the same name twice', 'silent\u200B_catch', String.raw`silent\u200b_catch`],
    ['half a character', 'a\uD83D', String.raw`a\ud83d`],
    ['a tag character', '\u{E0041}', String.raw`\udb40\udc41`],
  ])('lets no value forge %s', (_, type, shown) => {
    expect(encodeLine('violation', { status: 'saved', type, count: '1', promote: 'NO' }, false)).toBe(
      `snap|V|status:saved|type:${shown}|count:1|promote:NO`,
    );
  });

  it('keeps spaces', () => {
    expect(encodeLine('error', { code: 'A', reason: 'two words' }, true)).toBe('snap|!|A|two words');
  });

  it.each(['snap|C|code:A|reason:b', 'snap|!|code:A', 'snap|!|reason:b|code:A', 'snap|!|A|b', '', 'x\nsnap|!|code:A|reason:b'])(
    'is not read from %j',
    (line) => {
      expect(() => decodeLine('error', line, false)).toThrow(/^No /);
    },
  );
});

describe('docs/wire.md', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/wire.md'), 'utf8');
  /** The golden lines of the page: a heading with the name of the line, then a block with the labelled and the compact one. */
  const golden = new Map(
    [...page.matchAll(/^### `(\w+)`[\s\S]*?\n```\n(.+)\n(.+)\n```$/gm)].map(([, name, ...found]) => [name, found] as const),
  );

  const records: readonly WireLine[] = [
    {
      line: 'start',
      items: {
        id: 'task_5f0c1b2a3d4e',
        snap: 'snap_12',
        risk: 'H',
        prot: '40',
        dirty: '3',
        status: 'created',
        learn: 'learn_0a1b2c3d4e5f,learn_112233445566',
      },
    },
    { line: 'context', items: { task: 'none', risk: 'L', prot: '100', dirty: '0', learn: 'none' } },
    {
      line: 'check',
      items: {
        mode: 'health',
        status: 'failed',
        err: '1E',
        warn: '2W',
        ts: 'skipped',
        lint: 'skipped',
        tests: 'skipped',
        issues: 'cursor unparsable 4:5',
      },
    },
    { line: 'end', items: { status: 'completed', learn: '2L', files: '3F', lines: '+45-12' } },
    { line: 'learn', items: { status: 'saved', id: 'learn_0a1b2c3d4e5f', type: 'pitfall' } },
    { line: 'violation', items: { status: 'saved', type: 'silent_catch', count: '3', promote: 'PROMOTED' } },
    {
      line: 'pulse',
      items: { pulse: 'elevated', cpm: '17', pressure: '42', risk: 'M', changes: '6', action: 'Commit what works before you go on.' },
    },
    {
      line: 'advise',
      items: {
        conf: '76',
        rec: 'You will need src/b.ts (in 9 of 10 commits of src/a.ts), and perhaps docs/b.md (its path says b).',
        warn: 'none',
        learn: 'learn_0a1b2c3d4e5f',
        viol: 'silent_catch x4',
        hint: 'none',
      },
    },
    { line: 'guide', items: { steps: '3', conf: '60', next: 'src/b.ts: Avoid a\\b: "no a | b".' } },
    { line: 'gc', items: { action: 'plan', archive: '4', delete: '0', merge: '1', kept: '37' } },
    { line: 'capture', items: { event: 'fix', status: 'saved', id: 'learn_0a1b2c3d4e5f', type: 'workflow' } },
    { line: 'patterns', items: { patterns: '2', top: 'silent_catch', count: '4', evidence: 'viol_0a1b2c3d4e5f,viol_112233445566' } },
    { line: 'insights', items: { shown: '12', heeded: '5', used: '6', helped: '4', wrong: '1', hot: 'src/a.ts, src/b.ts', prune: '3' } },
    {
      line: 'explain',
      items: {
        id: 'learn_0a1b2c3d4e5f',
        kind: 'learning',
        from: 'snap_learn claude-code task_5f0c1b2a3d4e',
        shown: '3',
        helped: '2',
        related: 'learn_112233445566',
      },
    },
    { line: 'outcome', items: { id: 'learn_0a1b2c3d4e5f', outcome: 'helped', weight: '1.15' } },
    { line: 'validation', items: { score: '66', level: 'high', findings: '2', rec: 'block', src: 'error_tracker+local' } },
    {
      line: 'risk',
      items: {
        score: '71',
        level: 'high',
        factors: '2',
        conf: '68',
        rec: 'Cover what you change with a test first: 5 of its last 12 changes were fixed.',
      },
    },
    { line: 'sources', items: { sources: 'code_host+local', commits: '5', errors: '0', docs: '0', depth: 'shallow' } },
    { line: 'known', items: { results: '12', type: 'all', query: 'errors of the payment', conf: '84' } },
    { line: 'rollback', items: { suggestions: '2', recommended: 'snap_12', conf: '92', risk: 'low' } },
    { line: 'error', items: { code: 'INVALID_MODE', reason: 'mode must be start or context' } },
  ];

  it('has golden lines for every line there is', () => {
    expect(new Set(golden.keys())).toEqual(new Set(names));
    expect(new Set(records.map(({ line }) => line))).toEqual(new Set(names));
  });

  it.each(records.map((record) => [record.line, record] as const))('shows %s as it is written', (name, record) => {
    expect(golden.get(name)).toEqual([lineText(record, false), lineText(record, true)]);
  });
});

describe('cutting', () => {
  it.each([
    ['as it is', 8, 'as it is'],
    ['too long', 7, 'too lo…'],
    ['🧢🧢🧢', 3, '🧢🧢🧢'],
    ['🧢🧢🧢🧢', 3, '🧢🧢…'],
  ])('makes of %j with %d characters %j', (text, most, expected) => expect(cut(text, most)).toBe(expected));
});
