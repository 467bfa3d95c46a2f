import { findMember, findNode, type ListNode, type MapNode, type Member, type Node } from '../syntax/node.ts';
import type { ServersAt } from './format.ts';

/** One server of a container. `place` is what is cut out to remove it; `fields` is where its fields are. */
export interface PlacedEntry {
  readonly name: string;
  readonly place: Member | Node;
  readonly fields: Node;
}

/** The map or list that holds the servers, if the text has one. */
export function findContainer(root: Node | undefined, at: ServersAt): Node | undefined {
  return findNode(root, at.path);
}

/** Every server of a container in the order of the text, duplicates included. What is no map or list holds none. */
export function entriesOf(container: Node | undefined, at: ServersAt): readonly PlacedEntry[] {
  if (at.kind === 'map') return container?.kind === 'map' ? entriesOfMap(container) : [];
  return container?.kind === 'list' ? entriesOfList(container, at) : [];
}

function entriesOfMap(container: MapNode): readonly PlacedEntry[] {
  return container.members.map((member) => ({ name: member.key, place: member, fields: member.value }));
}

function entriesOfList(container: ListNode, at: ServersAt): readonly PlacedEntry[] {
  return container.items.map((item, index) => {
    const name = findMember(item, 'name')?.value;
    const wrapped = at.wrap === undefined ? item : findMember(item, at.wrap)?.value;
    return {
      // An item without a name still has to be shown and counted; the number is for people only.
      name: name?.kind === 'scalar' && typeof name.value === 'string' ? name.value : `#${index + 1}`,
      place: item,
      fields: wrapped ?? item,
    };
  });
}

/** The entry that counts under a name: the last one, as in every client's parser. */
export function findEntry(container: Node | undefined, at: ServersAt, name: string): PlacedEntry | undefined {
  if (at.kind === 'list') return entriesOf(container, at).findLast((entry) => entry.name === name);
  const member = findMember(container, name);
  return member && { name, place: member, fields: member.value };
}
