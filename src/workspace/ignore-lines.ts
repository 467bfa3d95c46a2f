import { ignorePattern, type IgnorePattern } from './ignore-pattern.ts';

/** One line of an ignore file. */
export interface IgnoreRule extends IgnorePattern {
  /** It begins with `!`: what it names is not ignored. */
  readonly keeps: boolean;
}

/** A line that has no effect, or the rest of a file. */
export interface IneffectiveLine {
  /** From 1. */
  readonly line: number;
  readonly why: 'long' | 'no-text' | 'costly' | 'rest';
}

export interface IgnoreLines {
  readonly rules: readonly IgnoreRule[];
  /** At most {@link maxListed}. */
  readonly ineffective: readonly IneffectiveLine[];
  readonly ineffectiveCount: number;
}

/** Of one file, in bytes and in characters. The largest known in use have a tenth of it. */
export const maxIgnoreText = 256 * 1024;
/** No path of any platform is longer. */
const maxLine = 4_096;
/** Rules of one file that have to be compared one after the other. */
const maxWildcards = 10_000;
/** Of the rules of one file together: 4,000 times the longest name is a millisecond of work. */
const maxCost = 4_000;
export const maxListed = 20;

/**
 * The rules of an ignore file, by its text alone: in another process it says the same. A line that cannot be honoured is named, and does
 * nothing: it ignores no file, and the other lines mean what they say. So what it would have hidden is captured.
 */
export function ignoreLines(text: string, foldsCase: boolean): IgnoreLines {
  const rules: IgnoreRule[] = [];
  const ineffective: IneffectiveLine[] = [];
  let ineffectiveCount = 0;
  let cost = 0;
  let wildcards = 0;
  const leave = (line: number, why: IneffectiveLine['why']): void => {
    ineffectiveCount += 1;
    if (ineffective.length < maxListed) ineffective.push({ line, why });
  };
  const lines = wholeLines(text)
    .replace(/^\uFEFF/, '')
    .split('\n');
  if (text.length > maxIgnoreText) leave(lines.length, 'rest');
  for (const [i, whole] of lines.entries()) {
    const line = whole.endsWith('\r') ? whole.slice(0, -1) : whole;
    if (line === '' || line.startsWith('#')) continue;
    if (line.length > maxLine) {
      leave(i + 1, 'long');
      continue;
    }
    if (line.includes('\0')) {
      leave(i + 1, 'no-text');
      continue;
    }
    const rule = ruleOf(line, foldsCase);
    if (rule === undefined) continue;
    if (rule.literal === undefined) {
      if (wildcards + 1 > maxWildcards || cost + rule.cost > maxCost) {
        leave(i + 1, 'costly');
        continue;
      }
      wildcards += 1;
      cost += rule.cost;
    }
    rules.push(rule);
  }
  return { rules, ineffective, ineffectiveCount };
}

/** As much as is read, up to a line end: half a rule is another rule. */
export function wholeLines(text: string): string {
  return text.length <= maxIgnoreText ? text : text.slice(0, text.lastIndexOf('\n', maxIgnoreText - 1) + 1);
}

/** `undefined` for a line that matches nothing. */
function ruleOf(line: string, foldsCase: boolean): IgnoreRule | undefined {
  const keeps = line.startsWith('!');
  const text = withoutTrailingSpaces(keeps ? line.slice(1) : line);
  const pattern = ignorePattern(foldsCase ? text.toLowerCase() : text, foldsCase);
  return pattern === undefined ? undefined : { ...pattern, keeps };
}

/** Those behind a backslash stay. */
function withoutTrailingSpaces(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === ' ') end -= 1;
  if (end === text.length) return text;
  let slashes = 0;
  while (text[end - 1 - slashes] === '\\') slashes += 1;
  return text.slice(0, slashes % 2 === 1 ? end + 1 : end);
}
