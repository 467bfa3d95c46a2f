import { isRecord } from '../../system/index.ts';

/** A node of https://github.com/estree/estree; its fields depend on its type. */
type Node = Readonly<Record<string, unknown>>;

/** Nothing: the value depends on code that would have to run. */
const unknown = Symbol('unknown');

/**
 * The value that a configuration file exports, as far as it can be read without running it: objects, lists, texts, numbers, and constants of the file
 * that hold such. A part that needs code to run is left out, and `isWhole` says so.
 * @param program the syntax tree of the file.
 * @returns `undefined` where the file exports nothing that can be read.
 */
export function exportedValue(program: unknown): ReadValue | undefined {
  const body = nodes(field(program, 'body'));
  const constants = new Map<string, Node>();
  for (const statement of body) {
    if (statement['type'] !== 'VariableDeclaration' || statement['kind'] !== 'const') continue;
    for (const declared of nodes(statement['declarations'])) {
      const name = field(declared['id'], 'name');
      if (typeof name === 'string' && isRecord(declared['init'])) constants.set(name, declared['init']);
    }
  }
  const exported = body.map(exportedNode).findLast((node) => node !== undefined);
  if (exported === undefined) return undefined;
  const reader = new Reader(constants);
  const value = reader.read(exported, 0);
  return value === unknown ? undefined : { value, isWhole: reader.isWhole, partial: reader.partial };
}

/** A value, and whether all of it could be read. */
export interface ReadValue {
  readonly value: unknown;
  readonly isWhole: boolean;
  /** The objects and lists in it of which a part could not be read. */
  readonly partial?: WeakSet<object> | undefined;
}

/** Of `export default …` and `module.exports = …`. */
function exportedNode(statement: Node): Node | undefined {
  if (statement['type'] === 'ExportDefaultDeclaration') return asNode(statement['declaration']);
  if (statement['type'] === 'TSExportAssignment') return asNode(statement['expression']);
  const expression = asNode(statement['expression']);
  if (expression?.['type'] !== 'AssignmentExpression') return undefined;
  const left = asNode(expression['left']);
  const isExports = field(left?.['object'], 'name') === 'module' && field(left?.['property'], 'name') === 'exports';
  return isExports ? asNode(expression['right']) : undefined;
}

const maxDepth = 40;

class Reader {
  readonly #constants: ReadonlyMap<string, Node>;
  isWhole = true;
  readonly partial = new WeakSet<object>();

  constructor(constants: ReadonlyMap<string, Node>) {
    this.#constants = constants;
  }

  read(node: Node | undefined, depth: number): unknown {
    if (node === undefined || depth > maxDepth) return this.#unread();
    const inner = (key: string): unknown => this.read(asNode(node[key]), depth + 1);
    switch (node['type']) {
      case 'Literal':
        // A regular expression is an object there; its text is what rules are made of.
        return isRecord(node['regex']) ? node['regex']['pattern'] : node['value'];
      case 'TemplateLiteral': {
        const parts = nodes(node['quasis']).map((part) => field(part['value'], 'cooked'));
        return parts.length === 1 ? parts[0] : this.#unread();
      }
      case 'ParenthesizedExpression':
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
        return inner('expression');
      case 'UnaryExpression':
        return this.#unary(node, inner('argument'));
      case 'BinaryExpression':
        return this.#joined(node, inner('left'), inner('right'));
      case 'Identifier': {
        const name = node['name'];
        return name === 'undefined' ? undefined : this.read(typeof name === 'string' ? this.#constants.get(name) : undefined, depth + 1);
      }
      case 'CallExpression':
        return this.#called(node, depth);
      case 'ArrayExpression':
        return this.#list(node, depth);
      case 'ObjectExpression':
        return this.#object(node, depth);
      default:
        return this.#unread();
    }
  }

  #unary({ operator }: Node, value: unknown): unknown {
    if (operator === '!' && typeof value === 'boolean') return !value;
    return operator === '-' && typeof value === 'number' ? -value : this.#unread();
  }

  #joined({ operator }: Node, left: unknown, right: unknown): unknown {
    return operator === '+' && typeof left === 'string' && typeof right === 'string' ? left + right : this.#unread();
  }

  /** `defineConfig({ … })` of many tools gives back what it is given; of `tseslint.config(a, b)` the parts that are written there are read. */
  #called(node: Node, depth: number): unknown {
    const name = field(node['callee'], 'name') ?? field(field(node['callee'], 'property'), 'name');
    const given = nodes(node['arguments']);
    if (typeof name !== 'string' || !/^(?:define[A-Z]\w*|config)$/.test(name)) return this.#unread();
    if (given.length === 1) return this.read(given[0], depth + 1);
    return this.#list({ elements: given }, depth);
  }

  #list(node: Node, depth: number): unknown {
    const missing: unknown[] = [];
    const list = nodes(node['elements']).flatMap((element) => {
      if (element['type'] !== 'SpreadElement') {
        const value = this.read(element, depth + 1);
        return value === unknown ? (missing.push(element), []) : [value];
      }
      const spread = this.read(asNode(element['argument']), depth + 1);
      if (Array.isArray(spread)) return spread;
      missing.push(this.#unread());
      return [];
    });
    if (missing.length > 0) this.partial.add(list);
    return list;
  }

  #object(node: Node, depth: number): unknown {
    const entries: [string, unknown][] = [];
    let isPartial = false;
    for (const property of nodes(node['properties'])) {
      if (property['type'] === 'SpreadElement') {
        const spread = this.read(asNode(property['argument']), depth + 1);
        if (isRecord(spread)) entries.push(...Object.entries(spread));
        else isPartial = this.#unread() === unknown;
        continue;
      }
      const key = asNode(property['key']);
      const name = property['computed'] === true ? undefined : (field(key, 'name') ?? field(key, 'value'));
      const value = this.read(asNode(property['value']), depth + 1);
      if ((typeof name === 'string' || typeof name === 'number') && value !== unknown) entries.push([String(name), value]);
      else isPartial = this.#unread() === unknown;
    }
    const object = Object.fromEntries(entries);
    if (isPartial) this.partial.add(object);
    return object;
  }

  #unread(): typeof unknown {
    this.isWhole = false;
    return unknown;
  }
}

function field(node: unknown, key: string): unknown {
  return isRecord(node) ? node[key] : undefined;
}

function asNode(value: unknown): Node | undefined {
  return isRecord(value) ? value : undefined;
}

function nodes(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
