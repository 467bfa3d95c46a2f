/** How a name is used, as far as a text tells without a parser. */
export type TextUse =
  /** As a type, or only in comments. */
  | 'type'
  /** As a type too, but perhaps in the signature of something decorated. */
  | 'signature'
  /** A parser has to tell. */
  | 'unclear';

const name = String.raw`[\w$.]+(?:\[\])*`;
/** The part of a type before the name: `B | `, `Map<string, `. */
const typeBefore = String.raw`(?:${name} ?[|&] ?|[\w$.]+<(?:${name}, ?)*|(?:readonly|keyof) |\(\) => )*`;
const typeArguments = String.raw`(?:<[\w$., [\]|&]*>)?`;
const modifier = String.raw`(?:public|private|protected|readonly|static|declare|override|abstract) `;
/** One whole parameter, and one whose type the name is in. */
const parameter = String.raw`(?:\.{3})?[\w$]+\??: ${name}${typeArguments}(?:\[\])*(?: \| [\w$.]+)*`;
const openParameter = String.raw`(?:${modifier})*(?:\.{3})?[\w$]+\??: ${typeBefore}$`;
/** The rest of the type behind the name: `.B`, `[]`, ` | undefined`, `>`. */
const typeBehind = /^(?:[\w$.]|\[\]|<(?=[\w$.[\]|, ]*>)|>| ?[|&] ?(?=[\w$])|, ?(?=[\w$.[\]|, ]*>))*/;

interface Context {
  /** Of the text before the name in its line. */
  readonly before: RegExp;
  /** Of what follows the type in its line. */
  readonly behind?: RegExp;
  readonly isArgument?: true;
  readonly isSignature?: true;
  /** The line above has to end a statement. */
  readonly beginsStatement?: true;
}

/** Places where no value can stand. Where the name could be one too, nothing here matches. */
const contexts: readonly Context[] = [
  { before: new RegExp(String.raw`[\w$)\]] as ${typeBefore}$`) },
  { before: new RegExp(String.raw`\b(?:const|let|var) [\w$]+!?: ${typeBefore}$`) },
  { before: new RegExp(String.raw`\bimplements (?:${name}${typeArguments}, )*${typeBefore}$`) },
  { before: new RegExp(String.raw`\binterface [\w$]+${typeArguments} extends (?:${name}${typeArguments}, )*${typeBefore}$`) },
  { before: new RegExp(String.raw`^\s*(?:export )?(?:declare )?type [\w$]+${typeArguments} = ${typeBefore}$`), behind: /^;?\s*$/ },
  // TypeScript takes `a<B>(` and its kin for a call with types as well.
  {
    before: new RegExp(String.raw`[\w$]<(?:${name}, ?)*${typeBefore}$`),
    behind: /^(?:[(),;={[:]| [={|&]| (?:implements|extends) |$)/,
    isArgument: true,
  },
  { before: new RegExp(String.raw`<[\w$]+ extends ${typeBefore}$`), behind: /^(?:[({=;]| [={])/, isArgument: true },
  { before: new RegExp(String.raw`${modifier}[\w$]+[?!]?: ${typeBefore}$`), isSignature: true },
  // A colon directly behind the first name in parentheses belongs to no choice and to no object.
  { before: new RegExp(String.raw`\(${openParameter}`), isSignature: true },
  // An object ends with a brace.
  {
    before: new RegExp(String.raw`(?:[\w$>\]], |^\s+)${openParameter}`),
    behind: new RegExp(String.raw`^(?:, ${parameter})*\)`),
    isSignature: true,
  },
  { before: new RegExp(String.raw`\): (?:[\w$]+ is )?${typeBefore}$`), behind: /^ (?:\{|=>)/, isSignature: true },
  {
    before: new RegExp(
      String.raw`^\s+(?:${modifier})*(?!(?:default|case|return)\b)[\w$]+\??(?:\((?:${parameter}(?:, ${parameter})*)?\))?: ${typeBefore}$`,
    ),
    behind: /^;\s*$/,
    isSignature: true,
    beginsStatement: true,
  },
];

/**
 * @param text the part of a TypeScript module below its imports, one character for each byte.
 * @param local a name that it imports.
 */
export function textUse(text: string, local: string): TextUse {
  let use: TextUse = 'type';
  const places = new RegExp(String.raw`(?<![\w$\x80-\xff])${local.replaceAll('$', String.raw`\$`)}(?![\w$\x80-\xff])`, 'g');
  for (let found = places.exec(text); found !== null; found = places.exec(text)) {
    const lineStart = text.lastIndexOf('\n', found.index - 1) + 1;
    const before = text.slice(lineStart, found.index);
    if (isComment(text, lineStart, before)) continue;
    const lineEnd = text.indexOf('\n', found.index);
    const after = text.slice(found.index + local.length, lineEnd === -1 ? undefined : lineEnd).trimEnd();
    const tail = typeBehind.exec(after)?.[0] ?? '';
    const context = contexts.find((one) => isIn(one, before, tail, after.slice(tail.length)));
    if (context === undefined || (context.beginsStatement === true && !endsStatement(text, lineStart))) return 'unclear';
    if (context.isSignature === true && mayBeDecorated(text, lineStart, before, after)) use = 'signature';
  }
  return use;
}

function isIn({ before, behind, isArgument }: Context, head: string, tail: string, rest: string): boolean {
  // `A(` is a call in any place.
  if (isArgument === true ? !tail.endsWith('>') : /^\s*[(`]/.test(rest)) return false;
  return before.test(head) && (behind === undefined || behind.test(rest));
}

/** Whether the line is one of a comment before this place. Nothing is used in what is not. */
function isComment(text: string, lineStart: number, before: string): boolean {
  if (before.includes('${')) return false;
  if (/^\s*\/\//.test(before)) return true;
  if (/^\s*\/\*(?!.*\*\/)/.test(before)) return true;
  if (!/^\s*\*(?!.*\*\/)/.test(before)) return false;
  for (let end = lineStart - 1; end > 0;) {
    const start = text.lastIndexOf('\n', end - 1) + 1;
    const line = text.slice(start, end);
    if (/^\s*\/\*(?!.*\*\/)/.test(line)) return true;
    if (!/^\s*\*(?!.*\*\/)/.test(line)) return false;
    end = start - 1;
  }
  return false;
}

/** Whether the last line of code above ends a statement or opens a block. */
function endsStatement(text: string, lineStart: number): boolean {
  for (let end = lineStart - 1; end > 0;) {
    const start = text.lastIndexOf('\n', end - 1) + 1;
    const line = text.slice(start, end).trim();
    if (line !== '' && !/^(?:\/\/|\/?\*)/.test(line)) return /[;{}]$/.test(line);
    end = start - 1;
  }
  return true;
}

/** A decorator stands in the line, or in the lines above it; the parameters of a constructor belong to its class. */
function mayBeDecorated(text: string, lineStart: number, before: string, after: string): boolean {
  if (!text.includes('@')) return false;
  if (`${before}${after}`.includes('@') || /^\s*\)/.test(before)) return true;
  const constructor = text.lastIndexOf('constructor(', lineStart + before.length);
  const between = constructor === -1 ? '{\n' : text.slice(constructor, lineStart + before.length);
  // Its parameters, one on each line.
  if (!/[{;]\s*\n/.test(between)) {
    const end = text.indexOf('{\n', lineStart);
    return text.slice(constructor, end === -1 ? undefined : end).includes('@') || isClassDecorated(text, constructor);
  }
  return after.endsWith(',') || !/[;{)]$/.test(after) || !endsStatement(text, lineStart);
}

function isClassDecorated(text: string, at: number): boolean {
  for (let end = at; end > 0;) {
    const start = text.lastIndexOf('\n', end - 1) + 1;
    if (/^\s*(?:export )?(?:default )?(?:abstract )?class\b/.test(text.slice(start, end))) return !endsStatement(text, start);
    end = start - 1;
  }
  return true;
}
