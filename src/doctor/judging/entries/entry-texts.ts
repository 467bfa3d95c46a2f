import type { TextKind } from '../../../clients/index.ts';
import { findMember, type Member, type Node } from '../../../formats/index.ts';
import { argumentNodes, commandNode } from '../../edit.ts';
import type { EntryFacts } from '../../setup.ts';
import { fieldOf } from './fields.ts';
import { memoize } from '../memoize.ts';

/** One text of an entry that says how its server is started or reached. May be a secret. */
export interface EntryText {
  readonly kind: TextKind;
  /** The name of the variable or header. */
  readonly name?: string | undefined;
  /** The index of the argument. */
  readonly index?: number | undefined;
  readonly text: string;
  readonly node: Node;
}

/** Every text of an entry, in the order in which a client uses them. */
export const textsOf = memoize((target: EntryFacts): readonly EntryText[] => {
  const { entry: form } = target.file.reading;
  const texts: EntryText[] = [];
  const add = (node: Node | undefined, about: Omit<EntryText, 'text' | 'node'>): void => {
    if (node?.kind === 'scalar' && typeof node.value === 'string') texts.push({ ...about, text: node.value, node });
  };
  add(commandNode(target) ?? fieldOf(target, form.stdio.command)?.value, { kind: 'command' });
  for (const [index, node] of argumentNodes(target).entries()) add(node, { kind: 'argument', index });
  for (const { key, value } of envMembers(target)) add(value, { kind: 'variable', name: key });
  if (form.stdio.cwd !== undefined) add(fieldOf(target, form.stdio.cwd)?.value, { kind: 'cwd' });
  for (const key of urlKeys(target)) add(fieldOf(target, key)?.value, { kind: 'url' });
  for (const { key, value } of headerMembers(target)) add(value, { kind: 'header', name: key });
  return texts;
});

/** The members of an entry's environment. */
export function envMembers(target: EntryFacts): readonly Member[] {
  return mapMembers(fieldOf(target, target.file.reading.entry.stdio.env)?.value);
}

/** The members of an entry's headers. */
export function headerMembers(target: EntryFacts): readonly Member[] {
  const { http, sse } = target.file.reading.entry;
  const form = http ?? sse;
  if (form?.headers === undefined) return [];
  const outer =
    form.headersIn === undefined ? fieldOf(target, form.headers) : findMember(fieldOf(target, form.headersIn)?.value, form.headers);
  return mapMembers(outer?.value);
}

/** The fields in which this client reads an address, the one it prefers first. */
export function urlKeys({ file }: Pick<EntryFacts, 'file'>): readonly string[] {
  const { http, reads, sse } = file.reading.entry;
  return [...new Set([...(reads?.url ?? []).filter((key) => key === 'httpUrl'), http?.url, sse?.url, ...(reads?.url ?? [])])].filter(
    (key) => key !== undefined,
  );
}

function mapMembers(node: Node | undefined): readonly Member[] {
  return node?.kind === 'map' ? node.members : [];
}

/** The place of a text in words, without the text. */
export function whereIs({ index, kind, name }: Pick<EntryText, 'kind' | 'name' | 'index'>): string {
  switch (kind) {
    case 'command':
      return 'the command';
    case 'argument':
      return `argument ${(index ?? 0) + 1}`;
    case 'variable':
      return `the variable ${name ?? ''}`;
    case 'header':
      return `the header ${name ?? ''}`;
    case 'url':
      return 'the address';
    case 'cwd':
      return 'the start directory';
    default:
      return kind satisfies never;
  }
}
