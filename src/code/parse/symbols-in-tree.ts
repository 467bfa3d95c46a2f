import {
  type Declaration,
  type ExportedName,
  type ImportedName,
  type ModuleSymbols,
  type TopStatement,
  type Usage,
  usedAs,
} from '../module-record.ts';
import { isInert, isPlainPackage } from './inert.ts';
import { addPattern } from './scopes.ts';
import { nameOf, nodeIn, nodesIn, textOf, type Node } from './tree.ts';
import { UseFinder } from './use-finder.ts';

/** What a module offers, and what each part of it needs. */
export function symbolsInTree(program: Node, lineOf: (at: number) => number): ModuleSymbols {
  const statements = nodesIn(program, 'body');
  const imports = statements.flatMap((node) => importsOf(node, lineOf));
  const declared = declaredNames(statements);
  const finder = new UseFinder(imports, declared);
  const imported = new Set(imports.map(({ local }) => local));
  const own = new Set([...declared, ...imports.flatMap(({ local, source }) => (isPlainPackage(source) ? [] : [local]))]);
  const running: TopStatement[] = [];
  const declarations: Declaration[] = [];
  const exports: ExportedName[] = [];
  const kinds = new Map<string, Declaration['kind']>();
  const declare = (node: Node, whole: Node, name: string, kind: Declaration['kind'], parts: readonly Node[]): void => {
    const { uses, typeUses } = finder.usesOf(parts);
    const known = kinds.get(name);
    // A type and a value may share a name.
    kinds.set(name, known === undefined || known === kind ? kind : 'value');
    const runs = isInert(node, (one) => own.has(one)) ? {} : { runs: true as const };
    declarations.push({ name, ...placeOf(whole, lineOf), kind, uses, typeUses, ...runs });
  };
  const take = (node: Node, whole: Node): readonly string[] => {
    if (node.type === 'VariableDeclaration') {
      return nodesIn(node, 'declarations').flatMap((one) => {
        const names = new Set<string>();
        for (const id of nodesIn(one, 'id')) addPattern(names, id);
        for (const name of names) declare(one, nodesIn(node, 'declarations').length === 1 ? whole : one, name, 'value', [one]);
        return [...names];
      });
    }
    const name = nameOf(nodeIn(node, 'id'));
    if (name === '' || !isDeclaration(node)) {
      const statement = { ...placeOf(whole, lineOf), uses: finder.usesOf([node]).uses };
      if (!isInert(node, (one) => own.has(one))) running.push(statement);
      return [];
    }
    declare(node, whole, name, kindOf(node), [node]);
    return [name];
  };
  for (const node of statements) {
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
        exports.push(...starExport(node, lineOf));
        break;
      case 'ExportNamedDeclaration': {
        const inner = nodeIn(node, 'declaration');
        if (inner !== undefined)
          for (const name of take(inner, node)) exports.push({ name, line: lineOf(node.start), kind: 'value', local: name });
        else exports.push(...listedExports(node, lineOf, finder));
        break;
      }
      case 'ExportDefaultDeclaration': {
        const inner = nodeIn(node, 'declaration');
        if (inner === undefined) break;
        const local = inner.type === 'Identifier' ? nameOf(inner) : nameOf(nodeIn(inner, 'id')) || 'default';
        if (inner.type === 'Identifier') finder.exported(local);
        else declare(inner, node, local, kindOf(inner), [inner]);
        exports.push({ name: 'default', line: lineOf(node.start), kind: 'value', local });
        break;
      }
      case 'TSExportAssignment': {
        const inner = nodeIn(node, 'expression');
        const local = inner?.type === 'Identifier' ? nameOf(inner) : 'default';
        if (inner?.type === 'Identifier') finder.exported(local);
        else if (inner !== undefined) declare(inner, node, local, 'value', [inner]);
        exports.push({ name: 'default', line: lineOf(node.start), kind: 'value', local });
        break;
      }
      default:
        take(node, node);
    }
  }
  return {
    imports,
    exports: exports.map((one) => withKind(one, kinds, imported)),
    declarations,
    statements: running,
    onLoad: finder.onLoad(),
    usage: finder.usage(),
  };
}

function placeOf({ end, start }: Node, lineOf: (at: number) => number): { readonly line: number; readonly endLine: number } {
  return { line: lineOf(start), endLine: lineOf(end) };
}

function withKind(one: ExportedName, kinds: ReadonlyMap<string, Declaration['kind']>, imported: ReadonlySet<string>): ExportedName {
  if (one.local === undefined) return one;
  if (imported.has(one.local) && !kinds.has(one.local)) return { ...one, kind: 'unknown' };
  return { ...one, kind: kinds.get(one.local) ?? one.kind };
}

function importsOf(node: Node, lineOf: (at: number) => number): readonly ImportedName[] {
  const line = lineOf(node.start);
  const inner = node.type === 'ExportNamedDeclaration' ? nodeIn(node, 'declaration') : node;
  if (inner?.type === 'TSImportEqualsDeclaration') {
    const reference = nodeIn(inner, 'moduleReference');
    const source = reference?.type === 'TSExternalModuleReference' ? textOf(nodeIn(reference, 'expression')) : undefined;
    return source === undefined
      ? []
      : [{ imported: '*', local: nameOf(nodeIn(inner, 'id')), source, line, isType: inner['importKind'] === 'type' }];
  }
  if (node.type !== 'ImportDeclaration') return [];
  const source = textOf(nodeIn(node, 'source')) ?? '';
  return nodesIn(node, 'specifiers').map((specifier) => {
    const isType = node['importKind'] === 'type' || specifier['importKind'] === 'type';
    const local = nameOf(nodeIn(specifier, 'local'));
    const imported =
      specifier.type === 'ImportDefaultSpecifier'
        ? 'default'
        : specifier.type === 'ImportNamespaceSpecifier'
          ? '*'
          : nameOf(nodeIn(specifier, 'imported'));
    return { imported, local, source, line, isType };
  });
}

function starExport(node: Node, lineOf: (at: number) => number): readonly ExportedName[] {
  const source = textOf(nodeIn(node, 'source'));
  if (source === undefined || node.type !== 'ExportAllDeclaration') return [];
  const name = nameOf(nodeIn(node, 'exported')) || '*';
  const marks = node['exportKind'] === 'type' ? { isType: true } : {};
  return [{ name, line: lineOf(node.start), kind: 'unknown', source, imported: '*', ...marks }];
}

function listedExports(node: Node, lineOf: (at: number) => number, finder: UseFinder): readonly ExportedName[] {
  const source = textOf(nodeIn(node, 'source'));
  return nodesIn(node, 'specifiers').map((specifier) => {
    const local = nameOf(nodeIn(specifier, 'local'));
    const isType = node['exportKind'] === 'type' || specifier['exportKind'] === 'type';
    const common = { name: nameOf(nodeIn(specifier, 'exported')), line: lineOf(specifier.start), kind: 'unknown' as const };
    const marks = isType ? { isType } : {};
    if (source !== undefined) return { ...common, source, imported: local, ...marks };
    if (!isType) finder.exported(local);
    return { ...common, local, ...marks };
  });
}

function isDeclaration({ type }: Node): boolean {
  return /Declaration$|^TSDeclareFunction$/.test(type);
}

function kindOf(node: Node): Declaration['kind'] {
  if (node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration') return 'type';
  if (node.type === 'TSEnumDeclaration' && node['const'] === true) return 'const-enum';
  // A namespace of types alone leaves nothing behind.
  if (node.type === 'TSModuleDeclaration') {
    const body = nodeIn(node, 'body');
    const parts =
      body === undefined
        ? []
        : nodesIn(body, 'body').map((one) => (one.type.startsWith('Export') ? (nodeIn(one, 'declaration') ?? one) : one));
    if (parts.every((one) => one.type === 'TSInterfaceDeclaration' || one.type === 'TSTypeAliasDeclaration')) return 'type';
  }
  return 'value';
}

function declaredNames(statements: readonly Node[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const statement of statements) {
    const node = statement.type.startsWith('Export') ? (nodeIn(statement, 'declaration') ?? statement) : statement;
    if (node.type === 'VariableDeclaration')
      for (const one of nodesIn(node, 'declarations')) for (const id of nodesIn(one, 'id')) addPattern(names, id);
    else if (isDeclaration(node)) names.add(nameOf(nodeIn(node, 'id')));
  }
  names.delete('');
  return names;
}

/** Bits of {@link usedAs}, for readers of a record. */
export function isUsed(usage: Usage | undefined, as: keyof typeof usedAs): boolean {
  return ((usage ?? 0) & usedAs[as]) !== 0;
}
