import { isMap, sameValue, type Node, type Value } from '../syntax/node.ts';
import type { Read, Candidate, Patch } from './choose.ts';
import { afterLine } from '../text-lines.ts';

interface Marker {
  readonly start: number;
  readonly end: number;
  readonly kind: '<' | '|' | '=' | '>';
}

/** Whether a line of the text is a mark that version control left. */
export function hasConflict(text: string): boolean {
  return markersOf(text).length > 0;
}

/**
 * Takes out the marks of merge conflicts where that chooses nothing: both sides say the same, one has all that the other has and
 * more, or there is only a mark and no second side. `undefined` where a person has to choose.
 *
 * @param read Reads a text and fixes what is left over when one side is kept (a comma); `isPlain`: without fixing
 */
export function resolveConflicts(text: string, read: (text: string, isPlain: boolean) => readonly Read[]): Candidate | undefined {
  const markers = markersOf(text);
  const order = markers.map(({ kind }) => kind).join('');
  if (/^(?:<\|?=>)+$/.test(order)) {
    const [first] = markers;
    const patch = (says: string): Patch => ({ splices: [], at: first?.start ?? 0, says });
    for (const side of ['ours', 'theirs'] as const) {
      const other = side === 'ours' ? 'theirs' : 'ours';
      const isKept = isEmptySide(text, markers, side) && !isEmptySide(text, markers, other);
      const [whole] = isKept ? read(withoutSide(text, markers, side), true) : [];
      if (whole !== undefined) return { text: whole.text, patches: [patch('one side of a merge conflict is empty: the other is kept')] };
    }
    const [ours] = read(withoutSide(text, markers, 'theirs'), false);
    const [theirs] = read(withoutSide(text, markers, 'ours'), false);
    if (ours?.value === undefined || theirs?.value === undefined) return undefined;
    if (sameValue(ours.value, theirs.value)) return { text: ours.text, patches: [patch('both sides of a merge conflict say the same')] };
    if (hasRepeats(ours.root) || hasRepeats(theirs.root)) return undefined;
    if (contains(ours.value, theirs.value)) {
      return { text: ours.text, patches: [patch('the first side of a merge conflict is kept: it has everything that the second has')] };
    }
    if (contains(theirs.value, ours.value)) {
      return { text: theirs.text, patches: [patch('the second side of a merge conflict is kept: it has everything that the first has')] };
    }
    return undefined;
  }
  // Marks without their partners: someone has chosen a side and forgot a line. Several of them may still have two sides between them.
  if (markers.length !== 1) return undefined;
  const [only] = markers;
  if (only === undefined) return undefined;
  const [whole] = read(text.slice(0, only.start) + text.slice(only.end), true);
  const patch: Patch = {
    splices: [{ start: only.start, end: only.end, text: '' }],
    at: only.start,
    says: 'the mark of a merge conflict was left',
  };
  return whole === undefined ? undefined : { text: whole.text, patches: [patch] };
}

function markersOf(text: string): readonly Marker[] {
  const markers: Marker[] = [];
  for (const found of text.matchAll(/^(?:([<|>])\1{6}(?: [^\r\n]*)?|={7})[ \t]*(?=[\r\n]|$(?![^]))/gm)) {
    const [line] = found;
    const kind = line.charAt(0);
    if (kind !== '<' && kind !== '|' && kind !== '=' && kind !== '>') continue;
    markers.push({ start: found.index, end: afterLine(text, found.index), kind });
  }
  return markers;
}

function isEmptySide(text: string, markers: readonly Marker[], side: 'ours' | 'theirs'): boolean {
  return markers.every(({ kind, end }, i) => {
    if (kind !== (side === 'ours' ? '<' : '=')) return true;
    return text.slice(end, markers[i + 1]?.start).trim() === '';
  });
}

/** Without the marks and all that is on this side (the common ancestor goes with either). */
function withoutSide(text: string, markers: readonly Marker[], side: 'ours' | 'theirs'): string {
  let kept = '';
  let at = 0;
  let part: 'both' | 'ours' | 'base' | 'theirs' = 'both';
  for (const { start, end, kind } of [...markers, { start: text.length, end: text.length, kind: '>' as const }]) {
    if (part === 'both' || (part !== 'base' && part !== side)) kept += text.slice(at, start);
    at = end;
    part = ({ '<': 'ours', '|': 'base', '=': 'theirs', '>': 'both' } as const)[kind];
  }
  return kept;
}

/** Whether one map has a name twice: one of them is not seen in the value. */
function hasRepeats(node: Node): boolean {
  if (node.kind === 'scalar') return false;
  if (node.kind === 'list') return node.items.some(hasRepeats);
  return new Set(node.members.map(({ key }) => key)).size < node.members.length || node.members.some(({ value }) => hasRepeats(value));
}

/** Whether `a` says all that `b` says: maps may have more members, anything else is the same. */
function contains(a: Value, b: Value): boolean {
  if (!isMap(a) || !isMap(b)) return sameValue(a, b);
  return [...b].every(([key, value]) => {
    const own = a.get(key);
    return own !== undefined && contains(own, value);
  });
}
