import fc from 'fast-check';
import { parse as parseIndependently, type ParseError } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { json } from '../../../src/formats/edit/json.ts';
import type { EntryChange, ServersAt } from '../../../src/formats/edit/format.ts';
import { findNode, sameValue, toValue, type Value } from '../../../src/formats/syntax/node.ts';
import { hostileNames, jsonTexts } from '../../support/texts/json-texts.ts';
import { rounds } from '../../support/storm.ts';

const at = (path: readonly string[]): ServersAt => ({ kind: 'map', path });
const fields = new Map<string, Value>([
  ['command', '/usr/bin/node'],
  ['args', ['/opt/snap/main.js', 'mcp', '--stdio']],
  ['env', new Map<string, Value>([['SVC_MCP_INTELLIGENCE_SURFACE', 'full']])],
]);
const set = (name: string): EntryChange => ({ kind: 'set', name, fields, drop: [] });
const runs = rounds(500);

describe('laws over random files', () => {
  const cases = fc.tuple(jsonTexts, fc.constantFrom('snap', 'my server', ...hostileNames));

  it('inserts, and moves no other byte', () => {
    fc.assert(
      fc.property(cases, ([{ text, path }, name]) => {
        fc.pre(!isTaken(text, path, name));
        const result = json.change(text, 'comments-and-commas', at(path), set(name)) ?? '';
        expect(isSubsequenceByInsertion(text, result)).toBe(true);
        expect(parsed(result)).toEqual(withEntry(parsed(text), path, name));
      }),
      { numRuns: runs },
    );
  });

  it('gives the original text back when the new entry is removed, or one without the empty map that it was put into', () => {
    fc.assert(
      fc.property(cases, ([{ text, path }, name]) => {
        fc.pre(!isTaken(text, path, name));
        const result = json.change(text, 'comments-and-commas', at(path), set(name));
        const back = json.change(result, 'comments-and-commas', at(path), { kind: 'remove', name });
        // What was in an empty map cannot be seen from the result: the journal remembers it (test/clients/removal.test.ts).
        if (!isEmptyAt(text, path)) expect(back).toBe(text);
        else expect(isTaken(back ?? '', path, name)).toBe(false);
      }),
      { numRuns: runs },
    );
  });

  it('changes nothing when the same entry is set again', () => {
    fc.assert(
      fc.property(cases, ([{ text, path }, name]) => {
        fc.pre(!isTaken(text, path, name));
        const once = json.change(text, 'comments-and-commas', at(path), set(name));
        expect(json.change(once, 'comments-and-commas', at(path), set(name))).toBe(once);
      }),
      { numRuns: runs },
    );
  });

  it('keeps a strict file strict', () => {
    fc.assert(
      fc.property(cases, ([{ text, path, strict }, name]) => {
        fc.pre(strict && text.trim() !== '' && !isTaken(text, path, name));
        expect(() => JSON.parse(json.change(text, 'strict', at(path), set(name)) ?? '')).not.toThrow();
      }),
      { numRuns: runs },
    );
  });

  it('removes any entry that is there, and keeps every comment and every other value', () => {
    fc.assert(
      fc.property(jsonTexts, fc.nat(5), ({ text, path }, pick) => {
        const tree = json.parse(text, 'comments-and-commas');
        const container = tree.kind === 'tree' ? findNode(tree.root, path) : undefined;
        fc.pre(container?.kind === 'map' && container.members.length > 0);
        const name = container?.kind === 'map' ? (container.members[pick % container.members.length]?.key ?? '') : '';
        const result = json.change(text, 'comments-and-commas', at(path), { kind: 'remove', name }) ?? '';
        const after = json.parse(result, 'comments-and-commas');
        const left = after.kind === 'tree' ? findNode(after.root, path) : undefined;
        const others = container?.kind === 'map' ? container.members.filter((member) => member.key !== name) : [];
        expect(left?.kind === 'map' ? left.members.map((member) => member.key) : []).toEqual(others.map((member) => member.key));
        expect(isSubsequenceByInsertion(result, text)).toBe(true);
      }),
      { numRuns: runs },
    );
  });
});

describe('an existing entry', () => {
  const text = `{
  "mcpServers": {
    "snap": {
      "command": "/old/node", // mine
      "args": ["/opt/snap/main.js", "mcp", "shim"],
      "disabled": false,
      "env": { "A": "1" },
    },
  },
}
`;
  it('changes only the values that differ and keeps the fields of the person', () => {
    expect(json.change(text, 'comments-and-commas', at(['mcpServers']), set('snap'))).toBe(`{
  "mcpServers": {
    "snap": {
      "command": "/usr/bin/node", // mine
      "args": ["/opt/snap/main.js", "mcp", "--stdio"],
      "disabled": false,
      "env": { "A": "1", "SVC_MCP_INTELLIGENCE_SURFACE": "full" },
    },
  },
}
`);
  });

  it('loses the dropped fields', () => {
    const url: EntryChange = {
      kind: 'set',
      name: 'snap',
      fields: new Map([['url', 'http://127.0.0.1:8765/events']]),
      drop: ['command', 'args', 'env'],
    };
    expect(json.change(text, 'comments-and-commas', at(['mcpServers']), url)).toBe(
      `{
  "mcpServers": {
    "snap": {
      "disabled": false,
      "url": "http://127.0.0.1:8765/events",
    },
  },
}
`.replace('      "disabled"', '      // mine\n      "disabled"'),
    );
  });
});

describe('how an insertion looks', () => {
  const small: EntryChange = {
    kind: 'set',
    name: 'snap',
    fields: new Map<string, Value>([
      ['command', 'snap-mcp'],
      ['args', ['mcp', '--stdio']],
    ]),
    drop: [],
  };
  const cases: Record<string, readonly [string | undefined, string]> = {
    'no file': [
      undefined,
      '{\n  "mcpServers": {\n    "snap": {\n      "command": "snap-mcp",\n      "args": ["mcp", "--stdio"]\n    }\n  }\n}\n',
    ],
    'tabs, lists over lines, no final newline': [
      '{\n\t"mcpServers": {\n\t\t"a": {\n\t\t\t"command": "x",\n\t\t\t"args": [\n\t\t\t\t"y"\n\t\t\t]\n\t\t}\n\t}\n}',
      '{\n\t"mcpServers": {\n\t\t"a": {\n\t\t\t"command": "x",\n\t\t\t"args": [\n\t\t\t\t"y"\n\t\t\t]\n\t\t},\n\t\t"snap": {\n\t\t\t"command": "snap-mcp",\n\t\t\t"args": [\n\t\t\t\t"mcp",\n\t\t\t\t"--stdio"\n\t\t\t]\n\t\t}\n\t}\n}',
    ],
    CRLF: [
      '{\r\n    "mcpServers": {\r\n        "a": { "command": "x" }\r\n    }\r\n}\r\n',
      '{\r\n    "mcpServers": {\r\n        "a": { "command": "x" },\r\n        "snap": { "command": "snap-mcp", "args": ["mcp", "--stdio"] }\r\n    }\r\n}\r\n',
    ],
    'one tight line': [
      '{"mcpServers":{"a":{"command":"x"}}}',
      '{"mcpServers":{"a":{"command":"x"},"snap":{"command":"snap-mcp","args":["mcp","--stdio"]}}}',
    ],
    'an empty map': [
      '{\n  "mcpServers": {}\n}\n',
      '{\n  "mcpServers": {\n    "snap": {\n      "command": "snap-mcp",\n      "args": ["mcp", "--stdio"]\n    }\n  }\n}\n',
    ],
    'an empty map over two lines': [
      '{\n\t"theme": 1,\n\t"mcpServers": {\n\t}\n}\n',
      '{\n\t"theme": 1,\n\t"mcpServers": {\n\t\t"snap": {\n\t\t\t"command": "snap-mcp",\n\t\t\t"args": ["mcp", "--stdio"]\n\t\t}\n\t}\n}\n',
    ],
    'an empty file of braces': [
      '{}',
      '{\n  "mcpServers": {\n    "snap": {\n      "command": "snap-mcp",\n      "args": ["mcp", "--stdio"]\n    }\n  }\n}',
    ],
    'an empty map in a file of one line': [
      '{"theme": 1, "mcpServers": {}}',
      '{"theme": 1, "mcpServers": {"snap": {"command": "snap-mcp", "args": ["mcp", "--stdio"]} }}',
    ],
    'a note at the last sibling': [
      '{\n  "mcpServers": {\n    "a": {\n      "command": "x"\n    } // mine\n    // "b": {}\n  }\n}',
      '{\n  "mcpServers": {\n    "a": {\n      "command": "x"\n    }, // mine\n    "snap": {\n      "command": "snap-mcp",\n      "args": ["mcp", "--stdio"]\n    }\n    // "b": {}\n  }\n}',
    ],
    'commas in front': [
      '{\n  "mcpServers": {\n    "a": {"command":"x"}\n  , "b": {"command":"y"}\n  }\n}',
      '{\n  "mcpServers": {\n    "a": {"command":"x"}\n  , "b": {"command":"y"}\n  , "snap": {"command": "snap-mcp", "args": ["mcp", "--stdio"]}\n  }\n}',
    ],
    'a settings file without servers': [
      '// mine\n{\n  "theme": "One Dark",\n}\n',
      '// mine\n{\n  "theme": "One Dark",\n  "mcpServers": {\n    "snap": {\n      "command": "snap-mcp",\n      "args": ["mcp", "--stdio"]\n    }\n  },\n}\n',
    ],
  };
  it.each(Object.entries(cases))('%s', (says, [before, after]) => {
    expect(json.change(before, 'comments-and-commas', at(['mcpServers']), small)).toBe(after);
    if (says.startsWith('an empty')) return;
    expect(json.change(after, 'comments-and-commas', at(['mcpServers']), { kind: 'remove', name: 'snap' })).toBe(before);
  });

  it('goes into the legacy list as an item with its transport', () => {
    const list: ServersAt = { kind: 'list', path: ['experimental', 'modelContextProtocolServers'], wrap: 'transport' };
    const before =
      '{\n  "experimental": {\n    "modelContextProtocolServers": [\n      { "transport": { "type": "stdio", "command": "x" } }\n    ]\n  }\n}\n';
    const result = json.change(before, 'comments', list, small);
    expect(result).toBe(
      before.replace('"x" } }', '"x" } },\n      { "name": "snap", "transport": { "command": "snap-mcp", "args": ["mcp", "--stdio"] } }'),
    );
    expect(json.change(result, 'comments', list, { kind: 'remove', name: 'snap' })).toBe(before);
  });
});

/** Whether `longer` is `shorter` with text put in: every character of the one is found in the other in order. */
function isSubsequenceByInsertion(shorter: string, longer: string): boolean {
  let i = 0;
  for (let j = 0; j < longer.length && i < shorter.length; j++) if (shorter[i] === longer[j]) i++;
  return i === shorter.length;
}

/** Whether the innermost map of the path that is there has nothing in it. */
function isEmptyAt(text: string, path: readonly string[]): boolean {
  const tree = json.parse(text, 'comments-and-commas');
  let node = tree.kind === 'tree' ? tree.root : undefined;
  for (const key of path) {
    const next = node?.kind === 'map' ? node.members.findLast((member) => member.key === key)?.value : undefined;
    if (next === undefined) break;
    node = next;
  }
  return node?.kind === 'map' && node.members.length === 0;
}

function isTaken(text: string, path: readonly string[], name: string): boolean {
  const tree = json.parse(text, 'comments-and-commas');
  let node = tree.kind === 'tree' ? tree.root : undefined;
  for (const key of path) {
    node = node?.kind === 'map' ? node.members.findLast((member) => member.key === key)?.value : node;
    if (node !== undefined && node.kind !== 'map') return true;
  }
  return node?.kind === 'map' && node.members.some((member) => member.key === name);
}

/** As plain entries in order, duplicates included: an object would lose them, and lose the order of integer-like keys. */
function parsed(text: string): unknown {
  const errors: ParseError[] = [];
  parseIndependently(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  expect(errors).toEqual([]);
  const tree = json.parse(text, 'comments-and-commas');
  return tree.kind === 'tree' && tree.root ? toValue(tree.root) : new Map();
}

function withEntry(before: unknown, path: readonly string[], name: string): unknown {
  const root = before instanceof Map ? before : new Map();
  const [key, ...rest] = path;
  if (key === undefined) return new Map([...root, [name, fields]]);
  return new Map([...root, [key, withEntry(root.get(key), rest, name)]]);
}

it('compares values the way the tests mean it', () => {
  expect(sameValue(new Map([['a', [1, 'x']]]), new Map([['a', [1, 'x']]]))).toBe(true);
});
