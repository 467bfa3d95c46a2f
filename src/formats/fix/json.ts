import type { Format, Tolerance } from '../edit/format.ts';
import { toValue } from '../syntax/node.ts';
import { oddities, theOnly, type Read, applyPatches, type Candidate, type Patch } from './choose.ts';
import { mayBeCut } from './json-evidence.ts';
import { joinedBlocks } from './joined-blocks.ts';
import { patchesOf, spellingPatches } from './json-patches.ts';
import { repairTokens } from './json-repairs.ts';
import { tokenize, type Comment, type Token } from './json-tokens.ts';
import { lineEnd, lineStart } from '../text-lines.ts';
import { isWholeWithout, isPlausibleText, touchesQuote } from './known-words.ts';

/**
 * The one way to make this JSON text read by putting marks right (commas, colons, brackets, quotes, comments), or by making one object
 * of several. `undefined` when there is none, or when there are two that say different things.
 */
export function fixJson(text: string, format: Format, tolerance: Tolerance): Candidate | undefined {
  const { tokens, comments } = tokenize(text);
  const texts = comments.filter((one) => mayBeText(text, one)).map(({ start }) => lineStart(text, start));
  const lines = [...new Set([...suspiciousLines(tokens).map((start) => lineStart(text, start)), ...texts])];
  if (lines.length === 0)
    return theOnly([...readings(text, format, tolerance), ...joinedBlocks(text, { tokens, comments }, format, tolerance)]);
  const [line] = lines;
  // One quote is missing somewhere in one line, and nothing else is wrong.
  if (line === undefined || lines.length > 1) return undefined;
  return theOnly(quoted(text, line, format, tolerance));
}

/** A comment that was a part of a text: "https"//example.com" and //no comment" */
function mayBeText(text: string, { start, end }: Comment): boolean {
  return text.startsWith('//', start) && text.slice(start, end).split('"').length % 2 === 0;
}

function readings(text: string, format: Format, tolerance: Tolerance): readonly Read[] {
  const found = tokenize(text);
  const spelling = spellingPatches(text, found, tolerance);
  if (spelling === undefined) return [];
  const last = found.tokens.at(-1);
  const breaks = text.slice(last?.end ?? 0).match(/\r\n|\n|\r/g)?.length ?? 0;
  const all = repairTokens(text, found.tokens, tolerance, breaks === 0 ? 'none' : breaks === 1 ? 'break' : 'empty-line');
  const texts = new Map<string, (typeof all)[number]>();
  for (const one of all) {
    const patched = applyPatches(text, [...spelling, ...patchesOf(text, found.tokens, one.repairs)]);
    const known = patched === undefined ? undefined : texts.get(patched);
    if (patched !== undefined && (known === undefined || known.isDoubtful)) texts.set(patched, one);
  }
  // Each of them is read whole.
  if (texts.size > maxReadings || texts.size * text.length > maxRead) return [];
  return [...texts.values()].flatMap(({ repairs, changesNesting, isDoubtful }) => {
    const patches = [...spelling, ...patchesOf(text, found.tokens, repairs)].toSorted((a, b) => a.at - b.at);
    const read = readPatched(text, patches, format, tolerance, isDoubtful);
    return read.map((one) => ({
      ...one,
      isDoubtful: one.isDoubtful || oddities(one.root) > 0 || (changesNesting && mayBeCut(text, one, one.root)),
    }));
  });
}

/** The patched text with its value; empty when it still does not read. */
function readPatched(text: string, patches: readonly Patch[], format: Format, tolerance: Tolerance, isDoubtful = false): readonly Read[] {
  const patched = applyPatches(text, patches);
  const parsed = patched === undefined ? undefined : format.parse(patched, tolerance);
  if (patched === undefined || parsed?.kind !== 'tree' || parsed.root === undefined) return [];
  return [{ text: patched, patches, root: parsed.root, value: toValue(parsed.root), isDoubtful }];
}

/** A start of each line that holds an unclosed quote or words that are no JSON. */
function suspiciousLines(tokens: readonly Token[]): readonly number[] {
  const isSuspicious = ({ kind }: Token, i: number): boolean => kind === 'bad' || (kind === 'word' && tokens[i + 1]?.kind !== ':');
  return [...new Map(tokens.filter(isSuspicious).map(({ line, start }) => [line, start])).values()];
}

const maxPlaces = 60;
const maxReadings = 40;
const maxRead = 4_000_000;
const maxLineLength = 4000;

/** Every way to set one quote in this line so that all of the text reads. */
function quoted(text: string, offset: number, format: Format, tolerance: Tolerance): readonly Read[] {
  const start = lineStart(text, offset);
  const end = lineEnd(text, offset);
  if (end - start > maxLineLength) return [];
  const places: number[] = [];
  for (let at = start; at <= end; at++) if (mayBeQuote(text, at, start, end)) places.push(at);
  const good = places.filter((at) => {
    const { tokens } = tokenize(`${text.slice(start, at)}"${text.slice(at, end)}`);
    return suspiciousLines(tokens).length === 0;
  });
  if (good.length > maxPlaces || good.length * text.length > maxRead) return [];
  return good.flatMap((at): readonly Read[] => {
    const patch: Patch = { splices: [{ start: at, end: at, text: '"' }], at, says: 'a quote was missing' };
    const patched = `${text.slice(0, at)}"${text.slice(at)}`;
    const found = tokenize(patched);
    if (found.comments.some((one) => mayBeText(patched, one))) return [];
    const token = found.tokens.find((one) => one.kind === 'string' && (one.start === at || one.end === at + 1));
    if (token === undefined) return [];
    const before = readPatched(text, [patch], format, tolerance);
    const read = before.length > 0 ? before : withSpelling(text, patch, patched, format, tolerance);
    const isDoubtful =
      touchesQuote(patched, at) ||
      !isWholeWithout(text, patched, at, token) ||
      !isPlausibleText(patched.slice(token.start + 1, token.end - 1));
    return read.map((one) => ({ ...one, isDoubtful: isDoubtful || oddities(one.root) > 0 }));
  });
}

/** A quote and, in the same text, comments for a client that takes none. */
function withSpelling(text: string, patch: Patch, patched: string, format: Format, tolerance: Tolerance): readonly Read[] {
  const spelling = spellingPatches(patched, tokenize(patched), tolerance);
  if (spelling === undefined || spelling.length === 0) return [];
  return readPatched(patched, spelling, format, tolerance).map((one) => ({ ...one, patches: [patch, ...one.patches] }));
}

/** An opening quote is after a mark, a closing one before a mark. */
function mayBeQuote(text: string, at: number, start: number, end: number): boolean {
  const before = text.slice(Math.max(start, at - 40), at);
  const after = text.slice(at, Math.min(end, at + 40));
  const opens = /^\S/.test(after) && /(?:^|[{[,:])\s*$/.test(before);
  const closes = /\S$/.test(before) && /^\s*(?:$|[,:}\]]|\/[/*])/.test(after);
  return opens || closes;
}
