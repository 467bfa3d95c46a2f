import { isMap, toValue, type Member, type Node, type ServersAt, type Value } from '../../../formats/index.ts';
import type { Fix } from '../../diagnostic.ts';
import type { FileFacts, Setup } from '../../setup.ts';
import { liftOutOfMap, wrapInMap } from './json-nesting.ts';
import { changedText, newText, readsAs } from './rewrite-file.ts';

/** A server that is outside the map of servers. */
export interface Misplaced {
  readonly name: string;
  readonly value: Node;
  readonly from: { readonly kind: 'root' } | { readonly kind: 'entry'; readonly name: string; readonly at: ServersAt };
}

/** Moves one server into the map; `undefined` when its name is already used there, or the editor cannot do it. */
export function moveFix(setup: Setup, file: FileFacts, { name, value, from }: Misplaced): Fix | undefined {
  const fields = toValue(value);
  if (file.scope === 'managed' || !isMap(fields) || file.servers.some((server) => server.name === name)) return undefined;
  const [first] = file.reading.layouts;
  const at = from.kind === 'entry' ? from.at : (file.servers[0]?.at ?? first);
  const away =
    from.kind === 'entry'
      ? { at, change: { kind: 'set', name: from.name, fields: new Map<string, Value>(), drop: [name] } as const }
      : { at: { kind: 'map', path: [] } as const, change: { kind: 'remove', name } as const };
  const text = changedText(file, [away, { at, change: { kind: 'set', name, fields, drop: [] } }]);
  if (text === undefined) return undefined;
  return { kind: 'confirm', says: `move "${name}" into "${at.path.join('.')}"`, edit: newText(setup, file, text) };
}

/** Puts the map around servers that are at the root; `undefined` when the root has other members too. */
export function bareMapFix(setup: Setup, file: FileFacts, own: string, members: readonly Member[]): Fix | undefined {
  const { root, text, reading, scope } = file;
  const isMapOfServers = root?.kind === 'map' && root.members.length === members.length;
  if (!isMapOfServers || text === undefined || reading.format !== 'json' || scope === 'managed') return undefined;
  const result = wrapInMap(text, root, own);
  if (!readsAs(file, result, new Map([[own, toValue(root)]]))) return undefined;
  return { kind: 'confirm', says: `put "${own}" around the servers`, edit: newText(setup, file, result) };
}

/** Replaces a map that only holds a map of servers by that map, under the right key. */
export function liftFix(
  setup: Setup,
  file: FileFacts,
  { outer, inner, own }: { readonly outer: Member; readonly inner: Member; readonly own: string },
): Fix | undefined {
  const { root, text, reading, scope } = file;
  const isOnly = outer.value.kind === 'map' && outer.value.members.length === 1;
  if (root?.kind !== 'map' || !isOnly || text === undefined || reading.format !== 'json' || scope === 'managed') return undefined;
  if (root.members.some(({ key }) => key === own)) return undefined;
  const moved = liftOutOfMap(text, outer.value, inner.value);
  const result = moved.slice(0, outer.keySpan.start) + JSON.stringify(own) + moved.slice(outer.keySpan.end);
  const wanted: Value = new Map(root.members.map((one) => (one === outer ? [own, toValue(inner.value)] : [one.key, toValue(one.value)])));
  if (!readsAs(file, result, wanted)) return undefined;
  return { kind: 'confirm', says: `put the servers under "${own}"`, edit: newText(setup, file, result) };
}
