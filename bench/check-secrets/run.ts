import { assignmentAt, type Assignment } from '../../src/checks/secrets/assignment.ts';
import { keywordScan } from '../../src/checks/secrets/keyword-scan.ts';
import { judgeNamed, nameWords } from '../../src/checks/secrets/named.ts';
import { pathKind } from '../../src/checks/secrets/path-kind.ts';
import { signalNames, signalsOf } from '../../src/checks/secrets/signals.ts';
import { entropyOf } from '../../src/checks/secrets/entropy.ts';
import { lineAround, textScanner } from '../../src/checks/secrets/scan-text.ts';
import { leftOutPath } from '../../src/checks/secrets/vendor.ts';
import { flaggedExpression, gitleaksAllow, gitleaksRules, type Allowlist } from '../../src/checks/secrets/vendor-rules.ts';

export { leftOutPath, textScanner };

/** A value under a name, as the fit of the weights sees it. */
export interface NamedCase {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  readonly value: string;
  /** Places in {@link signalNames}. */
  readonly signals: readonly number[];
}

export { signalNames };

const scanNames = keywordScan(nameWords);

/** Every assignment of a text that is judged by its weights. */
export function namedCases(bytes: Uint8Array, path: string): readonly NamedCase[] {
  const text = Buffer.from(bytes).toString('latin1');
  const kind = pathKind(path);
  const found = new Map<number, Assignment>();
  scanNames(bytes, (word, end) => {
    const one = assignmentAt(text, end - (nameWords[word]?.length ?? 0), end, kind.isCode);
    if (one !== undefined) found.set(one.start, one);
  });
  const counts = new Map<string, number>();
  for (const { value } of found.values()) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...found.values()].flatMap((one) => {
    const repeats = counts.get(one.value) ?? 1;
    const line = lineAround(text, one.start);
    if (judgeNamed(one, kind, repeats, line) === undefined) return [];
    const { name, value, quote, sign, start, end } = one;
    return [{ start, end, name, value, signals: signalsOf({ name, value, quote, sign, path: kind, repeats, line }) }];
  });
}

interface Found {
  readonly line: number;
  readonly rule: string;
  readonly tier: 1 | 2;
}

/** The opponent: the rules of gitleaks as they are, in JavaScript. */
export function gitleaksScanner(): (bytes: Uint8Array, path: string) => { readonly secrets: readonly Found[] } {
  const rules = gitleaksRules.map((rule) => ({
    ...rule,
    pattern: rule.regex === undefined ? undefined : new RegExp(rule.regex, `g${rule.flags ?? ''}`),
    path: rule.path === undefined ? undefined : flaggedExpression(rule.path),
    allows: (rule.allow ?? []).map(compiled),
  }));
  const shared = compiled({ ...gitleaksAllow, paths: [] });
  return (bytes, path) => {
    const text = Buffer.from(bytes).toString('latin1');
    const small = text.toLowerCase();
    const secrets: Found[] = [];
    for (const { id, pattern, path: wanted, keywords, allows, group, entropy } of rules) {
      if (wanted?.test(path) === false) continue;
      if (pattern === undefined) {
        secrets.push({ line: 1, rule: id, tier: 1 });
        continue;
      }
      if (!keywords.some((keyword) => small.includes(keyword))) continue;
      for (const match of text.matchAll(pattern)) {
        const secret = (group === undefined ? match.slice(1).find((part) => part !== undefined && part !== '') : match[group]) ?? match[0];
        const line = text.slice(0, match.index).split('\n').length;
        const shown = { secret, match: match[0], line: text.split('\n')[line - 1] ?? '', path };
        if (entropy !== undefined && entropyOf(secret) <= entropy) continue;
        if (!isAllowed(shared, shown) && !allows.some((allow) => isAllowed(allow, shown))) secrets.push({ line, rule: id, tier: 1 });
      }
    }
    return { secrets };
  };
}

type Shown = Readonly<Record<'secret' | 'match' | 'line' | 'path', string>>;

function compiled(source: Allowlist) {
  return { source, regexes: (source.regexes ?? []).map(flaggedExpression), paths: (source.paths ?? []).map(flaggedExpression) };
}

function isAllowed({ source, regexes, paths }: ReturnType<typeof compiled>, shown: Shown): boolean {
  const target = source.target === 'match' ? shown.match : source.target === 'line' ? shown.line : shown.secret;
  const answers = [
    ...(regexes.length > 0 ? [regexes.some((regex) => regex.test(target))] : []),
    ...(paths.length > 0 ? [paths.some((regex) => regex.test(shown.path))] : []),
    ...(source.stopwords === undefined ? [] : [source.stopwords.some((word) => shown.secret.toLowerCase().includes(word))]),
  ];
  return source.needsAll === true ? answers.every(Boolean) : answers.some(Boolean);
}
