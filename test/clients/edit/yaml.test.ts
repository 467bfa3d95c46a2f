import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import type { EntryChange, ServersAt } from '../../../src/clients/edit/format.ts';
import { yaml } from '../../../src/clients/edit/yaml.ts';
import { findNode, toValue, type Node, type Value } from '../../../src/clients/syntax/node.ts';
import { lineStart } from '../../../src/clients/edit/yaml-lines.ts';
import { entriesOf, findContainer } from '../../../src/clients/edit/entries.ts';
import { parseYaml } from '../../../src/clients/syntax/yaml.ts';
import { hostileNames } from '../../support/json-texts.ts';
import { yamlTexts } from '../../support/yaml-texts.ts';

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
const runs = Number(process.env['SNAP_PROPERTY_RUNS'] ?? 300);

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
        // An alias inside braces that has to be written out cannot be told from the value itself.
        fc.pre(!/[{[].*\*a\d/.test(text) || !needsReplacing(text, at));
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
function isOpen(text: string, at: ServersAt, name: string): boolean {
  const tree = parseYaml(text);
  if (tree.kind === 'problem' || isShared(tree.root, [...tree.anchors.values()], at.path)) return false;
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
