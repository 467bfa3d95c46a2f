import { maskText } from '../threats/masked.ts';

/** `from .money import total`: what a file of Python takes from a module. */
export interface PythonImport {
  /** As written: `shop.money`, `.money`, `.`. */
  readonly module: string;
  /** Empty for `import shop.money`. */
  readonly names: readonly string[];
  readonly line: number;
}

/** Imports that always run: those at the left margin. */
export function pythonImportsOf(text: string): readonly PythonImport[] {
  const masked = maskText(text, 'python');
  const found: PythonImport[] = [];
  for (const { 1: module = '', 2: list = '', index } of masked.matchAll(
    /^from[ \t]+(\.*[\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n;]*(?:\\\n[^\n;]*)*)/gm,
  )) {
    const names = list
      .replaceAll(/[()\\]/g, ' ')
      .split(',')
      .flatMap((one) => /^\s*(\w+|\*)/.exec(one)?.[1] ?? []);
    found.push({ module, names, line: lineAt(masked, index) });
  }
  for (const { 1: list = '', index } of masked.matchAll(/^import[ \t]+([^\n;]+)/gm))
    for (const one of list.split(',')) {
      const module = /^\s*([\w.]+)/.exec(one)?.[1];
      if (module !== undefined) found.push({ module, names: [], line: lineAt(masked, index) });
    }
  return found;
}

/** Names that a module has when it was imported; `undefined` where it makes them in ways that cannot be read. */
export function pythonNamesOf(text: string): ReadonlySet<string> | undefined {
  const masked = maskText(text, 'python');
  if (
    /\bimport[ \t]*\(?[ \t]*\*|\bdef[ \t]+__getattr__\b|\b(?:globals|locals|vars|exec|setattr|__import__)[ \t]*\(|\bsys\.modules\b|\b__path__\b/.test(
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
  for (const [word] of masked.matchAll(/\b(?:def|class)[ \t]+\w+|\bas[ \t]+\w+|\bfor[ \t]+[^:=\n]+?\bin\b|\b(?:type|global)[ \t]+[\w, ]+/g))
    for (const name of word.match(/\w+/g) ?? []) names.add(name);
  for (const [targets] of masked.matchAll(/^[ \t]*[\w, \t()[\]*.]*\w[\])]*[ \t]*(?::[^=\n]*)?(?==(?!=))/gm))
    for (const name of targets.match(/\w+/g) ?? []) names.add(name);
  for (const [targets] of masked.matchAll(/=[ \t]*[\w, \t]+(?==(?!=))|\b\w+[ \t]*:=|^[ \t]*\w+[ \t]*:[^=\n]*$/gm))
    for (const name of targets.match(/\w+/g) ?? []) names.add(name);
  for (const { 1: list = '' } of masked.matchAll(/\bimport[ \t]+(\([^)]*\)|[^\n;]*(?:\\\n[^\n;]*)*)/g))
    for (const name of list.match(/\w+/g) ?? []) names.add(name);
  return names;
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
