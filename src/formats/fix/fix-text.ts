import { positionAt } from '../../text/index.ts';
import type { Format, FormatName, Tolerance } from '../edit/format.ts';
import { toValue, type Parsed } from '../syntax/node.ts';
import { hasConflict, resolveConflicts } from './conflicts.ts';
import { curlyQuotes, hasCurlyLeft, isOfMark } from './curly-quotes.ts';
import { fixJson } from './json.ts';
import { type Read, applyPatches, type Candidate } from './choose.ts';

/** A text that reads, and every patch in words with its line in the old text: "line 7: a comma was missing". */
export interface FixedText {
  readonly text: string;
  readonly says: readonly string[];
}

/** A larger text is a state file that its client wrote; it is not fixed here. */
const maxCharacters = 1_000_000;

/**
 * The smallest patch that makes a text parse that its client cannot read. It adds and removes marks only (commas, colons, quotes,
 * brackets, comments, marks of a merge conflict), and every other byte stays. Of JSON objects that stand one after the other it
 * makes one, which lacks nothing that one of them has. In YAML and TOML only a byte order mark and the marks of a merge conflict are
 * removed: what a missing mark meant depends on the lines around it there, and the finding says where it is and what is expected.
 *
 * `undefined` where that would be a guess: when text was lost, when two patches would say different things, when the sides of a
 * conflict differ; also for a text that reads already.
 */
export function fixText(text: string, name: FormatName, format: Format, tolerance: Tolerance): FixedText | undefined {
  if (text.length > maxCharacters) return undefined;
  const hasByteOrderMark = text.startsWith('\uFEFF');
  const content = hasByteOrderMark ? text.slice(1) : text;
  const read = format.parse(content, tolerance);
  if (read.kind === 'tree') {
    return hasByteOrderMark && read.root !== undefined ? { text: content, says: [byteOrderMark] } : undefined;
  }
  const fixed = fixContent(content, name, format, tolerance);
  if (fixed === undefined) return undefined;
  const parsed = format.parse(fixed.text, tolerance);
  // The root of every config file is a map, so any other result is not a repair.
  if (parsed.kind !== 'tree' || parsed.root?.kind !== 'map') return undefined;
  return { text: fixed.text, says: [...(hasByteOrderMark ? [byteOrderMark] : []), ...saysOf(content, fixed.patches)] };
}

/** `line 2: a comma was missing`; the same fault in several lines is said once: `lines 2, 3 and 7: …`. */
function saysOf(text: string, patches: Candidate['patches']): readonly string[] {
  const lines = new Map<string, Set<number>>();
  for (const { at, says } of patches) lines.set(says, (lines.get(says) ?? new Set()).add(positionAt(text, at).line));
  return [...lines].map(([says, where]) => {
    const numbers = [...where].map(String);
    const shown = numbers.length > maxShownLines ? [...numbers.slice(0, maxShownLines), `${numbers.length - maxShownLines} more`] : numbers;
    return `${numbers.length === 1 ? 'line' : 'lines'} ${shown.join(', ').replace(/, ([^,]*)$/, ' and $1')}: ${says}`;
  });
}

const maxShownLines = 6;

const byteOrderMark = 'line 1: there was a byte order mark before the text';

function fixContent(text: string, name: FormatName, format: Format, tolerance: Tolerance): Candidate | undefined {
  const fix = (broken: string): Candidate | undefined => (name === 'json' ? fixJson(broken, format, tolerance) : undefined);
  if (!hasConflict(text)) return name === 'json' ? (withStraightQuotes(text, format, tolerance) ?? fix(text)) : undefined;
  return resolveConflicts(text, (side, isPlain) => {
    const parsed = format.parse(side, tolerance);
    if (parsed.kind === 'tree') return readOf(side, [], parsed);
    const fixed = isPlain ? undefined : fix(side);
    return fixed === undefined ? [] : readOf(fixed.text, fixed.patches, format.parse(fixed.text, tolerance));
  });
}

/** Makes curly quotes of JSON straight, and then fixes the other faults. */
function withStraightQuotes(text: string, format: Format, tolerance: Tolerance): Candidate | undefined {
  const patches = curlyQuotes(text);
  const straight = patches.length === 0 ? undefined : applyPatches(text, patches);
  const parsed = straight === undefined ? undefined : format.parse(straight, tolerance);
  if (straight === undefined || parsed === undefined || (parsed.kind === 'problem' && patches.some(isOfMark))) return undefined;
  const fixed: Candidate | undefined = parsed.kind === 'tree' ? { text: straight, patches: [] } : fixJson(straight, format, tolerance);
  if (fixed === undefined) return undefined;
  const after = format.parse(fixed.text, tolerance);
  if (after.kind === 'tree' && hasCurlyLeft(fixed.text, after.root, patches)) return undefined;
  return { text: fixed.text, patches: [...patches, ...fixed.patches] };
}

function readOf(text: string, patches: Candidate['patches'], parsed: Parsed): readonly Read[] {
  if (parsed.kind !== 'tree' || parsed.root === undefined) return [];
  return [{ text, patches, root: parsed.root, value: toValue(parsed.root), isDoubtful: false }];
}
