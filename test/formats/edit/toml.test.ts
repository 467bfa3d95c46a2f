import * as fc from 'fast-check';
import { parse as smolParse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { findContainer, findEntry, type ServersAt } from '../../../src/formats/edit/format.ts';
import { toml } from '../../../src/formats/edit/toml.ts';
import { isWithin, layoutOf } from '../../../src/formats/edit/toml-layout.ts';
import { findMember, sameValue, toValue, type Value, type ValueMap } from '../../../src/formats/syntax/node.ts';
import { parseTomlDocument } from '../../../src/formats/syntax/toml.ts';
import { hostileTomlNames, tomlListTexts, tomlMapTexts, tomlNames, tomlTexts } from '../../support/texts/toml-texts.ts';
import { rounds } from '../../support/storm.ts';

const codex: ServersAt = { kind: 'map', path: ['mcp_servers'] };
const vibe: ServersAt = { kind: 'list', path: ['mcp_servers'] };
const entry: ValueMap = new Map<string, Value>([
  ['command', 'npx'],
  ['args', ['-y', 'snap-mcp']],
]);
const withEnv: ValueMap = new Map<string, Value>([...entry, ['env', new Map([['A', '1']])]]);

function set(
  text: string | undefined,
  fields: ValueMap = entry,
  options: { at?: ServersAt; name?: string; drop?: readonly string[] } = {},
): string {
  const { at = codex, name = 'snap', drop = [] } = options;
  return toml.change(text, 'unknown', at, { kind: 'set', name, fields, drop }) ?? 'no file';
}

function remove(text: string | undefined, name = 'snap', at = codex): string | undefined {
  return toml.change(text, 'unknown', at, { kind: 'remove', name });
}

function fieldsOf(text: string, at: ServersAt, name: string): Value | undefined {
  const parsed = toml.parse(text, 'unknown');
  const found = parsed.kind === 'tree' ? findEntry(findContainer(parsed.root, at), at, name) : undefined;
  return found && toValue(found.fields);
}

/** Plain objects, so that smol-toml's answers can be taken apart step by step. */
function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
function smol(text: string): unknown {
  return smolParse(text, { integersAsBigInt: 'asNeeded' });
}
function step(value: unknown, key: string): unknown {
  return isRecord(value) ? value[key] : undefined;
}

/** What smol-toml should read after the change: the old value with the entry in it. */
function withEntry(before: unknown, at: ServersAt, name: string, fields: ValueMap, path = at.path): unknown {
  const [key, ...rest] = path;
  if (key !== undefined) return { ...(isRecord(before) ? before : {}), [key]: withEntry(step(before, key), at, name, fields, rest) };
  if (at.kind === 'list') return [...(Array.isArray(before) ? before : []), { name, ...plain(fields) }];
  return Object.fromEntries([...(isRecord(before) ? Object.entries(before) : []), [name, plain(fields)]]);
}
function plain(map: ValueMap): object {
  return Object.fromEntries([...map].map(([key, value]) => [key, value instanceof Map ? plain(value) : value]));
}

const text = fc.string({ unit: 'grapheme', maxLength: 8 });
const scalars = fc.oneof(
  text,
  fc.constantFrom('C:\\x', "it's", '', 'a\nb'),
  fc.integer(),
  fc.double({ noDefaultInfinity: true }),
  fc.boolean(),
);
const entries: fc.Arbitrary<ValueMap> = fc
  .record({
    command: text,
    args: fc.array(text, { maxLength: 3 }),
    env: fc.option(fc.array(fc.tuple(tomlNames, text), { maxLength: 2 })),
    other: fc.option(fc.tuple(tomlNames, scalars)),
  })
  .map(({ command, args, env, other }) => {
    const fields = new Map<string, Value>([
      ['command', command],
      ['args', args],
    ]);
    if (env) fields.set('env', new Map(env));
    if (other && other[0] !== 'name') fields.set(other[0], other[1]);
    return fields;
  });

const numRuns = rounds(300);

describe('laws over random files', () => {
  it('inserts a new entry and moves no other character', () => {
    fc.assert(
      fc.property(tomlTexts, tomlNames, entries, ({ text: before, at, names }, name, fields) => {
        fc.pre(!names.includes(name));
        const after = set(before, fields, { at, name });
        expect([isOneInsertion(before, after), after]).toEqual([true, after]);
        expect(fieldsOf(after, at, name)).toEqual(at.kind === 'list' ? new Map([['name', name], ...fields]) : fields);
        expect(smol(after)).toEqual(withEntry(smol(before), at, name, fields));
        expect(hasBareLineFeed(after)).toBe(hasBareLineFeed(before.includes('\n') ? before : after));
        expect(after.endsWith('\n')).toBe(before.endsWith('\n'));
      }),
      { numRuns },
    );
  });

  it('gives back the original when a new entry is removed again', () => {
    fc.assert(
      fc.property(tomlTexts, tomlNames, entries, ({ text: before, at, names }, name, fields) => {
        fc.pre(!names.includes(name));
        expect(remove(set(before, fields, { at, name }), name, at)).toBe(before);
      }),
      { numRuns },
    );
  });

  it('changes nothing when the same entry is set again', () => {
    fc.assert(
      fc.property(tomlTexts, tomlNames, entries, ({ text: before, at }, name, fields) => {
        const once = set(before, fields, { at, name });
        expect(set(once, fields, { at, name })).toBe(once);
      }),
      { numRuns },
    );
  });

  it('updates an entry that is there and keeps every other one, field and comment', () => {
    fc.assert(
      fc.property(fc.oneof(tomlMapTexts, tomlListTexts), fc.nat(), entries, ({ text: before, at, names }, which, fields) => {
        const name = names[which % Math.max(1, names.length)];
        fc.pre(name !== undefined);
        const after = set(before, fields, { at, name, drop: ['cwd'] });
        const old = fieldsOf(before, at, name);
        const now = fieldsOf(after, at, name);
        if (!(old instanceof Map) || !(now instanceof Map)) throw new TypeError('an entry is a map');
        const kept = [...old].filter(([key]) => key !== 'cwd' && !fields.has(key));
        expect(new Map(kept.map(([key]) => [key, now.get(key)]))).toEqual(new Map(kept));
        expect(now.has('cwd')).toBe(fields.has('cwd'));
        expectInOrder(foreignLines(before, at, name), after);
        expect(commentsOf(after)).toEqual(commentsOf(before));
        smol(after);
      }),
      { numRuns },
    );
  });

  it('removes an entry that was there, wherever its parts stand', () => {
    fc.assert(
      fc.property(fc.oneof(tomlMapTexts, tomlListTexts), fc.nat(), ({ text: before, at, names }, which) => {
        const name = names[which % Math.max(1, names.length)];
        fc.pre(name !== undefined);
        const after = remove(before, name, at) ?? '';
        expect(fieldsOf(after, at, name)).toBeUndefined();
        expectInOrder([...after], before);
        expectInOrder(foreignLines(before, at, name), after);
        const others = names.filter((other) => other !== name);
        expect(others.map((other) => fieldsOf(after, at, other))).toEqual(others.map((other) => fieldsOf(before, at, other)));
        smol(after);
      }),
      { numRuns },
    );
  });
});

describe('a new entry looks like its neighbours', () => {
  it.each<readonly [string, string | undefined, string]>([
    ['a fresh file', undefined, '[mcp_servers.snap]\ncommand = "npx"\nargs = ["-y", "snap-mcp"]\nenv = { A = "1" }\n'],
    ['an empty file', '', '[mcp_servers.snap]\ncommand = "npx"\nargs = ["-y", "snap-mcp"]\nenv = { A = "1" }'],
    [
      'a file without servers',
      'model = "o3"\n',
      'model = "o3"\n\n[mcp_servers.snap]\ncommand = "npx"\nargs = ["-y", "snap-mcp"]\nenv = { A = "1" }\n',
    ],
    ['no final line break', 'x = 1', 'x = 1\n\n[mcp_servers.snap]\ncommand = "npx"\nargs = ["-y", "snap-mcp"]\nenv = { A = "1" }'],
    ['CRLF', 'x = 1\r\n', 'x = 1\r\n\r\n[mcp_servers.snap]\r\ncommand = "npx"\r\nargs = ["-y", "snap-mcp"]\r\nenv = { A = "1" }\r\n'],
    [
      'after the last server, not at the end; comments stay with what they are about',
      '[mcp_servers.a]\ncommand = "a"\n# args = []\n\n# about tui\n[tui]\nx = 1\n',
      '[mcp_servers.a]\ncommand = "a"\n# args = []\n\n[mcp_servers.snap]\ncommand = "npx"\nargs = ["-y", "snap-mcp"]\nenv = { A = "1" }\n\n# about tui\n[tui]\nx = 1\n',
    ],
    [
      'no blank lines, lists on several lines, env as a table, indentation, literal strings',
      "[mcp_servers.a]\n  command = 'C:\\a.exe'\n  args = [\n    'a',\n  ]\n  [mcp_servers.a.env]\n  B='2'\n# about tui\n[tui]",
      "[mcp_servers.a]\n  command = 'C:\\a.exe'\n  args = [\n    'a',\n  ]\n  [mcp_servers.a.env]\n  B='2'\n[mcp_servers.snap]\n  command='npx'\n  args=[\n    '-y',\n    'snap-mcp',\n  ]\n  [mcp_servers.snap.env]\n  A='1'\n# about tui\n[tui]",
    ],
    [
      'only a header of the container',
      '[mcp_servers]\n\n[z]\n',
      '[mcp_servers]\n\n[mcp_servers.snap]\ncommand = "npx"\nargs = ["-y", "snap-mcp"]\nenv = { A = "1" }\n\n[z]\n',
    ],
    [
      'braces',
      'mcp_servers = { a = { command = "a" } } # c\nz = 1\n',
      'mcp_servers = { a = { command = "a" }, snap = { command = "npx", args = ["-y", "snap-mcp"], env = { A = "1" } } } # c\nz = 1\n',
    ],
    ['empty braces', 'mcp_servers = {}\n', 'mcp_servers = {snap = { command = "npx", args = ["-y", "snap-mcp"], env = { A = "1" } }}\n'],
    [
      'empty braces with a blank',
      'mcp_servers = { }\n',
      'mcp_servers = { snap = { command = "npx", args = ["-y", "snap-mcp"], env = { A = "1" } } }\n',
    ],
    [
      'entries in braces',
      '[mcp_servers]\n a = {command = "a"}\n\n[z]\n',
      '[mcp_servers]\n a = {command = "a"}\n snap = {command = "npx", args = ["-y", "snap-mcp"], env = {A = "1"}}\n\n[z]\n',
    ],
    [
      'dotted keys, before what follows them',
      'mcp_servers.a.command = "a"\nz = 1\n',
      'mcp_servers.a.command = "a"\nmcp_servers.snap.command = "npx"\nmcp_servers.snap.args = ["-y", "snap-mcp"]\nmcp_servers.snap.env = { A = "1" }\nz = 1\n',
    ],
    [
      'dotted keys under a header',
      '[mcp_servers]\na.command = "a"\n[z]\n',
      '[mcp_servers]\na.command = "a"\nsnap.command = "npx"\nsnap.args = ["-y", "snap-mcp"]\nsnap.env = { A = "1" }\n[z]\n',
    ],
    [
      'a value beside the servers in front of other keys',
      'mcp_servers.limit = 1\nz = 1\n',
      'mcp_servers.limit = 1\nz = 1\n\n[mcp_servers.snap]\ncommand = "npx"\nargs = ["-y", "snap-mcp"]\nenv = { A = "1" }\n',
    ],
  ])('%s', (_, before, after) => {
    expect(set(before, withEnv)).toBe(after);
    expect(remove(after)).toBe(before);
    expect(set(after, withEnv)).toBe(after);
  });

  it('in a longer path', () => {
    const at: ServersAt = { kind: 'map', path: ['tools', 'mcp servers'] };
    expect(set('[tools]\nx = 1\n', entry, { at })).toBe(
      '[tools]\nx = 1\n\n[tools."mcp servers".snap]\ncommand = "npx"\nargs = ["-y", "snap-mcp"]\n',
    );
    expect(set('tools = { x = 1 }\n', entry, { at })).toBe(
      'tools = { x = 1, "mcp servers".snap = { command = "npx", args = ["-y", "snap-mcp"] } }\n',
    );
  });

  it.each([
    ['no list', 'x = 1\n', 'x = 1\n\n[[mcp_servers]]\nname = "snap"\ncommand = "npx"\nargs = ["-y", "snap-mcp"]\n'],
    [
      'an empty list',
      'mcp_servers = []\nx = 1\n',
      'mcp_servers = [{ name = "snap", command = "npx", args = ["-y", "snap-mcp"] }]\nx = 1\n',
    ],
    [
      'a list on several lines',
      'mcp_servers = [\n  { name = "a" }, # c\n]\n',
      'mcp_servers = [\n  { name = "a" },\n  { name = "snap", command = "npx", args = ["-y", "snap-mcp"] }, # c\n]\n',
    ],
    [
      'a list of tables',
      '[[mcp_servers]]\nname = "a"\n[mcp_servers.env]\n\n[z]\n',
      '[[mcp_servers]]\nname = "a"\n[mcp_servers.env]\n\n[[mcp_servers]]\nname = "snap"\ncommand = "npx"\nargs = ["-y", "snap-mcp"]\n\n[z]\n',
    ],
  ])('as an item of a list: %s', (_, before, after) => {
    expect(set(before, entry, { at: vibe })).toBe(after);
    expect(remove(after, 'snap', vibe)).toBe(before);
  });

  it('as a snippet, the entry alone', () => {
    expect(toml.snippet(codex, 'npm:@a/b', withEnv)).toBe(
      '[mcp_servers."npm:@a/b"]\ncommand = "npx"\nargs = ["-y", "snap-mcp"]\nenv = { A = "1" }',
    );
    expect(toml.snippet(vibe, 'snap', entry)).toBe('[[mcp_servers]]\nname = "snap"\ncommand = "npx"\nargs = ["-y", "snap-mcp"]');
  });
});

describe('an entry that is there', () => {
  const theirs =
    '[mcp_servers.snap]\n# why\ncommand = \'npx\' # c\nargs = [\n  "-y", # yes\n  "old", # pkg\n]\nstartup_timeout_sec = 20.0\n\n[mcp_servers.snap.env]\nB = "2"\n# tail\n\n[z]\n';

  it('keeps what is equal, in whatever spelling', () => {
    const fields = new Map<string, Value>([
      ['command', 'npx'],
      ['startup_timeout_sec', 20],
      ['args', ['-y', 'old']],
      ['env', new Map([['B', '2']])],
    ]);
    expect(set(theirs, fields)).toBe(theirs);
  });

  it('gets only the leaves that differ', () => {
    expect(set(theirs, withEnv)).toBe(theirs.replace('"old"', '"snap-mcp"').replace('B = "2"\n', 'B = "2"\nA = "1"\n'));
  });

  it.each<readonly [string, string, string]>([
    [
      'braces',
      'mcp_servers = { snap = { url = "u", env = {B = "2"} } }\n',
      'mcp_servers = { snap = { env = {B = "2", A = "1"}, command = "npx", args = ["-y", "snap-mcp"] } }\n',
    ],
    [
      'dotted keys',
      'mcp_servers.snap.url = "u"\nmcp_servers.snap.env.B = "2"\nz = 1\n',
      'mcp_servers.snap.env.B = "2"\nmcp_servers.snap.env.A = "1"\nmcp_servers.snap.command = "npx"\nmcp_servers.snap.args = ["-y", "snap-mcp"]\nz = 1\n',
    ],
    [
      'dotted keys in braces',
      'mcp_servers = { snap.url = "u", snap.env.B = "2", z = {} }\n',
      'mcp_servers = { snap.env.B = "2", snap.env.A = "1", snap.command = "npx", snap.args = ["-y", "snap-mcp"], z = {} }\n',
    ],
    [
      'only a sub-table',
      'x = 1\n\n# env\n[mcp_servers.snap.env]\nB = "2"\n',
      'x = 1\n\n[mcp_servers.snap]\ncommand = "npx"\nargs = ["-y", "snap-mcp"]\n\n# env\n[mcp_servers.snap.env]\nB = "2"\nA = "1"\n',
    ],
    [
      'missing fields before the sub-tables',
      '[mcp_servers.snap]\nurl = "u" # c\n[mcp_servers.snap.env]\n[z]\n',
      '[mcp_servers.snap]\ncommand = "npx"\nargs = ["-y", "snap-mcp"]\n[mcp_servers.snap.env]\nA = "1"\n[z]\n',
    ],
    [
      'a table where a value shall be',
      '[mcp_servers.snap.args]\nx = 1\n[mcp_servers.snap]\nq = 1\n',
      '[mcp_servers.snap]\nq = 1\ncommand = "npx"\nargs = ["-y", "snap-mcp"]\nenv = { A = "1" }\n',
    ],
    [
      'a value where a table shall be',
      '[mcp_servers.snap]\nenv = 1\n',
      '[mcp_servers.snap]\nenv = { A = "1" }\ncommand = "npx"\nargs = ["-y", "snap-mcp"]\n',
    ],
  ])('is changed in its own form: %s', (_, before, after) => {
    expect(set(before, withEnv, { drop: ['url'] })).toBe(after);
  });

  it.each<readonly [string, readonly string[], string]>([
    ['["a", "b", "c"]', ['a', 'c'], '["a", "c"]'],
    ['["a", "b"]', ['a'], '["a"]'],
    ['["a"]', [], '[]'],
    ['[]', ['a', 'b'], '["a", "b"]'],
    ['[\n  "a", # a\n  "b", # b\n]', ['a', 'x', 'b'], '[\n  "a", # a\n  "x",\n  "b", # b\n]'],
    ['[\n  "a",\n  "b"\n]', ['a', 'b', 'c'], '[\n  "a",\n  "b",\n  "c"\n]'],
    ['[ # first\n  "a", # a\n  "b",\n]', ['b'], '[ # first\n   # a\n  "b",\n]'],
  ])('has its list %s changed to %j item by item', (list, wanted, expected) => {
    expect(set(`[mcp_servers.snap]\nargs = ${list}\n`, new Map([['args', wanted]]))).toBe(`[mcp_servers.snap]\nargs = ${expected}\n`);
  });

  it('changes the item of a list that carries the name', () => {
    const before =
      '[[mcp_servers]]\nname = "a"\ncommand = "a"\n\n[[mcp_servers]]\nname = "snap"\ncommand = "old"\n\n[[mcp_servers]]\nname = "b"\n';
    expect(set(before, new Map([['command', 'npx']]), { at: vibe })).toBe(before.replace('old', 'npx'));
    expect(remove(before, 'snap', vibe)).toBe('[[mcp_servers]]\nname = "a"\ncommand = "a"\n\n[[mcp_servers]]\nname = "b"\n');
  });
});

describe('a removal', () => {
  it.each<readonly [string, string, string]>([
    [
      'of hand-made tables, comments outside them kept',
      "x = 1\n\n# about snap\n[mcp_servers.snap]\n# inside\nurl = 'u'\n# tail\n\n# about z\n[z]\n",
      'x = 1\n\n# about snap\n# tail\n\n# about z\n[z]\n',
    ],
    [
      'of parts that stand apart',
      '[mcp_servers.snap]\nurl = "u"\n\n[z]\ny = 1\n\n[mcp_servers.snap.env]\nA = "1"\n\n[q]\n',
      '[z]\ny = 1\n\n[q]\n',
    ],
    ['of the last server keeps a header of the container', '[mcp_servers]\n\n[mcp_servers.snap]\nurl = "u"\nx=1\n', '[mcp_servers]\n'],
    [
      'of dotted keys',
      'a = 1\nmcp_servers.snap.url = "u"\nmcp_servers.b.url = "u"\nmcp_servers.snap.x = 1\n',
      'a = 1\nmcp_servers.b.url = "u"\n',
    ],
    ['from braces', 'mcp_servers = { snap.url = "u", b = {}, snap.x = 1 }\n', 'mcp_servers = { b = {} }\n'],
    ['without a final line break', '[z]\nx = 1\n\n[mcp_servers.snap]\nurl="u"\ny = 1', '[z]\nx = 1'],
    ['of what is not there', '[mcp_servers.snapper]\n', '[mcp_servers.snapper]\n'],
  ])('%s', (_, before, after) => {
    expect(remove(before)).toBe(after);
  });

  it('leaves no file where there was none', () => {
    expect(remove(undefined)).toBeUndefined();
    expect(remove(set(undefined))).toBeUndefined();
    expect(remove(set(''))).toBe('');
  });

  it.each([
    undefined,
    '',
    '\n',
    '\n\n',
    ' ',
    ' \n\t',
    '\r\n',
    '# c',
    '# c\n',
    '# c\r\n\r\n',
    '# c\r\n\r\n\r\n',
    'x = 1',
    'x = 1\n',
    'x = 1\n\n',
    'x = 1\n\n\n',
    'x = 1\n\n# c',
    '[mcp_servers]',
    '[mcp_servers]\n\n',
    '[mcp_servers]\n# c',
    '[mcp_servers.a]\n\n\n',
  ])('gives back %j', (before) => {
    expect(remove(set(before))).toBe(before);
  });
});

describe('names and values', () => {
  it.each([...hostileTomlNames, 'snap', '\u0000', '\u2028'])('the name %j reads back the same', (name) => {
    for (const before of ['', '[mcp_servers.a]\nx = 1\n', 'mcp_servers = {}', 'mcp_servers.a.x = 1', '[mcp_servers]\na = { x = 1 }\n']) {
      const after = set(before, entry, { name });
      expect(Object.keys(isRecord(step(smol(after), 'mcp_servers')) ? Object(step(smol(after), 'mcp_servers')) : {})).toContain(name);
      expect(fieldsOf(after, codex, name)).toEqual(entry);
      expect(remove(after, name)).toBe(before);
    }
  });

  it('writes every kind of value so that it reads back the same', () => {
    const fields = new Map<string, Value>([
      ['int', 60],
      ['big', 1e20],
      ['float', 0.1],
      ['small', 1e-7],
      ['zero', -0],
      ['inf', -Infinity],
      ['nan', Number.NaN],
      ['yes', true],
      ['text', '\u0000\u001f\u007f"\\\n\t💥'],
      ['date', '1979-05-27'],
      [
        'deep',
        new Map<string, Value>([
          ['a b', new Map<string, Value>([['c', [1, new Map([['d', 'e']])]]])],
          ['empty', new Map()],
        ]),
      ],
      ['none', []],
    ]);
    const after = set(undefined, fields);
    expect(fieldsOf(after, codex, 'snap')).toEqual(fields);
    expect(step(step(smol(after), 'mcp_servers'), 'snap')).toMatchObject({
      int: 60,
      big: 1e20,
      zero: -0,
      text: '\u0000\u001f\u007f"\\\n\t💥',
      date: '1979-05-27',
    });
  });

  it('refuses what TOML cannot hold, and files it would have to break', () => {
    expect(() => set('', new Map([['cwd', null]]))).toThrow('TOML cannot hold an empty value (null).');
    expect(() => set('', new Map([['cwd', '\ud83d']]))).toThrow('half a character');
    expect(() => set('mcp_servers = "x"\n')).toThrow('cannot be written here');
    expect(() => set('[[mcp_servers]]\nname = "a"\n')).toThrow('cannot be written here');
    expect(() => set('[mcp_servers.a]\n', entry, { at: vibe })).toThrow('cannot be written here');
    expect(() => set('x = \n')).toThrow('Line 1, column 5: expected a value, found the end of the line.');
  });
});

function hasBareLineFeed(source: string): boolean {
  return /(?<!\r)\n/.test(source);
}

/** Whether taking one run of characters out of `after` gives `before`. */
function isOneInsertion(before: string, after: string): boolean {
  let head = 0;
  while (head < before.length && before[head] === after[head]) head++;
  return after.endsWith(before.slice(head)) && after.length > before.length;
}

/** The comments that the generator puts between statements. */
function commentsOf(source: string): readonly string[] {
  return source.match(/^(?:# a comment, \[x\] "y|  # indented|# end)$/gm) ?? [];
}

/** The lines of every statement that is no part of the entry and does not hold it in braces. */
function foreignLines(source: string, at: ServersAt, name: string): readonly string[] {
  const parsed = parseTomlDocument(source);
  if (parsed.kind === 'problem') throw new Error(parsed.problem.message);
  const layout = layoutOf(parsed.document);
  const items = findContainer(parsed.document.root, at);
  const index =
    items?.kind === 'list'
      ? items.items.findLastIndex(
          (item) => findMember(item, 'name')?.value.kind === 'scalar' && sameValue(toValue(item), fieldsOf(source, at, name) ?? null),
        )
      : name;
  const path = [...at.path, index];
  return layout.statements
    .filter((statement) => !isWithin(statement.path, path) && !(statement.kind === 'pair' && isWithin(path, statement.path)))
    .map(({ line }) => source.slice(line.start, line.end).trim());
}

function expectInOrder(parts: readonly string[], whole: string): void {
  let from = 0;
  for (const part of parts) {
    const found = whole.indexOf(part, from);
    if (found === -1) throw new Error(`${JSON.stringify(part)} is not, in this order, in ${whole}`);
    from = found + part.length;
  }
}
