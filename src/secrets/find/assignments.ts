import { nameKind } from '../names.ts';
import { isCode, isFilledIn, isOpaque, isOrdinary, isPath, isSentence } from '../values.ts';
import { endOf, valueAt, wordBehind, type SecretSpan, type Value } from './span.ts';

/** A name, perhaps in quotes or brackets and with its type, up to the sign. Read backwards from it, so bounded. */
const nameBefore =
  /(?:^|[^\w.-])([\w.\u00C0-\u024F-]{1,60})(?:(?:\?|!)?\s?:\s?(?:&?(?:'static )?str|[Ss]tring|bytes|text|char|any|Final|const|Optional\[str\])(?:\s?\|\s?\w{1,20})?)?[?!]?(?:\\?["'`])?\]?\)?[ \t]*$/;
const maxBefore = 110;

/** `NAME=value`, `name: value`, `"name": "value"`, `'name' => 'value'`, `name := "value"`, in whatever language or format. */
export function* assignments(text: string): Generator<SecretSpan> {
  let done = 0;
  for (let at = nextSign(text, 0); at !== -1; at = nextSign(text, at + 1)) {
    if (at < done) continue;
    const sign = signAt(text, at);
    if (sign === undefined) continue;
    const name = nameBefore.exec(text.slice(Math.max(0, at - maxBefore), at))?.[1];
    const kind = name === undefined ? undefined : nameKind(name.replace(/^-+/, ''));
    if (name === undefined || kind === undefined) continue;
    let from = sign.end;
    while (from < text.length && (text[from] === ' ' || text[from] === '\t')) from += 1;
    if (from >= text.length || text[from] === '\n') continue;
    const isTight = text[at] === '=' && from === at + 1 && /[\w.-]/.test(text[at - 1] ?? '');
    const value = wholeValue(text, at - name.length, from, isTight);
    if (isSecretValue(text, value, { kind, name, isTight })) {
      done = endOf(text, value);
      yield { start: value.start, end: done, rule: 'assignment' };
    }
  }
}

function nextSign(text: string, from: number): number {
  for (let i = from; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === 61 || code === 58) return i;
  }
  return -1;
}

/** Where the sign that assigns ends; `undefined` for comparisons, addresses and the like. */
function signAt(text: string, at: number): { readonly end: number } | undefined {
  const before = text[at - 1] ?? '';
  const next = text[at + 1] ?? '';
  if (text[at] === '=') {
    if (next === '=' || next === '~' || /[=!<>*/%^|&~]/.test(before)) return undefined;
    return { end: next === '>' ? at + 2 : at + 1 };
  }
  if (next === ':' || before === ':' || (next === '/' && text[at + 2] === '/')) return undefined;
  return { end: next === '=' ? at + 2 : at + 1 };
}

/** `"NAME=va lue&more"`: the quote was opened before the name. */
function wholeValue(text: string, nameAt: number, from: number, isTight: boolean): Value {
  const quote = text[nameAt - 1] ?? '';
  if (isTight && /["']/.test(quote) && !/["'`]/.test(text[from] ?? '')) {
    const end = text.indexOf(quote, from);
    const line = text.indexOf('\n', from);
    if (end !== -1 && end - from < 300 && (line === -1 || end < line) && !/\s\S+=|\s-/.test(text.slice(from, end)))
      return { start: from, end, text: text.slice(from, end), quote, next: end + 1 };
  }
  return valueAt(text, from);
}

interface Assigned {
  readonly kind: 'sure' | 'unsure';
  readonly name: string;
  readonly isTight: boolean;
}

function isSecretValue(text: string, value: Value, { kind, name, isTight }: Assigned): boolean {
  const { text: found, quote } = value;
  if (found === '' || isFilledIn(found)) return false;
  if (kind === 'unsure') return isOpaque(found) || (isOpaque(found.replaceAll(/[!?]/g, '')) && quote !== '');
  const isVariable = isTight && /^[A-Z][A-Z0-9_]*$/.test(name);
  // Back quotes run a command there.
  if (quote === '`' && isTight) return false;
  if (isVariable) return !/^(true|false|yes|no|null|none)$/i.test(found);
  if (quote !== '' && quote !== '`') return isQuotedSecret(found);
  if (
    /^[{[(|>&]/.test(found) ||
    /^![a-z]+$/i.test(found) ||
    (isCode(found) && !(isTight && /^[A-Za-z\u00C0-\uFFDC_]+$/.test(found))) ||
    (isPath(found) && !/\d/.test(found))
  )
    return false;
  if (/^\d+$/.test(found)) return found.length >= 4 && !/token/i.test(name);
  if (/^[A-Za-z\u00C0-\uFFDC_$]+$/.test(found)) return isLoneWord(text, value, isTight);
  if (/^\d+[-.:]?[A-Za-z\u00C0-\uFFDC]*$/.test(found) && found.length < 6) return false;
  return !isOrdinary(found) && !(!isTight && isOrdinary(wordBehind(text, value.next)) && !/\d/.test(found));
}

/** `"required"`, `"Enter your password"` and `"string"` say something about it. */
function isQuotedSecret(found: string): boolean {
  if (/\s/.test(found)) return !isSentence(found);
  return !isOrdinary(found) && !isOrdinary(found.split(/[|:]/, 1)[0] ?? '') && !/^[\w-]+([./][\w-]+)*\/[\w-]+$/.test(found);
}

/** A word of letters: a variable where code goes on behind it, prose where a sentence does. */
function isLoneWord(text: string, { next, text: found }: Value, isTight: boolean): boolean {
  if (isOrdinary(found)) return false;
  const sign = text[next] ?? '';
  if (isTight) return !/[,)(\]]/.test(text[next - 1] === found.at(-1) ? sign : (text[next - 1] ?? ''));
  if (/_|[a-z][A-Z]/.test(found)) return false;
  if (next > 0 && /[.)\]}|]/.test(text[next - 1] ?? '')) return text[next - 1] === '.' && wordBehind(text, next) === '';
  if (/[,;&<>]/.test(sign)) return false;
  const behind = wordBehind(text, next);
  return behind === '' || /^(#|\/\/|["'\\}\]])/.test(behind) || /^[A-Z][\w]*[:=]/.test(behind);
}
