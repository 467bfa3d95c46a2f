import type { FormatName } from '../edit/format.ts';
import type { Format, Tolerance } from '../edit/format.ts';
import { positionAt, toValue, type Parsed, type SyntaxProblem } from '../syntax/node.ts';
import { hasConflict, resolveConflicts } from './conflicts.ts';
import { fixJson } from './json.ts';
import type { Read } from './choose.ts';
import type { Candidate } from './patch.ts';
import { fixToml } from './toml.ts';
import { fixYaml } from './yaml.ts';

/** A text that reads, and every patch in words with its line in the old text: "line 7: a comma was missing". */
export interface FixedText {
  readonly text: string;
  readonly says: readonly string[];
}

/** A larger text is a state file that its client wrote; it is not fixed here. */
const maxCharacters = 1_000_000;

const byFormat = { json: fixJson, yaml: fixYaml, toml: fixToml } as const;

/**
 * The smallest patch that makes a text parse that its client cannot read. It adds and removes marks only (commas, colons, quotes,
 * brackets, comments, tabs, marks of a merge conflict), and every other byte stays.
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
  const fixed = fixContent(content, read.problem, name, format, tolerance);
  if (fixed === undefined) return undefined;
  const parsed = format.parse(fixed.text, tolerance);
  // The root of every config file is a map, so any other result is not a repair.
  if (parsed.kind !== 'tree' || parsed.root?.kind !== 'map') return undefined;
  const says = fixed.patches.map(({ at, says: words }) => `line ${positionAt(content, at).line}: ${words}`);
  return { text: fixed.text, says: [...(hasByteOrderMark ? [byteOrderMark] : []), ...new Set(says)] };
}

const byteOrderMark = 'line 1: there was a byte order mark before the text';

function fixContent(text: string, problem: SyntaxProblem, name: FormatName, format: Format, tolerance: Tolerance): Candidate | undefined {
  const fix = byFormat[name];
  if (!hasConflict(text)) return fix(text, problem, format, tolerance);
  return resolveConflicts(text, (side, isPlain) => {
    const parsed = format.parse(side, tolerance);
    if (parsed.kind === 'tree') return readOf(side, [], parsed);
    const fixed = isPlain ? undefined : fix(side, parsed.problem, format, tolerance);
    return fixed === undefined ? [] : readOf(fixed.text, fixed.patches, format.parse(fixed.text, tolerance));
  });
}

function readOf(text: string, patches: Candidate['patches'], parsed: Parsed): readonly Read[] {
  if (parsed.kind !== 'tree' || parsed.root === undefined) return [];
  return [{ text, patches, root: parsed.root, value: toValue(parsed.root), isDoubtful: false }];
}
