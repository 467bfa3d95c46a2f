import type { ParserOptions } from 'oxc-parser';
import { isRecord, nativePackage } from '../../system/index.ts';
import { lineIndex } from '../../text/index.ts';
import { examineFiles } from '../files/examine-files.ts';
import { isScript } from './parse-files.ts';
import { pythonSlips } from '../python/slips.ts';
import type { Slip } from './slip.ts';

const attempts: readonly ParserOptions[] = [
  { lang: 'jsx', sourceType: 'module' },
  { lang: 'jsx', sourceType: 'commonjs' },
  { lang: 'js', sourceType: 'script' },
];

/** The job `checks/find-slips`, for files of a planned change: in older files too much of this is intended. */
export default examineFiles<undefined, readonly Slip[]>(async () => {
  const { parseSync } = await nativePackage('oxc-parser', async () => import('oxc-parser'));
  return (path, text) => {
    if (path.endsWith('.py')) return pythonSlips(text);
    if (!isScript.test(path) || /\.d\.[cm]?ts$/.test(path)) return undefined;
    const options = /\.(?:[cm]?js|jsx)$/i.test(path) ? attempts : [{}];
    // Read in each way, because a script may declare a name twice that a module may declare once.
    const results = options.map((one) => parseSync(path, text, { ...one, showSemanticErrors: true }));
    const best = results.toSorted((one, other) => one.errors.length - other.errors.length)[0];
    if (best === undefined || parseSync(path, text, options[results.indexOf(best)]).errors.length > 0) return undefined;
    const lineOf = lineIndex(text).lineAt;
    const found: Slip[] = best.errors.map(({ labels, message }) => ({
      lines: labels.map(({ start }) => lineOf(start)).toReversed(),
      ...said(message),
    }));
    visit(best.program, (node) => found.push(...slipsOf(node, lineOf)));
    return found.length === 0 ? undefined : found;
  };
});

function said(message: string): Pick<Slip, 'rule' | 'message'> {
  const name = /^Identifier `(.+)` has already been declared$/.exec(message)?.[1];
  return name === undefined
    ? { rule: 'scope', message: `${message.replace(/\.$/, '')}.` }
    : { rule: 'duplicate', message: `"${name}" is declared twice.` };
}

/** Walks the tree as plain data: the types of its nodes belong to another package. */
function visit(value: unknown, take: (node: Readonly<Record<string, unknown>>) => void): void {
  if (Array.isArray(value)) {
    for (const one of value) visit(one, take);
    return;
  }
  if (!isRecord(value)) return;
  if (typeof value['type'] === 'string') take(value);
  for (const one of Object.values(value)) if (typeof one === 'object' && one !== null) visit(one, take);
}

function slipsOf(node: Readonly<Record<string, unknown>>, lineOf: (at: number) => number): readonly Slip[] {
  const start = typeof node['start'] === 'number' ? node['start'] : 0;
  if (node['type'] === 'DebuggerStatement')
    return [{ lines: [lineOf(start)], rule: 'debugger', message: '"debugger" stops the program here.' }];
  const properties = node['properties'];
  if (node['type'] !== 'ObjectExpression' || !Array.isArray(properties)) return [];
  const seen = new Map<string, number>();
  const found: Slip[] = [];
  for (const property of properties) {
    const key = keyOf(property);
    if (key === undefined) {
      // `{ a: 1, ...b, a: 2 }`: the second key overwrites what `b` may have.
      seen.clear();
      continue;
    }
    const line = lineOf(key.start);
    const first = seen.get(key.name);
    if (first !== undefined)
      found.push({ lines: [line, first], rule: 'duplicate', message: `"${key.name}" is given twice in this object.` });
    seen.set(key.name, line);
  }
  return found;
}

/** The name of a plain property; a getter and a setter share theirs. */
function keyOf(property: unknown): { readonly name: string; readonly start: number } | undefined {
  if (!isRecord(property) || property['type'] !== 'Property') return undefined;
  const { computed, key, kind } = property;
  if (computed === true || kind !== 'init' || !isRecord(key)) return undefined;
  const name = key['name'] ?? key['value'];
  const { start } = key;
  return (typeof name === 'string' || typeof name === 'number') && typeof start === 'number' ? { name: `${name}`, start } : undefined;
}
