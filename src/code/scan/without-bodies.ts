import { lineIndex } from '../../text/index.ts';
import { elementMakers } from '../module-record.ts';
import { codePlaces } from './code-places.ts';
import { eachTopStatement } from './scan-requests.ts';
import { localNames } from './import-lines.ts';

/** Written so, an identifier may be any name. */
const escaped = String.raw`\\u`;
const requestWords = new RegExp(String.raw`\b(?:import|require|export)\b|${escaped}`, 'g');
/** What stands before the `{` of a body: `) {`, `=> {`, `): Promise<void> {`. A declaration, a class or a list of names is never one. */
const returnType = /\)\s*:[\w$.<>[\]|&,\s]+$/;

/**
 * A text in which the bodies of functions that name no module are empty, for a parser: what is read from its tree is the same, and most of the work is
 * not done. Lines stay. `undefined` where it cannot be told without the parser what is a body.
 * @param text one character for each byte, as all texts here.
 */
export function withoutOtherBodies(text: string): string | undefined {
  const begin = eachTopStatement(text, () => undefined);
  return begin === undefined ? undefined : emptied(text, begin, requestWords);
}

/**
 * The same for a parser that looks at how the names of some imports are used: without the bodies in which none is. `undefined` also where a name could be
 * imported below the first statements.
 * @param lines where the `import` statements begin.
 */
export function withoutBodiesOf(path: string, text: string, lines: readonly number[]): string | undefined {
  const names: string[] = [];
  let isKnown = true;
  const lineOf = lineIndex(text).lineAt;
  const begin = eachTopStatement(text, ({ end, request }, at) => {
    if (request?.form !== 'import' || request.isType || request.isWhole === true || !lines.includes(lineOf(at))) return;
    const statement = text.slice(at, end);
    const given = localNames(statement);
    // `import a = require('./a')`, and names that the patterns do not know.
    if ((given.length === 0 && request.onlyTypes !== true) || /[\x80-\xff]/.test(statement)) isKnown = false;
    names.push(...given);
  });
  if (begin === undefined || !isKnown) return undefined;
  const words = names.map((name) => name.replaceAll('$', String.raw`\$`)).join('|');
  // An element may use a name that it does not mention.
  const makes = !/\.[cm]?ts$/.test(path) && names.some((name) => elementMakers.includes(name));
  const parts = [escaped, ...(words === '' ? [] : [String.raw`(?<![\w$])(?:${words})(?![\w$])`]), ...(makes ? [String.raw`<\/|\/>`] : [])];
  return emptied(text, begin, new RegExp(parts.join('|'), 'g'), lines.length > 0);
}

function emptied(text: string, begin: number, wanted: RegExp, refusesImports = false): string | undefined {
  const wantedAt: number[] = [];
  wanted.lastIndex = begin;
  for (let found = wanted.exec(text); found !== null; found = wanted.exec(text)) wantedAt.push(found.index);
  const open: { readonly at: number; readonly isBody: boolean; readonly before: number }[] = [];
  const bodies: { readonly from: number; readonly to: number }[] = [];
  // How many of the wanted places have been passed.
  let passed = 0;
  const passedAt = (at: number): number => {
    while (passed < wantedAt.length && (wantedAt[passed] ?? 0) < at) passed += 1;
    return passed;
  };
  const places = codePlaces(text, begin, text.length, {
    open: (at, before) => open.push({ at, isBody: isBody(text, before), before: passedAt(at) }),
    close: (to) => {
      const body = open.pop();
      if (body === undefined || passedAt(to) > body.before || !body.isBody) return;
      while ((bodies.at(-1)?.from ?? -1) > body.at) bodies.pop();
      bodies.push({ from: body.at + 1, to });
    },
  });
  if (places === undefined || open.length > 0) return undefined;
  if (
    refusesImports &&
    places.some(({ at, depth, word }) => depth === 0 && word !== 'export' && !/^\w+\s*[(.]/.test(text.slice(at, at + 40)))
  )
    return undefined;
  let result = '';
  let copied = 0;
  for (const { from, to } of bodies) {
    result += text.slice(copied, from);
    for (let line = text.indexOf('\n', from); line !== -1 && line < to; line = text.indexOf('\n', line + 1)) result += '\n';
    copied = to;
  }
  return result + text.slice(copied);
}

function isBody(text: string, before: number): boolean {
  const last = text.charAt(before);
  if (last === ')') return true;
  if (last === '>' && text.charAt(before - 1) === '=') return true;
  return /[\w$>\]]/.test(last) && returnType.test(text.slice(Math.max(0, before - 80), before + 1));
}
