/** A value that a name is given, as it is written at a place of a text. */
export interface Assignment {
  readonly name: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
  /** `''` when it is not quoted. */
  readonly quote: string;
  /** The sign between name and value, without spaces: `=`, `:`, `(`, `,`, `>`, or `' '` on a command line. */
  readonly sign: string;
}

const maxName = 60;
const maxValue = 2_000;

/**
 * The assignment whose name holds the word that ends at an offset, or nothing when there is none. Written by hand: this is asked some
 * thousand times for each megabyte.
 * @param isCode the text is source code, where a value without quotes is an expression.
 */
export function assignmentAt(text: string, wordStart: number, wordEnd: number, isCode: boolean): Assignment | undefined {
  let from = wordStart;
  const least = Math.max(0, wordStart - maxName);
  while (from > least && isNameSign(text.charCodeAt(from - 1))) from -= 1;
  let to = wordEnd;
  const most = Math.min(text.length, wordEnd + maxName);
  while (to < most && isNameSign(text.charCodeAt(to))) to += 1;
  if (to === most) return undefined;
  // `Password.of(`: the part behind a dot is another name.
  const name = text.slice(from, to);
  const operator = operatorAt(text, to, name);
  if (operator === undefined) return undefined;
  const value = valueAt(text, operator.end, isCode, operator.sign);
  return value && { name, sign: operator.sign, ...value };
}

const [space, quote, single, tick, backslash] = [32, 34, 39, 96, 92] as const;

function isNameSign(sign: number): boolean {
  return (
    (sign >= 97 && sign <= 122) ||
    (sign >= 65 && sign <= 90) ||
    (sign >= 48 && sign <= 57) ||
    sign === 95 ||
    sign === 45 ||
    sign === 46 ||
    sign === 36
  );
}

/** Behind a name: its closing quote or bracket, a type, and the sign of an assignment. Sticky: it is asked at one place. */
const operatorPattern =
  /(?:\\?["'`]|&quot;)?[\])]{0,2}[!?]?[ \t]{0,20}(?:(?::[ \t]*)?\b(?:str|string|String|NSString|QString|std::string|const char ?\*?|\[\]byte)(?:\[\])?[!?]?(?=[ \t]*=)[ \t]*)?(=>|:=|===?|!==?|\?\?=?|\|\|=?|->|\+=|=|:|,|\(|>)[ \t]{0,40}/y;
/** A name that is an option of a command, or the last word before a quoted value: `--password x`, `PASSWORD 'x'`, `password "x"`. */
const barePattern = /[ \t]{1,8}(?=["'`\w])/y;

function operatorAt(text: string, at: number, name: string): { readonly sign: string; readonly end: number } | undefined {
  operatorPattern.lastIndex = at;
  const found = operatorPattern.exec(text);
  if (found !== null) return { sign: found[1] ?? '', end: operatorPattern.lastIndex };
  barePattern.lastIndex = at;
  if (barePattern.test(text)) {
    const next = text.charCodeAt(barePattern.lastIndex);
    if (/^--?[A-Za-z]|^identified by$/i.test(name) || next === quote || next === single || next === tick)
      return { sign: ' ', end: barePattern.lastIndex };
  }
  return undefined;
}

/** What may stand before a quoted value: a prefix of its kind, a cast, a call that only converts it, or another source that comes first. */
const wrapper =
  /(?:(?:new )?[A-Za-z_][\w.:]{0,40}(?:\([\w.,'"[\] -]{0,60}\)|\[['"\w.-]{0,60}\]|\.[\w.]{0,40})?[ \t]*(?:\|\||\?\?|or)[ \t]*|(?:new )?(?:[A-Za-z_][\w.]{0,30}|\[\]byte)[({][ \t]*|@|[bBruLfF]{1,2}|\[|\(|\{)(?=\\?["'`])/y;

interface Value {
  readonly value: string;
  readonly start: number;
  readonly end: number;
  readonly quote: string;
}

function valueAt(text: string, at: number, isCode: boolean, sign: string): Value | undefined {
  let start = at;
  wrapper.lastIndex = start;
  if (wrapper.test(text)) start = wrapper.lastIndex;
  const first = text.charCodeAt(start);
  if (first === quote || first === single || first === tick) {
    const value = quotedAt(text, start, text[start] ?? '');
    // The first of several arguments says what is asked for, and is not what it is.
    return value !== undefined && text[start - 1] === '(' && start > at && /^["'`][ \t]*,/.test(text.slice(value.end, value.end + 6))
      ? undefined
      : value;
  }
  if (first === backslash && (text.charCodeAt(start + 1) === quote || text.charCodeAt(start + 1) === single))
    return quotedAt(text, start, text.slice(start, start + 2));
  if (text.startsWith('&quot;', start)) return quotedAt(text, start, '&quot;');
  if (isCode || sign === ',' || sign === '(') return undefined;
  return bareAt(text, start);
}

function quotedAt(text: string, at: number, open: string): Value | undefined {
  const start = at + open.length;
  const limit = Math.min(text.length, start + maxValue);
  // Three quotes: a text of several lines.
  if (open.length === 1 && text[start] === open) return undefined;
  for (let i = start; i < limit; i += 1) {
    const sign = text.charCodeAt(i);
    if (sign === 10 || sign === 13) return undefined;
    if (text.startsWith(open, i)) return { value: text.slice(start, i), start, end: i, quote: open };
    if (sign === backslash && open.length === 1) i += 1;
  }
  return undefined;
}

/** Without quotes: to the next space or sign that parts values. */
function bareAt(text: string, start: number): Value | undefined {
  const limit = Math.min(text.length, start + maxValue);
  let end = start;
  while (end < limit) {
    const sign = text.charCodeAt(end);
    if (sign <= space || sign === quote || sign === single || sign === tick || sign === 60 || sign === 62 || sign === 59 || sign === 44)
      break;
    // `&` parts the parameters of an address, a backslash ends a line or begins `\n`.
    if (sign === 38 || sign === backslash) break;
    end += 1;
  }
  while (end > start && /[)\]}.,:|]/.test(text[end - 1] ?? '') && !opensWithin(text.slice(start, end))) end -= 1;
  return end === start ? undefined : { value: text.slice(start, end), start, end, quote: '' };
}

function opensWithin(value: string): boolean {
  const open = { ')': '(', ']': '[', '}': '{' }[value.at(-1) ?? ''];
  return open !== undefined && value.includes(open);
}
