import { isFunction, nameOf, nodeIn, nodesIn, type Node } from './tree.ts';

/** Constructors and functions of the language that call nothing of the module's when they get values like these. */
const plainConstructors = /^(?:Map|Set|WeakMap|WeakSet|WeakRef|Date|Array|Error|AsyncLocalStorage)$/;
const plainCalls = /^(?:Symbol|Symbol\.for|Object\.freeze|Object\.create|BigInt)$/;

/** Of React: they keep what they get, and call it later. https://react.dev/reference/react/apis */
const keepers = /^(?:React\.)?(?:memo|forwardRef|lazy|createContext)$/;

/** Packages of which nothing runs code of the workspace when it is only named: their names count as those of the language. */
export function isPlainPackage(source: string): boolean {
  return source === 'react';
}

/**
 * Whether evaluating this when the module is loaded runs no code of anybody's: a literal, a function that is only declared, an object of such.
 * Where that is not plain to see, it is not.
 * @param isOwn whether the module declares or imports a name: any other one is of the language.
 */
export function isInert(node: Node | undefined, isOwn: (name: string) => boolean): boolean {
  if (node === undefined) return true;
  if (isFunction(node) || node['declare'] === true) return true;
  const inner = (one: Node | undefined): boolean => isInert(one, isOwn);
  switch (node.type) {
    case 'Literal':
    case 'Identifier':
    case 'ThisExpression':
    case 'EmptyStatement':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
    case 'TSNamespaceExportDeclaration':
      return true;
    case 'TemplateLiteral':
      return nodesIn(node, 'expressions').length === 0;
    case 'ExpressionStatement':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
    case 'TSInstantiationExpression':
      return inner(nodeIn(node, 'expression'));
    case 'VariableDeclaration':
      return nodesIn(node, 'declarations').every(inner);
    case 'VariableDeclarator':
      // Taking an object apart may call a getter.
      return nodeIn(node, 'id')?.type === 'Identifier' && inner(nodeIn(node, 'init'));
    case 'UnaryExpression':
      return node['operator'] !== 'delete' && (isLiteral(nodeIn(node, 'argument')) || /^(?:!|typeof|void)$/.test(String(node['operator'])))
        ? inner(nodeIn(node, 'argument'))
        : false;
    case 'BinaryExpression':
      return [nodeIn(node, 'left'), nodeIn(node, 'right')].every((one) =>
        /^[=!]==$/.test(String(node['operator'])) ? inner(one) : isLiteral(one),
      );
    case 'LogicalExpression':
      return inner(nodeIn(node, 'left')) && inner(nodeIn(node, 'right'));
    case 'ConditionalExpression':
      return inner(nodeIn(node, 'test')) && inner(nodeIn(node, 'consequent')) && inner(nodeIn(node, 'alternate'));
    case 'ArrayExpression':
      return nodesIn(node, 'elements').every(inner);
    case 'ObjectExpression':
      return nodesIn(node, 'properties').every(
        (one) =>
          one.type === 'Property' && (one['computed'] !== true || isInertKey(nodeIn(one, 'key'), isOwn)) && inner(nodeIn(one, 'value')),
      );
    case 'MemberExpression':
      return node['computed'] !== true && globalPath(node, isOwn) !== undefined;
    case 'NewExpression':
      return plainConstructors.test(globalPath(nodeIn(node, 'callee'), isOwn) ?? '') && plainArguments(node, isOwn);
    case 'CallExpression':
      if (keepers.test(globalPath(nodeIn(node, 'callee'), isOwn) ?? '')) return nodesIn(node, 'arguments').every(inner);
      return plainCalls.test(globalPath(nodeIn(node, 'callee'), isOwn) ?? '') && plainArguments(node, isOwn);
    case 'ClassDeclaration':
    case 'ClassExpression':
      return isInertClass(node, isOwn);
    case 'TSEnumDeclaration':
      return nodesIn(nodeIn(node, 'body') ?? node, 'members').every((one) => isLiteralExpression(nodeIn(one, 'initializer')));
    default:
      return false;
  }
}

function isInertClass(node: Node, isOwn: (name: string) => boolean): boolean {
  const base = nodeIn(node, 'superClass');
  if (nodesIn(node, 'decorators').length > 0 || (base !== undefined && base.type !== 'Identifier' && globalPath(base, isOwn) === undefined))
    return false;
  return nodesIn(nodeIn(node, 'body') ?? node, 'body').every((member) => {
    if (member.type === 'StaticBlock' || nodesIn(member, 'decorators').length > 0) return false;
    if (member['computed'] === true && !isInert(nodeIn(member, 'key'), isOwn)) return false;
    const params = nodesIn(nodeIn(member, 'value') ?? member, 'params');
    if (params.some((param) => nodesIn(param, 'decorators').length > 0)) return false;
    return member['static'] !== true || isInert(nodeIn(member, 'value'), isOwn);
  });
}

/** An identifier among them would be walked through, and that may call something. */
function plainArguments(node: Node, isOwn: (name: string) => boolean): boolean {
  return nodesIn(node, 'arguments').every((one) => one.type !== 'Identifier' && isInert(one, isOwn));
}

/** `Symbol.iterator` as a key; anything of the module's own is made a text first. */
function isInertKey(node: Node | undefined, isOwn: (name: string) => boolean): boolean {
  return isLiteral(node) || globalPath(node, isOwn) !== undefined;
}

function isLiteral(node: Node | undefined): boolean {
  return node?.type === 'Literal';
}

/** `1 << 3`, `A | B` between members of an enum. */
function isLiteralExpression(node: Node | undefined): boolean {
  if (node === undefined || isLiteral(node) || node.type === 'Identifier') return true;
  if (node.type === 'UnaryExpression') return isLiteralExpression(nodeIn(node, 'argument'));
  if (node.type === 'TemplateLiteral') return nodesIn(node, 'expressions').length === 0;
  return node.type === 'BinaryExpression' && isLiteralExpression(nodeIn(node, 'left')) && isLiteralExpression(nodeIn(node, 'right'));
}

/** `Symbol.iterator`, `process.env.NODE_ENV`: names of the language's own. */
function globalPath(node: Node | undefined, isOwn: (name: string) => boolean): string | undefined {
  if (node?.type === 'Identifier') return isOwn(nameOf(node)) ? undefined : nameOf(node);
  if (node?.type === 'MetaProperty') return 'import.meta';
  if (node?.type !== 'MemberExpression' || node['computed'] === true) return undefined;
  const object = globalPath(nodeIn(node, 'object'), isOwn);
  return object === undefined ? undefined : `${object}.${nameOf(nodeIn(node, 'property'))}`;
}
