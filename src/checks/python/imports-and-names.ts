import { lineIndex } from '../../text/index.ts';
import { maskText } from '../syntax/mask-text.ts';

/** `from .money import total`: what a file of Python takes from a module. */
export interface PythonImport {
  /** As written: `shop.money`, `.money`, `.`. */
  readonly module: string;
  /** Empty for `import shop.money`. */
  readonly names: readonly string[];
  readonly line: number;
}

/** Imports that always run, in the order of the text: those at the left margin, so not below `try` or `if`, where a missing package may be expected. */
export function pythonImports(text: string): readonly PythonImport[] {
  if (!/^\uFEFF?(?:import|from)\s/m.test(text)) return [];
  const masked = maskedLines(text);
  const { lineAt } = lineIndex(masked);
  const statement = /^(?:from[ \t]+(\.*[\w.]*)[ \t]+import[ \t]+(\([^()]*\)|[^\n;\\]*(?:\\\n[^\n;\\]*)*)|import[ \t]+([^\n;]+))/gm;
  return [...masked.matchAll(statement)].flatMap(({ 1: module, 2: names = '', 3: modules = '', index }) => {
    const line = lineAt(index);
    if (module !== undefined) return [{ module, names: namesIn(names), line }];
    return modules.split(',').flatMap((one) => {
      const found = /^\s*([\w.]+)/.exec(one)?.[1];
      return found === undefined ? [] : [{ module: found, names: [], line }];
    });
  });
}

/** `(total, tax as t)`: the names of the other module. */
function namesIn(list: string): readonly string[] {
  const names = list.replaceAll(/[()\\]/g, ' ').split(',');
  return names.flatMap((one) => /^\s*(\w+|\*)\s*(?:$|as\b)/.exec(one)?.[1] ?? []);
}

/** Names that a module has when it was imported; `undefined` where it makes them in ways that cannot be read. */
export function pythonNamesOf(text: string): ReadonlySet<string> | undefined {
  // `a = 1; b = 2` on two lines, and on one what `\` continues.
  const masked = maskedLines(text).replaceAll(';', '\n').replaceAll('\\\n', ' ');
  if (
    /\bimport[ \t]*(?:\([ \t]*)?\*|\bdef[ \t]+__getattr__\b|\b(?:globals|locals|vars|exec|setattr|__import__)[ \t]*\(|\bsys\.modules\b|\b__path__\b/.test(
      masked,
    )
  )
    return undefined;
  const names = new Set<string>([
    '__name__',
    '__doc__',
    '__file__',
    '__path__',
    '__package__',
    '__spec__',
    '__dict__',
    '__all__',
    '__version__',
  ]);
  // Wherever in the file: a name of an inner block may be that of the module.
  for (const [word] of masked.matchAll(
    /\b(?:def|class)[ \t]+\w+|\bas[ \t]+(?:\w+|\([^()\n]*\))|\bfor[ \t]+[^:=\n]{1,500}?\bin\b|^[ \t]*case[ \t]+[^:\n]+|\b(?:type|global)[ \t]+[\w, ]+/gm,
  ))
    for (const name of word.match(/\w+/g) ?? []) names.add(name);
  for (const [targets] of masked.matchAll(/^[\w, \t()[\]*.]*\w[\]), \t]*(?::[^=\n]*)?(?==(?!=))/gm))
    for (const name of targets.match(/\w+/g) ?? []) names.add(name);
  for (const [targets] of masked.matchAll(/=[\w, \t]+(?==(?!=))|\b\w+[ \t]*:=|^[ \t]*\w+[ \t]*:[^=\n]*$/gm))
    for (const name of targets.match(/\w+/g) ?? []) names.add(name);
  // `(` on a line of its own, and what is between it and `) =`.
  for (const [targets] of masked.matchAll(/^[ \t]*\([ \t]*\n[\w, \t\n*.]*\)[ \t]*=(?!=)/gm))
    for (const name of targets.match(/\w+/g) ?? []) names.add(name);
  for (const { 1: list = '' } of masked.matchAll(/\bimport[ \t]+(\([^()]*\)|[^\n]*)/g))
    for (const name of list.match(/\w+/g) ?? []) names.add(name);
  return names;
}

/** Without the byte order mark and carriage returns, which would be read as parts of names. */
function maskedLines(text: string): string {
  return maskText(text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'), 'python');
}
