import { entropyOf } from '../../src/checks/secrets/entropy.ts';
import { textScanner } from '../../src/checks/secrets/scan-text.ts';
import { leftOutPath } from '../../src/checks/secrets/vendor.ts';
import { flaggedExpression, gitleaksAllow, gitleaksRules, type Allowlist } from '../../src/checks/secrets/vendor-rules.ts';

export { leftOutPath, textScanner };

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
