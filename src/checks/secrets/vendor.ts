import type { Candidate } from './candidate.ts';
import { entropyOf } from './entropy.ts';
import { maxSignatures } from './json-web-token.ts';
import { pathKind } from './path-kind.ts';
import { isPlaceholder } from './placeholder.ts';
import { vendorVerdict } from './vendor-verdict.ts';
import { flaggedExpression, gitleaksAllow, gitleaksRules, ownRules, type Allowlist, type VendorRule } from './vendor-rules.ts';

/** Handled by code of their own: their forms need more than an expression. */
const replaced = new Set(['private-key', 'generic-api-key', 'pkcs12-file', ...ownRules.map(({ id }) => id)]);
/** For matches of any length. Those that are cut by it are not reported. Expressions that take time squared get less. */
const maxReach = 2_000;
const reaches: Readonly<Record<string, number>> = {
  jwt: 8_000,
  'curl-auth-header': 600,
  'curl-auth-user': 600,
  'putty-private-key': 8_000,
  'aws-amazon-bedrock-api-key-short-lived': 4_100,
};

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
  /** For one text: is called for each of its keywords in their order, then gives what was found around them. @param path relative, with slashes. */
  readonly search: (text: string, path: string) => VendorSearch;
}

export interface VendorSearch {
  /** @param end behind the keyword. */
  readonly keywordAt: (keyword: number, end: number) => void;
  readonly found: () => Iterable<Candidate>;
}

/** Words that most texts hold: what must follow them is asked before any expression. All of them end at `end`. */
const followUps: Readonly<Record<string, (text: string, end: number) => boolean>> = {
  sk: (text, end) => text[end - 2] === 'S' && text[end - 1] === 'K' && isHex(text.charCodeAt(end)) && isHex(text.charCodeAt(end + 12)),
  ey: (text, end) => text[end] === 'J' && text[end - 2] === 'e' && text[end - 1] === 'y',
  's.': (text, end) =>
    text[end - 2] === 's' && !isWord(text.charCodeAt(end - 3)) && /^(?=[A-Za-z]*\d)[A-Za-z0-9]{24}/.test(text.slice(end, end + 24)),
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
  const rules = [...gitleaksRules.filter(({ id, regex }) => regex !== undefined && !replaced.has(id)), ...ownRules];
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
    search(text, path) {
      const heard = new Map<VendorRule, number[]>();
      const searched = { text, path, isTest: pathKind(path).isTest, budget: { left: maxSignatures } };
      return {
        keywordAt(keyword, end) {
          const isPossible = followUps[keywords[keyword] ?? ''];
          if (isPossible !== undefined && !isPossible(text, end)) return;
          for (const rule of byKeyword[keyword] ?? []) {
            const ends = heard.get(rule);
            if (ends === undefined) heard.set(rule, [end]);
            else ends.push(end);
          }
        },
        *found() {
          for (const [rule, ends] of heard) {
            const made = ready(rule);
            if (made.path !== undefined && !made.path.test(path)) continue;
            for (const part of partsAround(ends, made, text.length)) yield* matches(made, shared, searched, part);
          }
        },
      };
    },
  };
}

interface Part {
  readonly from: number;
  readonly to: number;
}

/**
 * The parts of a text that a match may reach from its keywords: joined where they overlap, so that nothing is read once for each keyword,
 * and cut where they get long, as some expressions take time squared. Cut parts overlap by the longest match.
 */
function* partsAround(ends: readonly number[], { before, after }: CompiledRule, length: number): Generator<Part> {
  const longest = (before + after) * 2;
  let from = -1;
  let to = -1;
  for (const end of ends) {
    const start = Math.max(0, end - before);
    if (from !== -1 && start <= to && to - from < longest) {
      to = Math.min(length, end + after);
      continue;
    }
    if (from !== -1) yield { from, to };
    from = start;
    to = Math.min(length, end + after);
  }
  if (from !== -1) yield { from, to };
}

const reasons = {
  blocking: undefined,
  advice: undefined,
  'wrong-checksum': 'Its checksum is wrong, so the issuer never gave it out: made up, or damaged.',
  'sample-key': 'It is signed with a sample key that documentation uses, so anybody can make such a token.',
  unsigned: 'Its signature has not the length that its algorithm makes: made up, or damaged.',
  'key-beside': 'It is one of a test: the key that signs it stands beside it.',
} as const;

/** What is the same for all matches in one text. */
interface Searched {
  readonly text: string;
  readonly path: string;
  readonly isTest: boolean;
  readonly budget: { left: number };
}

/** How far from a token of a test the key that signs it is looked for. */
const keyReach = 1_500;

function* matches(compiled: CompiledRule, shared: CompiledAllow, searched: Searched, { from, to }: Part): Generator<Candidate> {
  const { text, path, isTest, budget } = searched;
  const { rule, pattern } = compiled;
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
    // The signature of a token is random, and holds each short word once in some thousand tokens.
    const isSample = isPlaceholder(secret);
    if (isSample && rule.id !== 'jwt') continue;
    const around = isTest ? text.slice(Math.max(0, start - keyReach), start + secret.length + keyReach) : '';
    const verdict = vendorVerdict(rule.id, secret, rule.isNamed === true, { around, budget });
    if (verdict === 'none' || (isSample && verdict !== 'blocking')) continue;
    yield {
      start,
      end: start + secret.length,
      rule: rule.id,
      tier: verdict === 'blocking' ? 1 : 2,
      about: rule.about,
      reason: reasons[verdict],
    };
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
  const length = reaches[rule.id] ?? Math.min(rule.maxLength ?? maxReach, maxReach);
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
