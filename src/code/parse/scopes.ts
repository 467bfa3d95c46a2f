import { childrenOf, isFunction, isNode, nameOf, nodeIn, nodesIn, type Node } from './tree.ts';

/** Names that hide those of the module. */
export interface Scope {
  readonly names: ReadonlySet<string>;
  readonly parent: Scope | undefined;
}

export function isHidden(name: string, scope: Scope | undefined): boolean {
  for (let at = scope; at !== undefined; at = at.parent) if (at.names.has(name)) return true;
  return false;
}

/** Nodes that open a scope, beside functions and what has type parameters. */
const scopes: ReadonlySet<string> = new Set([
  'BlockStatement',
  'StaticBlock',
  'TSModuleBlock',
  'TSEnumBody',
  'SwitchStatement',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'CatchClause',
  'ClassExpression',
  'TSMappedType',
]);

/** The scope that a node opens, if it opens one. */
export function scopeIn(node: Node, parent: Scope | undefined): Scope | undefined {
  if (!scopes.has(node.type) && !isFunction(node) && !isNode(node['typeParameters'])) return parent;
  const names = new Set<string>();
  if (isFunction(node)) {
    if (node.type === 'FunctionExpression') addName(names, nodeIn(node, 'id'));
    for (const param of nodesIn(node, 'params')) addPattern(names, param);
    addTypeParameters(names, node);
    const body = nodeIn(node, 'body');
    if (body !== undefined) addVars(names, body);
  } else {
    switch (node.type) {
      case 'BlockStatement':
      case 'StaticBlock':
      case 'TSModuleBlock':
        addDeclared(names, nodesIn(node, 'body'));
        if (node.type !== 'BlockStatement') for (const one of nodesIn(node, 'body')) addVars(names, one);
        break;
      case 'TSEnumBody':
        // `b = a` in an enum means its own member.
        for (const one of nodesIn(node, 'members')) addName(names, nodeIn(one, 'id'));
        break;
      case 'SwitchStatement':
        for (const one of nodesIn(node, 'cases')) addDeclared(names, nodesIn(one, 'consequent'));
        break;
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement':
        addDeclared(names, [...nodesIn(node, 'init'), ...nodesIn(node, 'left')]);
        break;
      case 'CatchClause':
        for (const param of nodesIn(node, 'param')) addPattern(names, param);
        break;
      case 'ClassExpression':
        addName(names, nodeIn(node, 'id'));
        addTypeParameters(names, node);
        break;
      case 'TSMappedType':
        addName(names, nodeIn(node, 'key'));
        break;
      default:
        addTypeParameters(names, node);
    }
  }
  return names.size === 0 ? parent : { names, parent };
}

/** The names that a pattern binds. */
export function addPattern(names: Set<string>, node: Node): void {
  switch (node.type) {
    case 'Identifier':
      addName(names, node);
      return;
    case 'TSParameterProperty':
      for (const one of nodesIn(node, 'parameter')) addPattern(names, one);
      return;
    case 'AssignmentPattern':
      for (const one of nodesIn(node, 'left')) addPattern(names, one);
      return;
    case 'RestElement':
      for (const one of nodesIn(node, 'argument')) addPattern(names, one);
      return;
    case 'ArrayPattern':
      for (const one of nodesIn(node, 'elements')) addPattern(names, one);
      return;
    case 'ObjectPattern':
      for (const one of nodesIn(node, 'properties')) addPattern(names, one);
      return;
    case 'Property':
      for (const one of nodesIn(node, 'value')) addPattern(names, one);
      return;
    default:
  }
}

/** Names that statements declare for the block around them. */
function addDeclared(names: Set<string>, statements: readonly Node[]): void {
  for (const statement of statements) {
    const node = /^Export(?:Named|Default)Declaration$/.test(statement.type) ? (nodeIn(statement, 'declaration') ?? statement) : statement;
    if (node.type === 'VariableDeclaration') for (const one of nodesIn(node, 'declarations')) addDeclarator(names, one);
    else if (/Declaration$|^TSDeclareFunction$/.test(node.type)) addName(names, nodeIn(node, 'id'));
  }
}

/** `var`s anywhere in a function belong to the function. */
function addVars(names: Set<string>, node: Node): void {
  if (isFunction(node) || node.type === 'ClassBody') return;
  if (node.type === 'VariableDeclaration') {
    if (node['kind'] === 'var') for (const one of nodesIn(node, 'declarations')) addDeclarator(names, one);
    return;
  }
  if (/Statement$|^SwitchCase$|^CatchClause$|^VariableDeclaration$/.test(node.type))
    for (const child of childrenOf(node)) addVars(names, child);
}

function addDeclarator(names: Set<string>, declarator: Node): void {
  for (const id of nodesIn(declarator, 'id')) addPattern(names, id);
}

function addTypeParameters(names: Set<string>, node: Node): void {
  const list = nodeIn(node, 'typeParameters');
  if (list !== undefined) for (const one of nodesIn(list, 'params')) addName(names, nodeIn(one, 'name'));
}

function addName(names: Set<string>, node: Node | undefined): void {
  const name = nameOf(node);
  if (name !== '') names.add(name);
}
