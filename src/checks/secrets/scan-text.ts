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
export const leastConfidence = 0.44;

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
    const vendorSearch = vendor.search(text, path);
    let hasKeys = false;
    scan(bytes, (word, end) => {
      if (word < firstForm) vendorSearch.keywordAt(word, end);
      else if (word < firstName) {
        const candidate = formWords[word - firstForm]?.find(text, end);
        if (candidate !== undefined) found.push(candidate);
      } else if (word === words.length - 1) hasKeys = true;
      else {
        const assignment = assignmentAt(text, end - (words[word]?.length ?? 0), end, kind.isCode);
        if (assignment !== undefined) named.set(assignment.start, assignment);
      }
    });
    found.push(...vendorSearch.found());
    if (hasKeys) found.push(...keysOf(text, kind));
    found.push(...judged([...named.values()], text, kind));
    return placed(text, found);
  };
}

function* keysOf(text: string, { isTest }: PathKind): Generator<Candidate> {
  for (const { start, end, state } of privateKeys(text))
    if (state === 'open') yield { start, end, rule: 'private-key', tier: 1, about: 'A private key' };
    // Of a test, it is made for that test.
    else if (state === 'locked' && !isTest)
      yield { start, end, rule: 'locked-private-key', tier: 2, about: 'A private key that needs a passphrase' };
}

function judged(named: readonly Assignment[], text: string, kind: PathKind): readonly NamedCandidate[] {
  const counts = new Map<string, number>();
  for (const { value } of named) counts.set(value, (counts.get(value) ?? 0) + 1);
  // Fixtures and written files hold the same ones again and again.
  const known = new Map<string, NamedCandidate | undefined>();
  return named.flatMap((assignment) => {
    const { name, sign, quote, value, start, end } = assignment;
    const key = [name, sign, quote, value].join('\0');
    let candidate = known.get(key);
    if (!known.has(key)) {
      candidate = judgeNamed(assignment, kind, counts.get(value) ?? 1, lineAround(text, start));
      known.set(key, candidate);
    }
    return candidate === undefined || candidate.confidence < leastConfidence ? [] : [{ ...candidate, start, end }];
  });
}

/** The line of an offset, or what is near of a long one. */
export function lineAround(text: string, at: number): string {
  const from = Math.max(0, at - 300);
  const near = text.slice(from, at + 300);
  const before = near.lastIndexOf('\n', at - from - 1);
  const behind = near.indexOf('\n', at - from);
  return near.slice(before + 1, behind === -1 ? near.length : behind);
}

/** One secret for each place: the surest that overlaps it. With lines and columns, in their order. */
function placed(text: string, found: readonly Candidate[]): ScannedText {
  const secrets: FoundSecret[] = [];
  let allowed = 0;
  let [line, lineStart] = [1, 0];
  // Where the last column was counted: a line of megabytes is not counted again for each secret in it.
  let [counted, column] = [0, 1];
  for (const candidate of distinct(found)) {
    for (let next = text.indexOf('\n', lineStart); next !== -1 && next < candidate.start; next = text.indexOf('\n', lineStart)) {
      line += 1;
      lineStart = next + 1;
      [counted, column] = [lineStart, 1];
    }
    // In the signs that an editor counts, and not in bytes.
    column += Buffer.from(text.slice(counted, candidate.start), 'latin1').toString('utf8').length;
    counted = candidate.start;
    if (allowComment(text, lineStart, candidate.end)) {
      allowed += 1;
      continue;
    }
    const confidence =
      'confidence' in candidate && typeof candidate.confidence === 'number' ? candidate.confidence : candidate.tier === 1 ? 1 : 0.8;
    secrets.push({ ...candidate, line, column, confidence });
  }
  return { secrets, allowed };
}

function distinct(found: readonly Candidate[]): readonly Candidate[] {
  const kept: Candidate[] = [];
  for (const candidate of found.toSorted((a, b) => a.start - b.start || a.tier - b.tier || b.end - a.end)) {
    const last = kept.at(-1);
    if (last === undefined || last.end <= candidate.start) kept.push(candidate);
    // A form says more than a name.
    else if (candidate.tier < last.tier || (isNamed(last) && !isNamed(candidate))) kept[kept.length - 1] = candidate;
  }
  return kept;
}

function isNamed({ rule }: Candidate): boolean {
  return rule.startsWith('named-') || rule === 'generic-api-key';
}

/**
 * Comments by which people already tell other scanners that a line is meant as it is:
 * https://github.com/gitleaks/gitleaks#gitleaksallow https://github.com/Yelp/detect-secrets#inline-allowlisting
 * https://secretlint.github.io/docs/en/ignore https://docs.trufflesecurity.com/ (2026-11-22)
 */
const sameLine =
  /gitleaks:allow|pragma: ?allowlist secret|pragma: ?whitelist secret|\bnosecret\b|secretlint-disable-line|trufflehog:ignore|\bggignore\b/i;
const nextLine = /pragma: ?allowlist nextline secret|secretlint-disable-next-line/i;
/** As much of a long line as is read. */
const allowReach = 500;

/** Whether a comment on the line of a finding, or on the line before, allows it. */
function allowComment(text: string, lineStart: number, end: number): boolean {
  const behind = text.slice(end, end + allowReach);
  const lineEnd = behind.indexOf('\n');
  const rest = text.slice(Math.max(lineStart, end - allowReach), end) + (lineEnd === -1 ? behind : behind.slice(0, lineEnd));
  if (sameLine.test(rest)) return true;
  if (lineStart === 0) return false;
  const before = text.slice(Math.max(0, lineStart - allowReach), lineStart - 1);
  return nextLine.test(before.slice(before.lastIndexOf('\n') + 1));
}
