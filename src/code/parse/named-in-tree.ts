import { posix } from 'node:path';
import type { NamingForm } from '../module-record.ts';
import { nameOf, nodeIn, nodesIn, textOf, type Node } from './tree.ts';

/** An address that is longer names no file. */
const maxAddress = 500;

/** The files that a call names without importing them, if it is such a call. */
export function namedIn(node: Node): { readonly source: string; readonly form: NamingForm } | undefined {
  const callee = nodeIn(node, 'callee');
  const [first, second] = nodesIn(node, 'arguments');
  if (node.type === 'NewExpression') {
    const source = callee?.type === 'Identifier' && callee['name'] === 'URL' && isOfMeta(second, /^url$/) ? textOf(first) : undefined;
    return source === undefined || source.length > maxAddress ? undefined : { source, form: 'url' };
  }
  if (!isOfMeta(callee, /^glob(?:Eager)?$/) || first === undefined) return undefined;
  const list = first.type === 'ArrayExpression' ? nodesIn(first, 'elements').map(textOf) : [textOf(first)];
  const base = baseIn(second);
  const patterns = list.flatMap((one) => (one === undefined ? [] : [withBase(one, base)]));
  // With a computed part it is not known what the rest means.
  if (patterns.length < list.length) return undefined;
  return { source: first.type === 'ArrayExpression' ? JSON.stringify(patterns) : (patterns[0] ?? ''), form: 'glob' };
}

/** `import.meta.name`. */
function isOfMeta(node: Node | undefined, name: RegExp): boolean {
  if (node?.type !== 'MemberExpression' || node['optional'] === true || node['computed'] === true) return false;
  const meta = nodeIn(node, 'object');
  return meta?.type === 'MetaProperty' && nameOf(nodeIn(meta, 'meta')) === 'import' && name.test(nameOf(nodeIn(node, 'property')));
}

/** The directory from which relative patterns count. https://vite.dev/guide/features#base-path (read 2026-11-22) */
function baseIn(options: Node | undefined): string | undefined {
  const found = nodesIn(options ?? { type: '', start: 0, end: 0 }, 'properties').find(
    (one) => one['computed'] !== true && nameOf(nodeIn(one, 'key')) === 'base',
  );
  return found === undefined ? undefined : textOf(nodeIn(found, 'value'));
}

function withBase(pattern: string, base: string | undefined): string {
  const [, not = '', path = ''] = /^(!?)(.*)$/s.exec(pattern) ?? [];
  if (base === undefined || !/^\.\.?\//.test(path)) return pattern;
  const joined = posix.join(base, path);
  return `${not}${/^(?:\.\.?\/|\/)/.test(joined) ? joined : `./${joined}`}`;
}
