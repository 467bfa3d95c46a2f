import { lineIndex } from '../../text/index.ts';
import { elementMakers } from '../module-record.ts';
import { eachTopStatement } from './scan-requests.ts';
import { type TextUse, textUse } from './text-use.ts';

const strings = /\/\/[^\n]*|\/\*[^]*?\*\/|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|`(?:[^`\\]|\\[^])*`/g;
/** Places where only a value can stand: `new A(`, `instanceof A`, `@inject(A)`, `.get(A)`, `@A`, `class B extends A`, `A.b(`, `= a(`, `return a(`, `b(A.c`, `const b = A;`, `b.c = A.d`, `return A;`. */
const values =
  /\bnew\s+([\w$]+)\s*[(<]|\binstanceof\s+([\w$]+)|[@.][\w$]+\(\s*([\w$]+)\s*[,)]|@([\w$]+)|\bclass\s+[\w$]+(?:<[^<>{}]*>)?\s+extends\s+([\w$]+)|(?<![.\w$])([\w$]+)(?:\.[\w$]+)+\(|(?:[=(!&|?[]|=>|\breturn|\bawait)\s*([\w$]+)\(|[\w$]\(\s*([\w$]+)\.[\w$]|\b(?:const|let|var) [\w$]+ = ([\w$]+)(?=[.;[!])|\.[\w$]+ = ([\w$]+)[.;]|\breturn ([\w$]+)[.;]/g;

/** The lines of `import` statements of which the text alone tells what TypeScript does with them; nothing is said of the others. */
export interface ImportLines {
  /** A name is certainly used as a value: the import stays. */
  readonly values: readonly number[];
  /** All names are certainly types where they are used: it goes. */
  readonly types: readonly number[];
  /** It goes too where no metadata of decorators is written. */
  readonly signatures: readonly number[];
}

const nothing: ImportLines = { values: [], types: [], signatures: [] };

/** @param text one character for each byte. */
export function importLines(path: string, text: string): ImportLines {
  const lines = lineIndex(text).lineAt;
  const imports: { readonly line: number; readonly names: readonly string[] | undefined }[] = [];
  /** `export { a }` between them. */
  let exported = '';
  const end = eachTopStatement(text, ({ end: behind, request }, begin) => {
    if (request === undefined) exported += `${text.slice(begin, behind)}\n`;
    if (request?.form !== 'import' || request.isType) return;
    imports.push({ line: lines(begin), names: namesIn(text.slice(begin, behind)) });
  });
  if (end === undefined || imports.length === 0) return nothing;
  const used = namesOfValues(text.slice(end));
  const found = { values: new Array<number>(), types: new Array<number>(), signatures: new Array<number>() };
  // What is escaped may be any name.
  const below = text.includes(String.raw`\u`) ? undefined : exported + text.slice(end);
  for (const { line, names } of imports) {
    if (names?.some((name) => used.has(name)) === true) found.values.push(line);
    // An element may use a name that it does not mention.
    else if (below === undefined || names === undefined || names.length === 0) continue;
    else if (!/\.[cm]?ts$/.test(path) && names.some((name) => elementMakers.includes(name))) continue;
    else {
      const uses = new Set<TextUse>();
      for (const name of names) if (uses.add(textUse(below, name)).has('unclear')) break;
      if (!uses.has('unclear')) (uses.has('signature') ? found.signatures : found.types).push(line);
    }
  }
  return found;
}

function namesOfValues(below: string): ReadonlySet<string> {
  const used = new Set<string>();
  const code = below.replaceAll(strings, (all) =>
    all.startsWith('`') ? [...all.matchAll(/\$\{([^{}]*)\}/g)].map(([, part]) => `(${part})`).join('') : ' ',
  );
  for (const found of code.matchAll(values)) {
    const name = found.slice(1).find((one) => one !== undefined);
    if (name !== undefined) used.add(name);
  }
  // A name that is declared again may be another thing.
  for (const [, name = ''] of code.matchAll(/\b(?:const|let|var|function|class|enum)\s+([\w$]+)/g)) used.delete(name);
  return used;
}

/** `undefined`: there may be others. */
function namesIn(statement: string): readonly string[] | undefined {
  const names = localNames(statement);
  const parts = statement
    .replaceAll(strings, ' ')
    .split(/[{},]/)
    .filter((part) => /\S/.test(part.replace(/^import\s|\bfrom\b/g, '')));
  const types = parts.filter((part) => /^\s*type\s/.test(part));
  return /[\x80-\xff]|=/.test(statement) || names.length !== parts.length - types.length ? undefined : names;
}

/** The names that an `import` statement gives to values. */
export function localNames(statement: string): readonly string[] {
  const words = statement
    .replaceAll(strings, ' ')
    .replace(/^import\s*/, '')
    .replace(/\s*from\s*$/, '');
  return words.split(/[{},]/).flatMap((part) => {
    const name = part.trim().replace(/\s+from$/, '');
    return name === '' || /^type\s/.test(name) ? [] : (/(?:^|\sas\s+)([\w$]+)$/.exec(name)?.[1] ?? []);
  });
}
