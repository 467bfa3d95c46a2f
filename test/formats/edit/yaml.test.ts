import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { type EntryChange, type ServersAt, entriesOf, findContainer } from '../../../src/formats/edit/format.ts';
import { yaml } from '../../../src/formats/edit/yaml.ts';
import { findNode, toValue, type Node, type Value } from '../../../src/formats/syntax/node.ts';
import { lineStart } from '../../../src/formats/text-lines.ts';
import { parseYaml } from '../../../src/formats/syntax/yaml.ts';
import { SnapError } from '../../../src/system/index.ts';
import { hostileNames } from '../../support/texts/json-texts.ts';
import { yamlTexts } from '../../support/texts/yaml-texts.ts';
import { rounds } from '../../support/storm.ts';

const fields = new Map<string, Value>([
  ['command', '/usr/bin/node'],
  ['args', ['-y', '/opt/snap/main.js', 'mcp', '--stdio']],
  [
    'env',
    new Map<string, Value>([
      ['SURFACE', 'full'],
      ['PORT', '8080'],
    ]),
  ],
]);
const set = (name: string, own = fields, drop: readonly string[] = []): EntryChange => ({ kind: 'set', name, fields: own, drop });
const remove = (name: string): EntryChange => ({ kind: 'remove', name });
const change = (text: string | undefined, at: ServersAt, what: EntryChange): string | undefined => yaml.change(text, 'unknown', at, what);
const runs = rounds(300);

it('leaves servers alone that stand there by an alias', () => {
  const text = 'x: &e\n  a: {c: 1}\nextensions: *e\n';
  expect(() => change(text, { kind: 'map', path: ['extensions'] }, set('snap'))).toThrow(SnapError);
});

describe('laws over random files', () => {
  const cases = fc
    .tuple(yamlTexts, fc.oneof(fc.constantFrom('snap', 'my server', ...hostileNames), fc.string({ unit: 'grapheme', maxLength: 8 })))
    .filter(([{ text, at }, name]) => isOpen(text, at, name));

  it('reads back as the old value and the entry', () => {
    fc.assert(
      fc.property(cases, ([{ text, at }, name]) => {
        const result = change(text, at, set(name)) ?? '';
        const index = entriesOf(containerOf(result, at), at).findLastIndex((entry) => entry.name === name);
        expect(independently(result)).toEqual(withEntry(independently(text), at.path, at, name, index));
      }),
      { numRuns: runs },
    );
  });

  it('only inserts, and keeps every line', () => {
    fc.assert(
      fc.property(cases, ([{ text, at }, name]) => {
        fc.pre(!needsReplacing(text, at));
        const result = change(text, at, set(name)) ?? '';
        expect(isSubsequence([...text], [...result])).toBe(true);
        if (!/[[{]/.test(text)) expect(isSubsequence(linesOf(text), linesOf(result))).toBe(true);
      }),
      { numRuns: runs },
    );
  });

  it('gives the original text back when the new entry is removed', () => {
    fc.assert(
      fc.property(cases, ([{ text, at }, name]) => {
        const result = change(text, at, set(name));
        expect(change(result, at, remove(name))).toBe(text);
      }),
      { numRuns: runs },
    );
  });

  it('changes nothing when the same entry is set again', () => {
    fc.assert(
      fc.property(cases, ([{ text, at }, name]) => {
        const once = change(text, at, set(name));
        expect(change(once, at, set(name))).toBe(once);
      }),
      { numRuns: runs },
    );
  });

  it('updates an entry in its place: nothing before it and nothing behind it moves', () => {
    fc.assert(
      fc.property(yamlTexts, fc.nat(5), fc.boolean(), ({ text, at }, pick, drops) => {
        const found = pickEntry(text, at, pick);
        fc.pre(found !== undefined && !/&a\d/.test(text));
        if (found === undefined) return;
        const old = toValue(found.fields);
        const own = drops && old instanceof Map ? [...old.keys()].filter((key) => key !== 'name').slice(0, 2) : [];
        const result = change(text, at, set(found.name, fields, own)) ?? '';
        expect(result.startsWith(text.slice(0, found.start))).toBe(true);
        expect(result.endsWith(text.slice(found.next ?? text.length))).toBe(true);
        expect(change(result, at, set(found.name, fields, own))).toBe(result);
        const now = pickEntry(result, at, pick);
        const expected = new Map(old instanceof Map ? old : []);
        for (const key of own) expected.delete(key);
        for (const [key, value] of fields) {
          const kept = expected.get(key);
          expected.set(key, value instanceof Map && kept instanceof Map ? new Map([...kept, ...value]) : value);
        }
        expect(now && toValue(now.fields)).toEqual(expected);
      }),
      { numRuns: runs },
    );
  });

  it('removes any entry that is there, and keeps every other value and every comment outside of it', () => {
    fc.assert(
      fc.property(yamlTexts, fc.nat(5), ({ text, at }, pick) => {
        const found = pickEntry(text, at, pick);
        fc.pre(found !== undefined && !/&a\d/.test(text));
        if (found === undefined) return;
        const result = change(text, at, remove(found.name)) ?? '';
        const left = entriesOf(containerOf(result, at), at);
        const others = entriesOf(containerOf(text, at), at).filter(({ name }) => name !== found.name);
        expect(left.map(({ name, fields: own }) => [name, toValue(own)])).toEqual(
          others.map(({ name, fields: own }) => [name, toValue(own)]),
        );
        // What stays was there before, but for the braces of a container that is empty now.
        expect(isSubsequence([...result.replace(/ ?(?:\{\}|\[\])/g, '')], [...text])).toBe(true);
        const outside = text.slice(0, startOfEntry(text, at, found.start)) + (found.next === undefined ? '' : text.slice(found.next));
        expect(isSubsequence(commentsOf(outside), commentsOf(result))).toBe(true);
      }),
      { numRuns: runs },
    );
  });
});

const small = new Map<string, Value>([
  ['command', 'snap-mcp'],
  ['args', ['mcp', '--stdio']],
]);
const map: ServersAt = { kind: 'map', path: ['extensions'] };
const list: ServersAt = { kind: 'list', path: ['mcpServers'] };
const wrapped: ServersAt = { kind: 'list', path: ['experimental', 'servers'], wrap: 'transport' };
const block = '  snap:\n    command: snap-mcp\n    args:\n      - mcp\n      - --stdio\n';
const flow = 'snap: {command: snap-mcp, args: [mcp, --stdio]}';

describe('how an insertion looks, and that removing gives the file back', () => {
  const cases: Record<string, readonly [string | undefined, string]> = {
    'no file': [undefined, `extensions:\n${block}`],
    'an empty file': ['', `extensions:\n${block}`.trimEnd()],
    'a blank line': ['\n', `extensions:\n${block}\n`],
    'a comment without line end': ['# c', `# c\nextensions:\n${block}`.trimEnd()],
    'markers around nothing': ['---\n...\n', `---\nextensions:\n${block}...\n`],
    'another key, no final newline': ['a: 1', `a: 1\nextensions:\n${block}`.trimEnd()],
    'blank lines between siblings': ['a: 1\n\nb: 2\n', `a: 1\n\nb: 2\n\nextensions:\n${block}`],
    'a key without value': ['extensions:\nb: 1\n', `extensions:\n${block}b: 1\n`],
    'a key without value at the end': ['extensions:\n', `extensions: \n${block}`],
    'a key with a note': ['extensions: # none\n', `extensions: # none\n${block}`],
    'a comment below an empty key': ['extensions:\n  # none yet\nb: 1\n', `extensions:\n  # none yet\n${block}b: 1\n`],
    null: ['extensions: null\n', `extensions:  \n${block}`],
    '~ with a note': ['extensions: ~ # c\n', `extensions: {  ${flow}} # c\n`],
    'an empty flow map': ['extensions: {}\n', `extensions: {${flow}}\n`],
    'a spaced empty flow map': ['extensions: { }', `extensions: { ${flow} }`],
    'a flow map over lines': ['extensions: {\n  a: {b: 1}, # c\n}\n', `extensions: {\n  a: {b: 1}, # c\n  ${flow},\n}\n`],
    'a flow map over lines without comma': ['extensions: {\n  a: {b: 1} # c\n}\n', `extensions: {\n  a: {b: 1}, # c\n  ${flow}\n}\n`],
    'a root in braces': ['{}\n', `{extensions: {${flow} }}\n`],
    'null in braces': ['{extensions: }', `{extensions: {${flow}  } }`],
    JSON: ['{"extensions": {"a": {}}}', '{"extensions": {"a": {}, "snap": {"command": "snap-mcp", "args": ["mcp", "--stdio"]}}}'],
    'four spaces, flow lists, comments at every depth': [
      'extensions:\n    a:\n        args: [y]\n        # inside\n    # b: {}\n\n# next\nother: 1\n',
      'extensions:\n    a:\n        args: [y]\n        # inside\n    # b: {}\n    snap:\n        command: snap-mcp\n        args: [mcp, --stdio]\n\n# next\nother: 1\n',
    ],
    'siblings on one line': ['extensions:\n  a: {b: 1}\n', `extensions:\n  a: {b: 1}\n  ${flow}\n`],
    'a text that keeps its blank lines': [
      'extensions:\n  a:\n    x: |+\n      t\n\nb: 1\n',
      `extensions:\n  a:\n    x: |+\n      t\n\n${block}b: 1\n`,
    ],
    'a text that ends the file': ['extensions:\n  a: 1\n  b: |\n    t', `extensions:\n  a: 1\n${block}  b: |\n    t`],
    CRLF: ['extensions:\r\n  a:\r\n    x: 1\r\n  b: 1\r\n', `extensions:\n  a:\n    x: 1\n  b: 1\n${block}`.replaceAll('\n', '\r\n')],
    'a lone CR': ['extensions:\r  a:\r    x: 1\r', `extensions:\n  a:\n    x: 1\n${block}`.replaceAll('\n', '\r')],
    'merge keys': ['x: &e {c: 1}\nextensions:\n  <<: *e\n', `x: &e {c: 1}\nextensions:\n  <<: *e\n${block}`],
    'directive and tabs in comments': [
      '%YAML 1.2\n---\n#\tx\t\na: >-\n  x\n\n',
      `%YAML 1.2\n---\n#\tx\t\na: >-\n  x\nextensions:\n${block}\n`,
    ],
    'a key given twice': ['extensions: {}\nextensions:\n  a: {}\n', `extensions: {}\nextensions:\n  a: {}\n${block}`],
  };
  it.each(Object.entries(cases))('%s', (_, [before, after]) => {
    expect(change(before, map, set('snap', small))).toBe(after);
    expect(change(after, map, remove('snap'))).toBe(before);
  });

  const item = 'name: snap\n    command: snap-mcp\n    args:\n      - mcp\n      - --stdio\n';
  const lists: Record<string, readonly [ServersAt, string | undefined, string]> = {
    'no file': [list, undefined, `mcpServers:\n  - ${item}`],
    'items below their key': [list, 'name: x\nmcpServers:\n  - name: a\n', `name: x\nmcpServers:\n  - name: a\n  - ${item}`],
    'items at the column of their key': [
      list,
      'mcpServers:\n- name: a\n  args: [x]\n# next\nb: 1\n',
      'mcpServers:\n- name: a\n  args: [x]\n- name: snap\n  command: snap-mcp\n  args: [mcp, --stdio]\n# next\nb: 1\n',
    ],
    'an empty list': [list, 'mcpServers: []\n', 'mcpServers: [{name: snap, command: snap-mcp, args: [mcp, --stdio]}]\n'],
    'items that only refer': [list, 'mcpServers:\n  - uses: x/y\n', `mcpServers:\n  - uses: x/y\n  - ${item}`],
    'wrapped items': [
      wrapped,
      'experimental:\n  servers:\n    - transport:\n        type: stdio\n',
      'experimental:\n  servers:\n    - transport:\n        type: stdio\n    - name: snap\n      transport:\n        command: snap-mcp\n        args:\n          - mcp\n          - --stdio\n',
    ],
  };
  it.each(Object.entries(lists))('a list: %s', (_, [at, before, after]) => {
    expect(change(before, at, set('snap', small))).toBe(after);
    expect(change(after, at, remove('snap'))).toBe(before);
  });
});

describe('an existing entry', () => {
  const text = `extensions:
  snap: # ours
    enabled: true   # keep
    command: "old" # mine
    args:
      - mcp   # one
      - shim  # two
      - -v
    # env below
    env: {A: "1"}
    timeout: 300
  other: {}
`;
  it('changes only the values that differ and keeps the fields and comments of the person', () => {
    const own = new Map<string, Value>([...small, ['env', new Map([['B', 'yes']])]]);
    const expected = text
      .replace('"old"', '"snap-mcp"')
      .replace('shim ', '--stdio ')
      .replace('      - -v\n', '')
      .replace('"1"}', '"1", B: "yes"}');
    expect(change(text, map, set('snap', own))).toBe(expected);
  });

  it('loses the dropped fields, and gets new ones at its end', () => {
    const url = new Map([['uri', 'http://127.0.0.1:8765/events']]);
    const expected = `extensions:
  snap: # ours
    enabled: true   # keep
    # env below
    timeout: 300
    uri: http://127.0.0.1:8765/events
  other: {}
`;
    expect(change(text, map, set('snap', url, ['command', 'args', 'env']))).toBe(expected);
  });

  it('is the same text when nothing differs', () => {
    expect(change(text, map, set('snap', new Map([['timeout', 300]]), ['cwd']))).toBe(text);
  });

  it.each([
    ['a text', 'extensions:\n  snap: no # c\n', 'extensions:\n  snap: # c\n    a: 1\n'],
    ['nothing', 'extensions:\n  snap:\n', 'extensions:\n  snap:\n    a: 1\n'],
    ['an alias', 'x: &x {a: 2}\nextensions:\n  snap: *x\n', 'x: &x {a: 2}\nextensions:\n  snap: \n    a: 1\n'],
    ['a map with an alias', 'x: &x 2\nextensions:\n  snap: {a: *x}\n', 'x: &x 2\nextensions:\n  snap: {a: 1}\n'],
    ['given twice', 'extensions:\n  snap: {a: 3}\n  snap: {a: 4}\n', 'extensions:\n  snap: {a: 3}\n  snap: {a: 1}\n'],
    ['a block text', 'extensions:\n  snap:\n    a: |\n      x\n      y\n    b: 1\n', 'extensions:\n  snap:\n    a: 1\n    b: 1\n'],
  ])('that is %s', (_, before, after) => {
    expect(change(before, map, set('snap', new Map([['a', 1]])))).toBe(after);
  });

  it('is found in a list by its name, and changed inside its wrapping member', () => {
    const before = 'experimental:\n  servers:\n    - transport: {type: stdio, command: a} # c\n      name: snap\n';
    expect(change(before, wrapped, set('snap', new Map([['command', 'b']]), ['type']))).toBe(
      before.replace('type: stdio, command: a', 'command: b'),
    );
  });

  it('leaves an empty container when it was made by hand, and goes in every copy', () => {
    expect(change('extensions: # all\n  # x\n  snap: {a:   1} # y\n\nb: 1\n', map, remove('snap'))).toBe(
      'extensions: {} # all\n  # x\n\nb: 1\n',
    );
    expect(change('extensions:\n  snap: 1\n  a: 1\n  snap: 2\n', map, remove('snap'))).toBe('extensions:\n  a: 1\n');
    expect(change('mcpServers:\n- name:   snap\n', list, remove('snap'))).toBe('mcpServers: []\n');
  });

  it('takes the comments inside it along, and no other', () => {
    const before = 'extensions:\n  # above\n  snap:\n    a: 1\n    # inside\n  # below\n  b: {}\n';
    expect(change(before, map, remove('snap'))).toBe('extensions:\n  # above\n  # below\n  b: {}\n');
  });
});

describe('what cannot be edited safely', () => {
  it.each([
    ['a container that others refer to', 'extensions: &e\n  a: 1\nb: *e\n'],
    ['a container of another kind', 'extensions: [a]\n'],
    ['a text where a container was meant', 'extensions: none\n'],
    ['a root that is a list', '- a\n'],
    ['a text that cannot be read', 'a: [\n'],
  ])('is refused: %s', (_, text) => {
    expect(() => change(text, map, set('snap', small))).toThrow(SnapError);
  });

  it('is refused: removing an anchor that others need', () => {
    expect(() => change('extensions:\n  snap: &s {a: 1}\n  b: *s\n', map, remove('snap'))).toThrow(SnapError);
  });
});

it.each([
  ...hostileNames,
  'yes',
  'No',
  'on',
  '1',
  '0o7',
  '1_000',
  '12:30',
  '2024-01-01',
  '-',
  '-y',
  '---',
  '=',
  '<<',
  '.5',
  'a:',
  'a #b',
  ' a',
  '\t',
  'a\nb',
  '\u0085',
  '\u2028',
  '\ufeff',
  '\u0000',
  'C:\\a b',
])('writes %j so that it reads back the same, as a name and as a value, in a block and in braces', (word) => {
  for (const text of ['', '{}']) {
    const own = new Map<string, Value>([
      [word, word],
      ['list', [word]],
    ]);
    expect(independently(change(text, map, set(word, own)) ?? '')).toEqual(new Map([['extensions', new Map([[word, own]])]]));
  }
});

it('shows an entry as it would stand in an empty file', () => {
  expect(yaml.snippet(map, 'snap', small)).toBe(`extensions:\n${block}`.trimEnd());
});

function containerOf(text: string, at: ServersAt): Node | undefined {
  const tree = parseYaml(text);
  return tree.kind === 'tree' ? findContainer(tree.root, at) : undefined;
}

/** An entry whose name counts once, and where the next one or the end of the text is. */
function pickEntry(text: string, at: ServersAt, pick: number) {
  const entries = entriesOf(containerOf(text, at), at).filter(({ place }) => text[place.start] !== '*');
  const entry = entries[pick % entries.length];
  if (entry === undefined || entry.name.startsWith('#') || entries.filter(({ name }) => name === entry.name).length > 1) return undefined;
  return { ...entry, start: entry.place.start, next: entries[(pick % entries.length) + 1]?.place.start };
}

/** An item may start lines above its first field, at its dash. */
function startOfEntry(text: string, at: ServersAt, start: number): number {
  const line = lineStart(text, start);
  if (at.kind === 'map' || line === 0 || text.slice(line, start).includes('-')) return line;
  return /^[ ]*-/.test(text.slice(line)) ? line : startOfEntry(text, at, line - 1);
}

function commentsOf(text: string): readonly string[] {
  return linesOf(text).filter((line) => line.trim().startsWith('#\t'));
}

/** What the yaml library makes of a text, by its own way from text to value. */
function independently(text: string): unknown {
  const document = parseDocument(text.replace(/\r(?!\n)/g, '\n'), { uniqueKeys: false, logLevel: 'error' });
  expect(document.errors).toEqual([]);
  return document.toJS({ mapAsMap: true, maxAliasCount: -1 });
}

function withEntry(before: unknown, path: readonly string[], at: ServersAt, name: string, index: number): unknown {
  const [key, ...rest] = path;
  const map = before instanceof Map ? before : new Map();
  if (key !== undefined) return new Map([...map, [key, withEntry(map.get(key), rest, at, name, index)]]);
  if (at.kind === 'map') return new Map([...map, [name, fields]]);
  const item =
    at.wrap === undefined
      ? new Map<string, Value>([['name', name], ...fields])
      : new Map<string, Value>([
          ['name', name],
          [at.wrap, fields],
        ]);
  return (Array.isArray(before) ? before : []).toSpliced(index, 0, item);
}

/** Whether the containers are of the right kind, and the name is free. */
/** Such servers are left to the person. */
function standsByAlias(root: Node | undefined, path: readonly string[]): boolean {
  return path.some((_, depth) => {
    const node = findNode(root, path.slice(0, depth + 1));
    return node !== undefined && 'style' in node && node.style === 'alias';
  });
}

function isOpen(text: string, at: ServersAt, name: string): boolean {
  const tree = parseYaml(text);
  if (tree.kind === 'problem' || standsByAlias(tree.root, at.path) || isShared(tree.root, [...tree.anchors.values()], at.path))
    return false;
  let value: Value | undefined = tree.root && toValue(tree.root);
  for (const key of at.path) {
    if (value === undefined || value === null) return true;
    if (!(value instanceof Map)) return false;
    value = value.get(key);
  }
  if (value === undefined || value === null) return true;
  if (at.kind === 'map') return value instanceof Map && !value.has(name);
  return Array.isArray(value) && value.every((item: Value) => item instanceof Map && item.get('name') !== name);
}

/**
 * Whether something on the path has an anchor: what is added there would appear elsewhere as well, so it is refused. So is writing
 * out an alias of a map that has a key twice.
 */
function isShared(root: Node | undefined, anchored: readonly Node[], path: readonly string[]): boolean {
  return path.some((_, i) => {
    const found = findNode(root, path.slice(0, i + 1));
    return anchored.some((node) => node === found || hasTwins(node));
  });
}

function hasTwins(node: Node): boolean {
  if (node.kind === 'scalar') return false;
  if (node.kind === 'list') return node.items.some(hasTwins);
  return new Set(node.members.map(({ key }) => key)).size < node.members.length || node.members.some(({ value }) => hasTwins(value));
}

/** An alias or a written null on the path has to give way to a container. */
function needsReplacing(text: string, at: ServersAt): boolean {
  const tree = yaml.parse(text, 'unknown');
  let node = tree.kind === 'tree' ? tree.root : undefined;
  for (const key of at.path) {
    node = node?.kind === 'map' ? node.members.findLast((member) => member.key === key)?.value : undefined;
    if (node !== undefined && (text[node.start] === '*' || (node.kind === 'scalar' && node.end > node.start))) return true;
  }
  return false;
}

function linesOf(text: string): readonly string[] {
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
}

function isSubsequence<T>(shorter: readonly T[], longer: readonly T[]): boolean {
  let i = 0;
  for (const part of longer) if (part === shorter[i]) i++;
  return i === shorter.length;
}
