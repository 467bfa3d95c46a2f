import type { Candidate } from './candidate.ts';
import { entropyOf } from './entropy.ts';
import { isPlaceholder } from './placeholder.ts';
import { vendorVerdict } from './vendor-verdict.ts';
import { flaggedExpression, gitleaksAllow, gitleaksRules, moreRules, type Allowlist, type VendorRule } from './vendor-rules.ts';

/** Handled by code of their own: their forms need more than an expression. */
const replaced = new Set(['private-key', 'generic-api-key', 'pkcs12-file']);
/** For matches of any length. Those that are cut by it are not reported. */
const maxReach = 8_000;

interface CompiledRule {
  readonly rule: VendorRule;
  readonly pattern: RegExp;
  readonly path: RegExp | undefined;
  /** How far before and behind a keyword a match may reach. */
  readonly before: number;
  readonly after: number;
  readonly allow: readonly CompiledAllow[];
}

interface CompiledAllow {
  readonly source: Allowlist;
  readonly regexes: readonly RegExp[];
  readonly paths: readonly RegExp[];
}

/** The vendor rules, ready to be asked around the keywords that were found. */
export interface VendorRules {
  readonly keywords: readonly string[];
  /** The matches of a keyword's rules around a place where it ends. @param path relative, with slashes. */
  readonly find: (keyword: number, text: string, end: number, path: string) => Iterable<Candidate>;
}

/** Words that most texts hold: what must follow them is asked before any expression. All of them end at `end`. */
const followUps: Readonly<Record<string, (text: string, end: number) => boolean>> = {
  sk: (text, end) => text[end - 2] === 'S' && text[end - 1] === 'K' && isHex(text.charCodeAt(end)) && isHex(text.charCodeAt(end + 12)),
  ey: (text, end) => text[end] === 'J' && text[end - 2] === 'e' && text[end - 1] === 'y',
  's.': (text, end) => text[end - 2] === 's' && !isWord(text.charCodeAt(end - 3)) && /^(?=[A-Za-z]*\d)[A-Za-z0-9]{24}/.test(text.slice(end, end + 24)),
  'q~': (text, end) => isDigit(text.charCodeAt(end - 3)) && isWord(text.charCodeAt(end)),
};

let leftOut: readonly RegExp[] | undefined;

/** Whether gitleaks passes a file by: pictures, lock files, code of others. */
export function leftOutPath(path: string): boolean {
  leftOut ??= (gitleaksAllow.paths ?? []).map(flaggedExpression);
  return leftOut.some((expression) => expression.test(path));
}

/** Prepares the rules. Costs some milliseconds; expressions are made when a text holds their keyword. */
export function vendorRules(): VendorRules {
  const rules = [...gitleaksRules, ...moreRules].filter(({ id, regex }) => regex !== undefined && !replaced.has(id));
  const keywords = [...new Set(rules.flatMap((rule) => rule.keywords))];
  const compiled = new Map<VendorRule, CompiledRule>();
  const byKeyword = keywords.map((keyword) => rules.filter((rule) => rule.keywords.includes(keyword)));
  // Its paths are asked once for each file.
  const shared = compileAllow({ ...gitleaksAllow, paths: [] });
  const ready = (rule: VendorRule): CompiledRule => {
    let made = compiled.get(rule);
    if (made === undefined) compiled.set(rule, (made = compile(rule)));
    return made;
  };
  return {
    keywords,
    *find(keyword, text, end, path) {
      const isPossible = followUps[keywords[keyword] ?? ''];
      if (isPossible !== undefined && !isPossible(text, end)) return;
      for (const rule of byKeyword[keyword] ?? []) yield* matches(ready(rule), shared, text, end, path);
    },
  };
}

function* matches(compiled: CompiledRule, shared: CompiledAllow, text: string, end: number, path: string): Generator<Candidate> {
  const { rule, pattern, before, after } = compiled;
  if (compiled.path !== undefined && !compiled.path.test(path)) return;
  const from = Math.max(0, end - before);
  const to = Math.min(text.length, end + after);
  const part = text.slice(from, to);
  for (const match of part.matchAll(pattern)) {
    const matchEnd = match.index + match[0].length;
    // Cut at the edge of what was looked at, and not at the end of the text: not the whole of it.
    if (matchEnd === part.length && to < text.length) continue;
    const secret = secretOf(match, rule.group);
    if (rule.entropy !== undefined && entropyOf(secret) <= rule.entropy) continue;
    const start = from + match.index + Math.max(0, match[0].lastIndexOf(secret));
    const shown = { secret, match: match[0], line: '', path };
    if (isAllowed(shared, shown) || compiled.allow.some((allow) => isAllowed(allow, shown))) continue;
    if (isPlaceholder(secret)) continue;
    const verdict = vendorVerdict(rule.id, secret, rule.isNamed === true);
    if (verdict === 'none') continue;
    yield { start, end: start + secret.length, rule: rule.id, tier: verdict === 'blocking' ? 1 : 2, about: rule.about };
  }
}

/** The group that holds the secret: the one that the rule names, or the first that matched something. */
function secretOf(match: RegExpMatchArray, group: number | undefined): string {
  if (group !== undefined) return match[group] ?? '';
  return match.slice(1).find((part) => part !== undefined && part !== '') ?? match[0].trim();
}

function isAllowed(
  { source, regexes, paths }: CompiledAllow,
  shown: { readonly secret: string; readonly match: string; readonly line: string; readonly path: string },
): boolean {
  const target = source.target === 'match' ? shown.match : source.target === 'line' ? shown.line : shown.secret;
  const answers: boolean[] = [];
  if (regexes.length > 0) answers.push(regexes.some((regex) => regex.test(target)));
  if (paths.length > 0) answers.push(paths.some((regex) => regex.test(shown.path)));
  const { stopwords } = source;
  if (stopwords !== undefined) {
    const small = shown.secret.toLowerCase();
    answers.push(stopwords.some((word) => small.includes(word)));
  }
  return source.needsAll === true ? answers.every(Boolean) : answers.some(Boolean);
}

function compile(rule: VendorRule): CompiledRule {
  const length = Math.min(rule.maxLength ?? maxReach, maxReach);
  const begins = rule.keywords.every((keyword) => startsWith(rule.regex ?? '', keyword));
  return {
    rule,
    pattern: new RegExp(rule.regex ?? '(?!)', `g${rule.flags ?? ''}`),
    path: rule.path === undefined ? undefined : flaggedExpression(rule.path),
    before: begins ? 32 : Math.min(length, 500) + 1,
    after: length + 2,
    allow: (rule.allow ?? []).map(compileAllow),
  };
}

function compileAllow(source: Allowlist): CompiledAllow {
  return { source, regexes: (source.regexes ?? []).map(flaggedExpression), paths: (source.paths ?? []).map(flaggedExpression) };
}

/** Whether an expression begins with a word, after what has no length and the beginnings of groups. */
function startsWith(regex: string, keyword: string): boolean {
  const plain = regex.replace(/^(?:\\b|\((?:\?:)?|\(\?<[!=][^)]*\))+/, '').replaceAll('\\', '');
  return plain.toLowerCase().startsWith(keyword);
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isHex = (code: number): boolean => isDigit(code) || (code >= 97 && code <= 102) || (code >= 65 && code <= 70);
const isWord = (code: number): boolean => isDigit(code) || (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95;
