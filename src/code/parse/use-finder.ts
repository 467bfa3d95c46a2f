import { elementMakers, type ImportedName, type Usage, usedAs } from '../module-record.ts';
import { type Scope, isHidden, scopeIn } from './scopes.ts';
import { childrenOf, isFunction, nameOf, nodeIn, nodesIn, type Node } from './tree.ts';

interface Place {
  readonly scope: Scope | undefined;
  readonly isType: boolean;
  /** Whether it runs when the module is loaded. */
  readonly isOnLoad: boolean;
  /** Whether it is in the signature of something decorated. */
  readonly isDecorated: boolean;
  /** Whether it is in a decorated class. */
  readonly isInDecorated: boolean;
}

/** Fields that are names and no uses, by the type of their node. */
const names: Readonly<Record<string, readonly string[]>> = {
  LabeledStatement: ['label'],
  BreakStatement: ['label'],
  ContinueStatement: ['label'],
  MetaProperty: ['meta', 'property'],
  ImportAttribute: ['key'],
  TSEnumMember: ['id'],
  TSNamedTupleMember: ['label'],
  TSTypePredicate: ['parameterName'],
  TSTypeParameter: ['name'],
  TSMappedType: ['key'],
  TSQualifiedName: ['right'],
  TSImportType: ['qualifier', 'source'],
  TSNamespaceExportDeclaration: ['id'],
  JSXAttribute: ['name'],
  JSXMemberExpression: ['property'],
  FunctionDeclaration: ['id'],
  FunctionExpression: ['id'],
  TSDeclareFunction: ['id'],
  ClassDeclaration: ['id'],
  ClassExpression: ['id'],
  TSInterfaceDeclaration: ['id'],
  TSTypeAliasDeclaration: ['id'],
  TSEnumDeclaration: ['id'],
  TSModuleDeclaration: ['id'],
  TSImportEqualsDeclaration: ['id'],
  ExportSpecifier: ['exported'],
};
/** Nodes whose key is a name unless it is computed. */
const keyed = /^(?:Property|MethodDefinition|PropertyDefinition|AccessorProperty|TSAbstract\w+|TSPropertySignature|TSMethodSignature)$/;
/** Types whose parameters have names. */
const isSignature =
  /^TS(?:FunctionType|ConstructorType|MethodSignature|CallSignatureDeclaration|ConstructSignatureDeclaration|IndexSignature)$/;
/** Nodes of TypeScript below which values stand. */
const values =
  /^(?:TSAsExpression|TSSatisfiesExpression|TSNonNullExpression|TSTypeAssertion|TSInstantiationExpression|TSEnum\w+|TSModule\w+|TSExportAssignment|TSImportEqualsDeclaration|TSParameterProperty|TSAbstract\w+|TSEmptyBodyFunctionExpression|TSExternalModuleReference)$/;
const valueFields: ReadonlySet<string> = new Set([
  'expression',
  'left',
  'initializer',
  'body',
  'members',
  'moduleReference',
  'parameter',
  'key',
  'value',
]);

/** Finds which names of a module's top level its parts use. */
export class UseFinder {
  readonly #imports: ReadonlyMap<string, ImportedName>;
  readonly #declared: ReadonlySet<string>;
  readonly #usage = new Map<string, Usage>();
  readonly #onLoad = new Set<string>();
  #uses = new Set<string>();
  #typeUses = new Set<string>();

  constructor(imports: readonly ImportedName[], declared: ReadonlySet<string>) {
    this.#imports = new Map(imports.map((one) => [one.local, one]));
    this.#declared = declared;
  }

  usesOf(parts: readonly Node[]): { readonly uses: readonly string[]; readonly typeUses: readonly string[] } {
    this.#uses = new Set();
    this.#typeUses = new Set();
    for (const part of parts)
      this.#visit(part, { scope: undefined, isType: false, isOnLoad: true, isDecorated: false, isInDecorated: false });
    for (const name of this.#uses) this.#typeUses.delete(name);
    return { uses: [...this.#uses], typeUses: [...this.#typeUses] };
  }

  /** A name that is exported under this or another one. */
  exported(name: string): void {
    if (this.#imports.has(name)) this.#usage.set(name, (this.#usage.get(name) ?? 0) | usedAs.exported);
  }

  onLoad(): readonly string[] {
    return [...this.#onLoad];
  }

  usage(): Readonly<Record<string, Usage>> {
    return Object.fromEntries(this.#usage);
  }

  #visit(node: Node, place: Place): void {
    switch (node.type) {
      case 'Identifier':
        this.#use(nameOf(node), place);
        break;
      case 'JSXIdentifier':
        this.#use(nameOf(node), place);
        return;
      case 'JSXOpeningElement': {
        const name = nodeIn(node, 'name');
        // `<div>`, `<my-part>`: no names of the module's.
        if (name?.type === 'JSXIdentifier' && /^[a-z]|-/.test(nameOf(name)))
          for (const one of nodesIn(node, 'attributes')) this.#visit(one, place);
        else for (const one of childrenOf(node)) this.#visit(one, place);
        for (const one of elementMakers) this.#use(one, place);
        return;
      }
      case 'JSXClosingElement':
        return;
      case 'MemberExpression':
        if (this.#member(node, place)) return;
        break;
      case 'TSQualifiedName':
        this.#visitField(node, 'left', place);
        return;
      default:
    }
    const skipped = names[node.type];
    const isKeyed = keyed.test(node.type) && node['computed'] !== true;
    const inner = this.#placeIn(node, place);
    for (const field in node) {
      // Most fields are texts and numbers.
      if (typeof node[field] !== 'object' || node[field] === null) continue;
      if (skipped?.includes(field) === true || (isKeyed && field === 'key') || field === 'decorators') continue;
      if (field === 'params' && isFunction(node)) continue;
      if ((field === 'params' || field === 'parameters') && isSignature.test(node.type)) {
        for (const param of nodesIn(node, field)) this.#visitPattern(param, inner);
        continue;
      }
      const isType = inner.isType || isTypeField(node, field);
      this.#visitField(node, field, isType === inner.isType ? inner : { ...inner, isType });
    }
    // Decorators run when the class is made.
    for (const decorator of nodesIn(node, 'decorators')) this.#visit(decorator, place);
    if (isFunction(node)) for (const param of nodesIn(node, 'params')) this.#visitPattern(param, inner);
  }

  #visitField(node: Node, field: string, place: Place): void {
    for (const one of nodesIn(node, field)) {
      if ((node.type === 'VariableDeclarator' && field === 'id') || (node.type === 'CatchClause' && field === 'param'))
        this.#visitPattern(one, place);
      else this.#visit(one, place);
    }
  }

  /** Names that are bound are no uses; defaults, computed keys and types are. */
  #visitPattern(node: Node, place: Place): void {
    const type = nodeIn(node, 'typeAnnotation');
    if (type !== undefined) this.#visit(type, { ...place, isType: true });
    for (const decorator of nodesIn(node, 'decorators')) this.#visit(decorator, { ...place, isOnLoad: true });
    if (node.type === 'Identifier') return;
    for (const field of ['left', 'argument', 'elements', 'properties', 'parameter', 'value'])
      for (const one of nodesIn(node, field)) this.#visitPattern(one, place);
    if (node.type === 'AssignmentPattern') for (const one of nodesIn(node, 'right')) this.#visit(one, place);
    if (node.type === 'Property' && node['computed'] === true) for (const one of nodesIn(node, 'key')) this.#visit(one, place);
    if (node.type === 'MemberExpression') this.#visit(node, place);
  }

  /** `ns.member`: of a namespace only that member is used. */
  #member(node: Node, place: Place): boolean {
    const object = nodeIn(node, 'object');
    const property = nodeIn(node, 'property');
    if (object?.type !== 'Identifier') {
      if (object !== undefined) this.#visit(object, place);
      if (node['computed'] === true && property !== undefined) this.#visit(property, place);
      return true;
    }
    const name = nameOf(object);
    const isNamespace = this.#imports.get(name)?.imported === '*' && node['computed'] !== true;
    this.#use(name, place, isNamespace ? nameOf(property) : undefined);
    if (node['computed'] === true && property !== undefined) this.#visit(property, place);
    return true;
  }

  #use(name: string, { scope, isType, isOnLoad, isDecorated }: Place, member?: string): void {
    if ((!this.#imports.has(name) && !this.#declared.has(name)) || isHidden(name, scope)) return;
    const whole = member === undefined ? name : `${name}.${member}`;
    if (isType) this.#typeUses.add(whole);
    else {
      this.#uses.add(whole);
      if (isOnLoad) this.#onLoad.add(whole);
    }
    if (this.#imports.has(name)) {
      const bits = (isType ? usedAs.type : usedAs.value) | (isDecorated && isType ? usedAs.decorated : 0);
      this.#usage.set(name, (this.#usage.get(name) ?? 0) | bits);
    }
  }

  #placeIn(node: Node, place: Place): Place {
    const scope = scopeIn(node, place.scope);
    const isOnLoad = place.isOnLoad && !isFunction(node) && !isInstanceField(node);
    const isType = place.isType || (node.type.startsWith('TS') && !values.test(node.type));
    const isInDecorated = isClass(node) ? hasDecorators(node) : place.isInDecorated;
    const isDecorated = decorates(node, place);
    const isSame = scope === place.scope && isOnLoad === place.isOnLoad && isType === place.isType;
    return isSame && isDecorated === place.isDecorated && isInDecorated === place.isInDecorated
      ? place
      : { scope, isType, isOnLoad, isDecorated, isInDecorated };
  }
}

/** Computed for each object, and not when the class is made. */
function isInstanceField(node: Node): boolean {
  return node.type === 'PropertyDefinition' && node['static'] !== true;
}

/** Types of which `emitDecoratorMetadata` keeps no name, and what is no signature. */
const keepsNoName =
  /^(?:TSArrayType|TSTypeParameterInstantiation|TSTypeLiteral|TSFunctionType|TSTupleType|TSIntersectionType|TSTypeQuery|TSConditionalType|TSMappedType|TSIndexedAccessType|BlockStatement|FunctionBody|ClassBody)$/;

/**
 * With `emitDecoratorMetadata` the types in the signature of a decorated member are values, and those of the constructor of a decorated class.
 * https://www.typescriptlang.org/docs/handbook/decorators.html#metadata
 */
function decorates(node: Node, place: Place): boolean {
  if (keepsNoName.test(node.type)) return false;
  if (!/^(?:MethodDefinition|PropertyDefinition|AccessorProperty)$/.test(node.type)) return place.isDecorated;
  const value = nodeIn(node, 'value');
  const params = value === undefined ? [] : nodesIn(value, 'params');
  return hasDecorators(node) || params.some(hasDecorators) || (node['kind'] === 'constructor' && place.isInDecorated);
}

function isClass({ type }: Node): boolean {
  return type === 'ClassDeclaration' || type === 'ClassExpression';
}

function hasDecorators(node: Node): boolean {
  return Array.isArray(node['decorators']) && node['decorators'].length > 0;
}

const typeFields: ReadonlySet<string> = new Set([
  'typeAnnotation',
  'typeParameters',
  'typeArguments',
  'superTypeArguments',
  'returnType',
  'implements',
]);

/** Fields that hold types, of nodes that are values otherwise. */
function isTypeField(node: Node, field: string): boolean {
  if (typeFields.has(field)) return true;
  return node.type.startsWith('TS') && values.test(node.type) && !valueFields.has(field) && field !== 'id' && field !== 'params';
}
