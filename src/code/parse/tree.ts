/** A node of the syntax tree: ESTree, with what TypeScript adds. https://typescript-eslint.io/packages/typescript-estree/ast-spec */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}

export function nodeIn(node: Node, field: string): Node | undefined {
  const value = node[field];
  return isNode(value) ? value : undefined;
}

export function nodesIn(node: Node, field: string): readonly Node[] {
  const value = node[field];
  return Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [];
}

/** All nodes right below a node, in no order that matters. */
export function childrenOf(node: Node): readonly Node[] {
  const found: Node[] = [];
  for (const field in node) {
    const value = node[field];
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      for (const one of value) if (isNode(one)) found.push(one);
    } else if (isNode(value)) found.push(value);
  }
  return found;
}

/** The name of an identifier, or the text of a string literal; empty for anything else. */
export function nameOf(node: Node | undefined): string {
  if (node === undefined) return '';
  const name = node['name'] ?? node['value'];
  return typeof name === 'string' ? name : '';
}

/** The text of a string literal or of a template without parts. */
export function textOf(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined;
  if (node?.type !== 'TemplateLiteral' || nodesIn(node, 'expressions').length > 0) return undefined;
  const value = nodesIn(node, 'quasis')[0]?.['value'] as { readonly cooked?: unknown } | undefined;
  return typeof value?.cooked === 'string' ? value.cooked : undefined;
}

const functions: ReadonlySet<string> = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'TSDeclareFunction',
  'TSEmptyBodyFunctionExpression',
]);

export function isFunction({ type }: Node): boolean {
  return functions.has(type);
}
