import type { CheckFinding } from '../report.ts';
import type { FileImport } from './layers.ts';

/** A direction between two directories counts as usual from so many files on that import that way … */
const minUsual = 8;
/** … while at most one in so many goes the other way. */
const usualToOdd = 8;
const maxFindings = 20;

/**
 * Without rules: imports that go against the direction in which nearly all imports between two directories go. Advice, because nobody wrote
 * that direction down.
 */
export function againstTheUsual(imports: readonly FileImport[]): readonly CheckFinding[] {
  const between = new Map<string, { readonly file: string; readonly line: number; readonly to: string }[]>();
  for (const { from: file, line, to } of imports) {
    if (isTest(file) || isTest(to)) continue;
    const [from, target] = partsOf(file, to);
    if (from === undefined || target === undefined) continue;
    const key = `${from}\0${target}`;
    const known = between.get(key);
    if (known === undefined) between.set(key, [{ file, line, to }]);
    else known.push({ file, line, to });
  }
  const findings: CheckFinding[] = [];
  for (const [key, odd] of between) {
    const [from = '', to = ''] = key.split('\0');
    const usual = between.get(`${to}\0${from}`) ?? [];
    const filesUsual = new Set(usual.map(({ file }) => file)).size;
    const filesOdd = new Set(odd.map(({ file }) => file)).size;
    if (filesUsual < minUsual || filesOdd * usualToOdd > filesUsual) continue;
    for (const one of odd) {
      findings.push({
        file: one.file,
        line: one.line,
        severity: 'info',
        rule: 'unusual-direction',
        message: `It imports ${one.to}: ${filesUsual} files of ${to}/ import ${from}/, and ${filesOdd === 1 ? 'this one' : `${filesOdd}`} the other way round.`,
        source: 'snap',
        reason: 'inferred from all imports; no rule of the project says it',
        confidence: Math.round(100 * (1 - filesOdd / (filesOdd + filesUsual))),
      });
    }
  }
  return findings.toSorted((a, b) => (b.confidence ?? 0) - (a.confidence ?? 0)).slice(0, maxFindings);
}

/** Where two paths part: the first directories that differ, with what comes before them. */
function partsOf(a: string, b: string): readonly [string?, string?] {
  const [left, right] = [a.split('/').slice(0, -1), b.split('/').slice(0, -1)];
  const at = left.findIndex((part, index) => part !== right[index]);
  if (at === -1 || right[at] === undefined) return [];
  return [left.slice(0, at + 1).join('/'), right.slice(0, at + 1).join('/')];
}

function isTest(file: string): boolean {
  return /(?:^|\/)(?:tests?|__tests__|__mocks__|e2e|stories|fixtures?)\/|\.(?:test|spec|stories|bench)\.[cm]?[jt]sx?$/.test(file);
}
