import { addPattern } from '../parse/scopes.ts';
import { childrenOf, isFunction, nameOf, nodeIn, nodesIn, type Node, textOf } from '../parse/tree.ts';

/** What a CommonJS module offers by name, and what it takes from others by name. */
export interface CommonModule {
  /** `undefined` where it cannot be read: `module.exports = make()`. */
  readonly names?: readonly string[] | undefined;
  readonly requires: readonly RequiredName[];
}

export interface RequiredName {
  /** The other module, as written. */
  readonly source: string;
  readonly name: string;
  readonly line: number;
}

/** Of a module that uses `require` or `module.exports` at its top level; else `undefined`. */
export function commonModule(program: Node, lineOf: (at: number) => number): CommonModule | undefined {
  const statements = nodesIn(program, 'body');
  if (statements.some(({ type }) => /^(?:Import|Export|TSExport|TSImport)/.test(type))) return undefined;
  const requires: RequiredName[] = [];
  /** Local names of whole modules. */
  const wholes = new Map<string, string>();
  for (const statement of statements)
    for (const one of nodesIn(statement, 'declarations')) {
      const source = requiredBy(nodeIn(one, 'init'));
      const id = nodeIn(one, 'id');
      if (source === undefined || id === undefined) continue;
      if (id.type === 'Identifier') wholes.set(nameOf(id), source);
      for (const property of nodesIn(id, 'properties')) {
        const name = property['computed'] === true ? '' : nameOf(nodeIn(property, 'key'));
        // With a default the name may be absent.
        if (name !== '' && nodeIn(property, 'value')?.type !== 'AssignmentPattern')
          requires.push({ source, name, line: lineOf(property.start) });
      }
    }
  for (const [local, name, at] of memberCalls(program, new Set(wholes.keys())))
    requires.push({ source: wholes.get(local) ?? '', name, line: lineOf(at) });
  const names = exportedNames(program, statements);
  return names === 'none' && requires.length === 0 ? undefined : { requires, names: names === 'none' ? undefined : names };
}

function requiredBy(node: Node | undefined): string | undefined {
  if (node?.type !== 'CallExpression' || nameOf(nodeIn(node, 'callee')) !== 'require') return undefined;
  return textOf(nodesIn(node, 'arguments')[0]);
}

/** `helper.format(…)` where `helper` is a whole module that nothing else in the file declares, assigns or hides. */
function memberCalls(program: Node, locals: ReadonlySet<string>): readonly (readonly [local: string, name: string, at: number])[] {
  const calls: (readonly [string, string, number])[] = [];
  const bound = new Map<string, number>();
  const visit = (node: Node): void => {
    const names = new Set<string>();
    if (isFunction(node) || node.type === 'ClassDeclaration') for (const id of nodesIn(node, 'id')) addPattern(names, id);
    if (isFunction(node)) for (const param of nodesIn(node, 'params')) addPattern(names, param);
    if (node.type === 'VariableDeclarator' || node.type === 'CatchClause')
      for (const id of [...nodesIn(node, 'id'), ...nodesIn(node, 'param')]) addPattern(names, id);
    if (node.type === 'AssignmentExpression') for (const left of nodesIn(node, 'left')) addAssigned(names, left);
    for (const name of names) bound.set(name, (bound.get(name) ?? 0) + 1);
    const callee = node.type === 'CallExpression' ? nodeIn(node, 'callee') : undefined;
    const object =
      callee?.type === 'MemberExpression' && callee['computed'] !== true && node['optional'] !== true
        ? nodeIn(callee, 'object')
        : undefined;
    if (callee !== undefined && object?.type === 'Identifier' && locals.has(nameOf(object)))
      calls.push([nameOf(object), nameOf(nodeIn(callee, 'property')), callee.start]);
    for (const child of childrenOf(node)) visit(child);
  };
  visit(program);
  return calls.filter(([local]) => bound.get(local) === 1);
}

/** Also `helper.format = …`: then others may add names to it. */
function addAssigned(names: Set<string>, left: Node): void {
  if (left.type === 'MemberExpression') addAssigned(names, nodeIn(left, 'object') ?? left);
  addPattern(names, left);
}

/** Of `module.exports = { a, b }`, `exports.a = …`, `module.exports.a = …`. */
function exportedNames(program: Node, statements: readonly Node[]): readonly string[] | 'none' | undefined {
  const names = new Set<string>();
  let read = 0;
  for (const statement of statements) {
    const assigned = nodeIn(statement, 'expression');
    if (statement.type !== 'ExpressionStatement' || assigned?.type !== 'AssignmentExpression') continue;
    const left = nodeIn(assigned, 'left');
    const right = nodeIn(assigned, 'right');
    if (left === undefined || right === undefined || left.type !== 'MemberExpression' || left['computed'] === true) continue;
    const object = nodeIn(left, 'object');
    const property = nameOf(nodeIn(left, 'property'));
    if (object?.type === 'Identifier' && nameOf(object) === 'module' && property === 'exports') {
      if (right.type !== 'ObjectExpression') return undefined;
      for (const one of nodesIn(right, 'properties')) {
        if (one.type !== 'Property' || one['computed'] === true) return undefined;
        names.add(nameOf(nodeIn(one, 'key')));
      }
      read += 1;
    } else if (object !== undefined && isExports(object)) {
      names.add(property);
      read += 1;
    }
  }
  // Any other mention of what it exports may add names.
  const mentions = countMentions(program);
  return mentions === 0 ? 'none' : mentions === read ? [...names] : undefined;
}

function isExports(node: Node): boolean {
  if (node.type === 'Identifier') return nameOf(node) === 'exports';
  return node.type === 'MemberExpression' && nameOf(nodeIn(node, 'object')) === 'module' && nameOf(nodeIn(node, 'property')) === 'exports';
}

function countMentions(node: Node): number {
  if (isExports(node)) return 1;
  if (node.type === 'MemberExpression' && node['computed'] !== true) {
    const object = nodeIn(node, 'object');
    return object === undefined ? 0 : countMentions(object);
  }
  if (node.type === 'Identifier' && nameOf(node) === 'module') return 1;
  return childrenOf(node).reduce((sum, child) => sum + countMentions(child), 0);
}
