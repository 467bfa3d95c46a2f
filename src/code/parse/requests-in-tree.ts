import type { ModuleRequest, RequestForm } from '../module-record.ts';
import { type Scope, isHidden, scopeIn } from './scopes.ts';
import { namedIn } from './named-in-tree.ts';
import { childrenOf, isFunction, nodeIn, nodesIn, textOf, type Node } from './tree.ts';

/** The modules that a syntax tree names, in the order of the text. */
export function requestsInTree(program: Node, lineOf: (at: number) => number): readonly ModuleRequest[] {
  const found: { readonly at: number; readonly request: ModuleRequest }[] = [];
  const add = (
    node: Node,
    source: string | undefined,
    form: RequestForm,
    rest: Pick<ModuleRequest, 'isType' | 'onlyTypes' | 'isWhole'>,
  ): void => {
    if (source !== undefined) found.push({ at: node.start, request: { source, line: lineOf(node.start), form, ...rest } });
  };
  const addNamed = (node: Node): void => {
    const named = namedIn(node);
    if (named !== undefined) add(node, named.source, named.form, { isType: false });
  };
  const visit = (node: Node, scope: Scope | undefined, isInFunction: boolean): void => {
    switch (node.type) {
      case 'ImportDeclaration':
        add(node, textOf(nodeIn(node, 'source')), 'import', { ...marksOf(node, 'importKind') });
        return;
      case 'ExportAllDeclaration':
        add(node, textOf(nodeIn(node, 'source')), 'export', { isType: node['exportKind'] === 'type', isWhole: true });
        return;
      case 'ExportNamedDeclaration':
        if (nodeIn(node, 'source') === undefined) break;
        add(node, textOf(nodeIn(node, 'source')), 'export', { ...marksOf(node, 'exportKind') });
        return;
      case 'TSImportEqualsDeclaration': {
        const reference = nodeIn(node, 'moduleReference');
        if (reference?.type !== 'TSExternalModuleReference') return;
        add(node, textOf(nodeIn(reference, 'expression')), 'import', { isType: node['importKind'] === 'type' });
        return;
      }
      case 'ImportExpression':
        add(node, textOf(nodeIn(node, 'source')), 'dynamic', { isType: false });
        break;
      case 'TSImportType':
        add(node, textOf(nodeIn(node, 'source')), 'type-import', { isType: true });
        break;
      case 'CallExpression': {
        const callee = nodeIn(node, 'callee');
        if (callee?.type === 'Identifier' && callee['name'] === 'require' && !isHidden('require', scope))
          add(node, textOf(nodesIn(node, 'arguments')[0]), isInFunction ? 'lazy-require' : 'require', { isType: false });
        else addNamed(node);
        break;
      }
      case 'NewExpression':
        addNamed(node);
        break;
      default:
    }
    const inner = scopeIn(node, scope);
    const isBelowFunction = isInFunction || isFunction(node);
    for (const child of childrenOf(node)) visit(child, inner, isBelowFunction);
  };
  for (const statement of nodesIn(program, 'body')) visit(statement, undefined, false);
  return found.sort((one, other) => one.at - other.at).map(({ request }) => request);
}

function marksOf(node: Node, kind: 'importKind' | 'exportKind'): Pick<ModuleRequest, 'isType' | 'onlyTypes' | 'isWhole'> {
  const isType = node[kind] === 'type';
  const names = nodesIn(node, 'specifiers');
  // `import './a'`, and `import {} from './a'`, which the tree does not tell apart.
  if (kind === 'importKind' && names.length === 0) return { isType, isWhole: true };
  const onlyTypes = !isType && names.length > 0 && names.every((name) => name[kind] === 'type');
  return onlyTypes ? { isType, onlyTypes } : { isType };
}
