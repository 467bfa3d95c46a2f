import { eachTopStatement, lineCounter } from './scan-requests.ts';

const strings = /\/\/[^\n]*|\/\*[^]*?\*\/|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|`(?:[^`\\]|\\[^])*`/g;
/** Places where only a value can stand: `new A(`, `instanceof A`, `@inject(A)`, `.get(A)`, `@A`, `class B extends A`, `A.b(`, `= a(`, `return a(`. */
const values =
  /\bnew\s+([\w$]+)\s*[(<]|\binstanceof\s+([\w$]+)|[@.][\w$]+\(\s*([\w$]+)\s*[,)]|@([\w$]+)|\bclass\s+[\w$]+(?:<[^<>{}]*>)?\s+extends\s+([\w$]+)|(?<![.\w$])([\w$]+)\.[\w$]+\(|(?:[=(!&|?[]|=>|\breturn|\bawait)\s*([\w$]+)\(/g;

/**
 * The lines of `import` statements of which a name is certainly used as a value, so that TypeScript keeps them. It finds most of them, without a parser;
 * nothing is said of the others.
 * @param text one character for each byte.
 */
export function valueLines(text: string): readonly number[] {
  const lines = lineCounter(text);
  const imports: { readonly line: number; readonly names: readonly string[] }[] = [];
  const end = eachTopStatement(text, ({ end: behind, request }, begin) => {
    if (request?.form === 'import' && !request.isType) imports.push({ line: lines(begin), names: localNames(text.slice(begin, behind)) });
  });
  if (end === undefined || imports.length === 0) return [];
  const used = new Set<string>();
  const code = text.slice(end).replaceAll(strings, ' ');
  for (const found of code.matchAll(values)) {
    const name = found[1] ?? found[2] ?? found[3] ?? found[4] ?? found[5] ?? found[6] ?? found[7];
    if (name !== undefined) used.add(name);
  }
  // A name that is declared again may be another thing.
  for (const [, name = ''] of code.matchAll(/\b(?:const|let|var|function|class|enum)\s+([\w$]+)/g)) used.delete(name);
  return imports.filter(({ names }) => names.some((name) => used.has(name))).map(({ line }) => line);
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
