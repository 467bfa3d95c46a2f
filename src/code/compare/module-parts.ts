import type { ModuleSymbols } from '../module-record.ts';
import { isInert, isPlainPackage } from '../parse/inert.ts';
import { addPattern } from '../parse/scopes.ts';
import { isUsed } from '../parse/symbols-in-tree.ts';
import { nameOf, nodeIn, nodesIn, type Node } from '../parse/tree.ts';

/** A module in parts that can be compared with those of another version of it. */
export interface ModuleParts {
  /** Modules that are loaded, in their order. */
  readonly sources: readonly string[];
  /** Each imported name: where from, and what it is called there. */
  readonly imports: ReadonlyMap<string, string>;
  /** Each exported name: which name of this module it is, or of which other one. */
  readonly exports: ReadonlyMap<string, string>;
  /** `export *`, in order. */
  readonly stars: readonly string[];
  /** The text of each declaration. */
  readonly declarations: ReadonlyMap<string, string>;
  /** What runs when the module is loaded, in order. */
  readonly running: readonly string[];
  /** Whether names can be read from its exports alone: no `module.exports`. */
  readonly isComplete: boolean;
}

/** @param text without comments. */
export function moduleParts(path: string, program: Node, text: string, symbols: ModuleSymbols): ModuleParts {
  const isTypeScript = /\.(?:[cm]?ts|tsx)$/.test(path);
  const imports = new Map(symbols.imports.map(({ imported, isType, local, source }) => [local, `${imported} ${String(isType)} ${source}`]));
  const exports = new Map<string, string>();
  const stars: string[] = [];
  for (const { imported, isType, local, name, source } of symbols.exports) {
    if (name === '*') stars.push(`${String(isType)} ${source ?? ''}`);
    else exports.set(name, `${local ?? ''} ${imported ?? ''} ${source ?? ''} ${String(isType)}`);
  }
  const own = new Set([
    ...symbols.imports.flatMap(({ local, source }) => (isPlainPackage(source) ? [] : [local])),
    ...symbols.declarations.map(({ name }) => name),
  ]);
  const isOwn = (name: string): boolean => own.has(name);
  const declarations = new Map<string, string>();
  const running: string[] = [];
  const sources: string[] = [];
  const part = (node: Node): string => text.slice(node.start, node.end);
  const declare = (names: readonly string[], said: string, runs: boolean): void => {
    for (const name of names) declarations.set(name, `${declarations.get(name) ?? ''}\0${said}`);
    if (runs) running.push(said);
  };
  for (const statement of nodesIn(program, 'body')) {
    if (isLoaded(statement, symbols, isTypeScript)) sources.push(nameOf(nodeIn(statement, 'source')));
    if (/^(?:ImportDeclaration|ExportAllDeclaration)$/.test(statement.type)) continue;
    if (/^Export(?:Named|Default)Declaration$/.test(statement.type) && nodeIn(statement, 'declaration') === undefined) continue;
    const isDefault = statement.type === 'ExportDefaultDeclaration';
    const node = statement.type.startsWith('Export') ? (nodeIn(statement, 'declaration') ?? statement) : statement;
    if (node.type === 'VariableDeclaration') {
      for (const one of nodesIn(node, 'declarations')) {
        const names = new Set<string>();
        for (const id of nodesIn(one, 'id')) addPattern(names, id);
        declare([...names], `${String(node['kind'])} ${part(one)}`, !isInert(one, isOwn));
      }
      continue;
    }
    const name = nameOf(nodeIn(node, 'id')) || (isDefault && node.type !== 'Identifier' ? 'default' : '');
    if (name !== '' && own.has(name)) declare([name], part(node), !isInert(node, isOwn));
    else if (!isInert(node, isOwn)) running.push(part(node));
  }
  const isComplete = !/\b(?:module\.exports|exports\s*[.[])/.test(text);
  return { sources, imports, exports, stars, declarations, running, isComplete };
}

/** Whether a statement loads another module: TypeScript leaves out an import of which only types are used. */
function isLoaded(node: Node, symbols: ModuleSymbols, isTypeScript: boolean): boolean {
  if (nodeIn(node, 'source') === undefined) return false;
  if (node['importKind'] === 'type' || node['exportKind'] === 'type') return false;
  const specifiers = nodesIn(node, 'specifiers');
  if (!isTypeScript || node.type !== 'ImportDeclaration' || specifiers.length === 0) return true;
  return specifiers.some((one) => {
    const usage = symbols.usage[nameOf(nodeIn(one, 'local'))];
    return one['importKind'] !== 'type' && (isUsed(usage, 'value') || isUsed(usage, 'exported') || isUsed(usage, 'decorated'));
  });
}
