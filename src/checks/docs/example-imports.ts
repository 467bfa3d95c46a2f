/** A statement of an example that takes names from elsewhere. */
export interface ExampleImport {
  /** As written: `react`, `./cart`, `flask.views`. */
  readonly from: string;
  /** Where `from` begins in the text. */
  readonly fromAt: number;
  /** Names that the other side must have, each with its place in the text. */
  readonly names: readonly { readonly name: string; readonly at: number }[];
  /** What the example calls them. */
  readonly bindings: readonly string[];
  readonly language: 'script' | 'python';
}

const statement =
  /\b(?:import|export)\s+(?:type\s+)?((?:[\w$]+\s*(?:,\s*)?)?(?:\*\s*(?:as\s+[\w$]+\s*)?|\{[^{}'"]{0,1000}\}\s*)?)from\s*(['"])([^'"\n]{1,200})\2/g;
const call = /(?:\b(?:const|let|var)\s+(\{[^}]{0,500}\}|\w+)\s*=\s*)?(?:await\s+)?\b(?:require|import)\s*\(\s*(['"])([^'"\n]{1,200})\2/g;
const bare = /\bimport\s+(['"])([^'"\n]{1,200})\1/g;
const python = /^[ \t]*(?:>>> )?from[ \t]+([\w.]+)[ \t]+import[ \t]+(?:\(([^)]{0,1000})\)|([\w.*][^\n#;]{0,500}))/gm;
const pythonModule = /^[ \t]*(?:>>> )?import[ \t]+([\w.]+)(?:[ \t]+as[ \t]+(\w+))?[ \t]*$/gm;

/** The imports of a block, and the block without them; its lines and columns stay. */
export function exampleImports(
  text: string,
  language: ExampleImport['language'],
): { readonly imports: readonly ExampleImport[]; readonly rest: string } {
  const imports: ExampleImport[] = [];
  const take = (whole: string, at: number, from: string, clause: string, isCall = false): string => {
    const fromAt = at + whole.lastIndexOf(from);
    const names = namesIn(clause, at + (clause === '' ? 0 : whole.indexOf(clause)), isCall);
    imports.push({ from, fromAt, names: names.taken, bindings: names.bindings, language });
    return whole.replaceAll(/[^\n]/g, ' ');
  };
  if (language === 'python') {
    const rest = text
      .replaceAll(python, (whole: string, from: string, list: string | undefined, one: string | undefined, at: number) =>
        take(whole, at, from, list ?? one ?? ''),
      )
      .replaceAll(pythonModule, (whole: string, from: string, name: string | undefined, at: number) => {
        imports.push({ from, fromAt: at + whole.indexOf(from), names: [], bindings: [name ?? from.split('.', 1)[0] ?? from], language });
        return whole.replaceAll(/[^\n]/g, ' ');
      });
    return { imports, rest };
  }
  const rest = text
    .replaceAll(statement, (whole: string, clause: string, _quote, from: string, at: number) => take(whole, at, from, clause))
    .replaceAll(call, (whole: string, clause: string | undefined, _quote, from: string, at: number) =>
      take(whole, at, from, clause ?? '', true),
    )
    .replaceAll(bare, (whole: string, _quote, from: string, at: number) => take(whole, at, from, ''));
  return { imports, rest };
}

/** `store, { read, write as save, type Cart }`: what comes by its own name is in braces. */
function namesIn(
  clause: string,
  at: number,
  isCall: boolean,
): { readonly taken: readonly { readonly name: string; readonly at: number }[]; readonly bindings: readonly string[] } {
  const open = clause.indexOf('{');
  // Python has no braces: all names are those of the module.
  const isList = open === -1 && !isCall && !/^\s*(\*\s*as\s|\w+\s*$)/.test(clause);
  const inner = open === -1 ? (isList ? clause : '') : clause.slice(open + 1, clause.lastIndexOf('}'));
  const outer = open === -1 ? (isList ? '' : clause) : clause.slice(0, open);
  const taken: { readonly name: string; readonly at: number }[] = [];
  const bindings = [...outer.matchAll(/[A-Za-z_$][\w$]*/g)].map(([name]) => name).filter((name) => name !== 'as');
  const from = at + (open === -1 ? 0 : open + 1);
  for (const { 0: part, index } of inner.matchAll(/[^,]+/g)) {
    const found = /^\s*(?:type\s+)?([A-Za-z_$][\w$]*)(?:\s*(?:\bas\b|:)\s*([A-Za-z_$][\w$]*))?/.exec(part);
    const [, name, binding] = found ?? [];
    if (name === undefined) continue;
    taken.push({ name, at: from + index + part.indexOf(name, part.search(/\btype\s+\w/) + 1) });
    bindings.push(binding ?? name);
  }
  return { taken, bindings };
}
