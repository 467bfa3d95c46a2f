import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseAst } from 'vitest/node';

/** What one file of `src/` says about itself, for the test of the architecture. */
export interface SourceFile {
  /** From the root of the repository: `src/cli/run.ts`. */
  readonly path: string;
  readonly lines: number;
  readonly imports: readonly Import[];
  readonly functions: readonly { readonly name: string; readonly line: number; readonly lines: number }[];
  /** How often `...(x === undefined ? {} : { x })` is used. */
  readonly conditionalSpreads: number;
}

export interface Import {
  readonly file: string;
  readonly specifier: string;
  /** Of an import inside the tree, the file it names. */
  readonly target: string | undefined;
  /** Nothing of it is left when the types are removed. */
  readonly typesOnly: boolean;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

export function readSources(root: string): readonly SourceFile[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `src/${name.replaceAll('\\', '/')}`)
    .sort()
    .map((path) => readSource(path, readFileSync(join(root, path), 'utf8')));
}

export function readSource(path: string, text: string): SourceFile {
  const imports: Import[] = [];
  const functions: { name: string; line: number; lines: number }[] = [];
  let conditionalSpreads = 0;
  visit(parseAst(text, { lang: 'ts' }, path), undefined, (node, parent) => {
    const found = importOf(node);
    if (found !== undefined) imports.push({ file: path, target: targetOf(path, found.specifier), ...found });
    if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) {
      const line = lineAt(text, node.start);
      functions.push({ name: nameOf(node, parent), line, lines: lineAt(text, node.end) - line + 1 });
    }
    if (isConditionalSpread(node)) conditionalSpreads += 1;
  });
  return { path, lines: lineAt(text, text.trimEnd().length), imports, functions, conditionalSpreads };
}

function visit(value: unknown, parent: Node | undefined, see: (node: Node, parent: Node | undefined) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, parent, see);
  if (!isNode(value)) return;
  see(value, parent);
  for (const field of Object.values(value)) visit(field, value, see);
}

/** A name that is imported from elsewhere: statically, by a call, as a type, or past the module loader. */
function importOf(node: Node): { specifier: string; typesOnly: boolean } | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration': {
      const specifier = textOf(node['source']);
      return specifier === undefined ? undefined : { specifier, typesOnly: hasTypesOnly(node) };
    }
    case 'ImportExpression':
      return { specifier: textOf(node['source']) ?? '(computed)', typesOnly: false };
    case 'TSImportType':
      return { specifier: textOf(node['source']) ?? textOf(node['argument']) ?? '(computed)', typesOnly: true };
    case 'CallExpression': {
      const {
        callee,
        arguments: [first],
      } = node as unknown as { callee: Node; arguments: unknown[] };
      const called = callee.type === 'MemberExpression' ? (callee['property'] as Node) : callee;
      if (called['name'] !== 'getBuiltinModule' && called['name'] !== 'require') return undefined;
      return { specifier: textOf(first) ?? '(computed)', typesOnly: false };
    }
    default:
      return undefined;
  }
}

function hasTypesOnly(node: Node): boolean {
  if (node['importKind'] === 'type' || node['exportKind'] === 'type') return true;
  const specifiers = node['specifiers'] as readonly Node[] | undefined;
  return (
    specifiers !== undefined &&
    specifiers.length > 0 &&
    specifiers.every((each) => each['importKind'] === 'type' || each['exportKind'] === 'type')
  );
}

function targetOf(path: string, specifier: string): string | undefined {
  return specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : undefined;
}

function isConditionalSpread(node: Node): boolean {
  if (node.type !== 'SpreadElement') return false;
  let inner = node['argument'] as Node;
  while (inner.type === 'ParenthesizedExpression') inner = inner['expression'] as Node;
  if (inner.type !== 'ConditionalExpression' || !comparesWithUndefined(inner['test'])) return false;
  return [inner['consequent'], inner['alternate']].some(
    (branch) => isNode(branch) && branch.type === 'ObjectExpression' && (branch['properties'] as unknown[]).length === 0,
  );
}

function comparesWithUndefined(test: unknown): boolean {
  return (
    isNode(test) &&
    test.type === 'BinaryExpression' &&
    [test['left'], test['right']].some((side) => isNode(side) && side['name'] === 'undefined')
  );
}

function nameOf(node: Node, parent: Node | undefined): string {
  const named = [node['id'], parent?.['id'], parent?.['key']].find(isNode);
  const name = named?.['name'] ?? named?.['value'];
  return typeof name === 'string' ? name : '(no name)';
}

function textOf(value: unknown): string | undefined {
  if (!isNode(value)) return undefined;
  if (isNode(value['literal'])) return textOf(value['literal']);
  return typeof value['value'] === 'string' ? value['value'] : undefined;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
