import { allowComment } from './allow-comments.ts';
import { assignmentAt, type Assignment } from './assignment.ts';
import type { Candidate } from './candidate.ts';
import { forms } from './forms.ts';
import { keywordScan } from './keyword-scan.ts';
import { judgeNamed, nameWords, type NamedCandidate } from './named.ts';
import { pathKind, type PathKind } from './path-kind.ts';
import { privateKeys } from './private-key.ts';
import { vendorRules } from './vendor.ts';

/** A secret in a text. */
export interface FoundSecret extends Candidate {
  readonly line: number;
  readonly column: number;
  /** From 0 to 1. */
  readonly confidence: number;
}

export interface ScannedText {
  readonly secrets: readonly FoundSecret[];
  /** How many were left out because a comment beside them allows it. */
  readonly allowed: number;
}

/** Below it a named value is not reported. */
export const leastConfidence = 0.38;

/** Searches one text after the other. */
export type TextScanner = (bytes: Uint8Array, path: string) => ScannedText;

/** Prepares the rules, once for many texts. */
export function textScanner(): TextScanner {
  const vendor = vendorRules();
  const formWords = forms.flatMap(({ words, find }) => words.map((word) => ({ word, find })));
  const words = [...vendor.keywords, ...formWords.map(({ word }) => word), ...nameWords, 'private key'];
  const [firstForm, firstName] = [vendor.keywords.length, vendor.keywords.length + formWords.length];
  const scan = keywordScan(words);
  return (bytes, path) => {
    // One sign for each byte: offsets are the same, and most texts are ASCII.
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    const kind = pathKind(path);
    const found: Candidate[] = [];
    const named = new Map<number, Assignment>();
    let hasKeys = false;
    scan(bytes, (word, end) => {
      if (word < firstForm) for (const candidate of vendor.find(word, text, end, path)) found.push(candidate);
      else if (word < firstName) {
        const candidate = formWords[word - firstForm]?.find(text, end);
        if (candidate !== undefined) found.push(candidate);
      } else if (word === words.length - 1) hasKeys = true;
      else {
        const assignment = assignmentAt(text, end - (words[word]?.length ?? 0), end, kind.isCode);
        if (assignment !== undefined) named.set(assignment.start, assignment);
      }
    });
    if (hasKeys) found.push(...keysOf(text));
    found.push(...judged([...named.values()], text, kind));
    return placed(text, found);
  };
}

function* keysOf(text: string): Generator<Candidate> {
  for (const { start, end, state } of privateKeys(text))
    if (state === 'open') yield { start, end, rule: 'private-key', tier: 1, about: 'A private key' };
    else if (state === 'locked') yield { start, end, rule: 'locked-private-key', tier: 2, about: 'A private key that needs a passphrase' };
}

function judged(named: readonly Assignment[], text: string, kind: PathKind): readonly NamedCandidate[] {
  const counts = new Map<string, number>();
  for (const { value } of named) counts.set(value, (counts.get(value) ?? 0) + 1);
  return named.flatMap((assignment) => {
    const repeats = counts.get(assignment.value) ?? 1;
    const candidate = judgeNamed(assignment, kind, repeats, lineAround(text, assignment.start));
    return candidate === undefined || candidate.confidence < leastConfidence ? [] : [candidate];
  });
}

/** The line of an offset, or what is near of a long one. */
function lineAround(text: string, at: number): string {
  const from = Math.max(text.lastIndexOf('\n', at - 1) + 1, at - 300);
  const to = text.indexOf('\n', at);
  return text.slice(from, Math.min(to === -1 ? text.length : to, at + 300));
}

/** One secret for each place: the surest that overlaps it. With lines and columns, in their order. */
function placed(text: string, found: readonly Candidate[]): ScannedText {
  const secrets: FoundSecret[] = [];
  let allowed = 0;
  let [line, lineStart] = [1, 0];
  for (const candidate of distinct(found)) {
    for (let next = text.indexOf('\n', lineStart); next !== -1 && next < candidate.start; next = text.indexOf('\n', lineStart)) {
      line += 1;
      lineStart = next + 1;
    }
    if (allowComment(text, lineStart, candidate.end)) {
      allowed += 1;
      continue;
    }
    const confidence = 'confidence' in candidate && typeof candidate.confidence === 'number' ? candidate.confidence : candidate.tier === 1 ? 1 : 0.8;
    secrets.push({ ...candidate, line, column: candidate.start - lineStart + 1, confidence });
  }
  return { secrets, allowed };
}

function distinct(found: readonly Candidate[]): readonly Candidate[] {
  const surest = found.toSorted((a, b) => a.tier - b.tier || a.start - b.start || b.end - a.end);
  const kept: Candidate[] = [];
  for (const candidate of surest)
    if (!kept.some(({ start, end }) => candidate.start < end && start < candidate.end)) kept.push(candidate);
  return kept.toSorted((a, b) => a.start - b.start);
}
