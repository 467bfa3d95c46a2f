import type { NapiConfig, SgNode } from '@ast-grep/napi';

/** A parsed file of JavaScript or TypeScript. */
export interface Script {
  readonly root: SgNode;
  readonly text: string;
}

/** Calls whose callee, with its receiver, matches. */
export function callsOf({ root }: Script, callee: string): readonly SgNode[] {
  return root.findAll(rule({ kind: 'call_expression', has: { field: 'function', regex: callee } }));
}

/** `new X()` where X matches. */
export function constructionsOf({ root }: Script, name: string): readonly SgNode[] {
  return root.findAll(rule({ kind: 'new_expression', has: { field: 'constructor', regex: name } }));
}

/** A structural rule without constraints. */
export function rule(of: NapiConfig['rule']): NapiConfig {
  return { rule: of };
}

/** The arguments of a call or a construction, without brackets, commas and comments. */
export function argumentsOf(call: SgNode): readonly SgNode[] {
  return (call.field('arguments')?.children() ?? []).filter((child) => child.isNamed() && child.kind() !== 'comment');
}

/** Where a node starts in the text. */
export function offsetOf(node: SgNode): number {
  return node.range().start.index;
}

const maxSteps = 6;

/**
 * Whether nobody can put anything into the value: literals, names written in capitals, and names that are declared once in this file
 * with such a value. What is not understood is not constant.
 */
export function isConstant(node: SgNode, script: Script, steps = maxSteps): boolean {
  if (steps === 0) return false;
  const all = (nodes: readonly SgNode[]): boolean => nodes.every((one) => isConstant(one, script, steps - 1));
  switch (node.kind()) {
    case 'string':
    case 'number':
    case 'true':
    case 'false':
    case 'null':
    case 'undefined':
    case 'regex':
      return true;
    case 'template_string':
      return all(node.children().filter((child) => child.kind() === 'template_substitution'));
    case 'template_substitution':
    case 'parenthesized_expression':
    case 'as_expression':
    case 'satisfies_expression':
    case 'non_null_expression':
      return all(
        node
          .children()
          .filter((child) => child.isNamed())
          .slice(0, 1),
      );
    case 'binary_expression':
      return all([node.field('left'), node.field('right')].filter((side) => side !== null));
    case 'ternary_expression':
      return all([node.field('consequence'), node.field('alternative')].filter((side) => side !== null));
    case 'array':
      return all(node.children().filter((child) => child.isNamed()));
    case 'identifier':
      return isConstantName(node, script, steps);
    case 'member_expression':
      return isConstantMember(node);
    case 'call_expression':
      // `['a', 'b'].join(' ')`, a number, and what was quoted by a function that says so.
      return isConstantCall(node, script, steps);
    default:
      return false;
  }
}

/** Paths of the program itself, numbers, and members of enums and of constants in capitals. */
const constantMember =
  /^(?:process\.(?:execPath|pid|ppid|platform|arch|version)|import\.meta\.(?:dirname|filename|url)|require\.main\.filename|.*\.(?:length|pid)|[A-Z]\w*\.[A-Z]\w*|[A-Z][A-Z0-9_]+\..*|.*\.[A-Z][A-Z0-9]*_[A-Z0-9_]*|(?:os|path)\.(?:EOL|sep|delimiter))$/s;
const harmlessCall =
  /^(?:Number|parseInt|parseFloat|Math\.\w+|Date\.now|process\.cwd|os\.(?:tmpdir|homedir|EOL)|tmpdir|homedir|require\.resolve|encodeURIComponent|encodeURI|(?:.*\.)?\w*(?:quote|[eE]scape|[sS]aniti[sz]e|[pP]urify|[eE]ncode)\w*|.*\.(?:toFixed|toISOString))$/s;

function isConstantMember(node: SgNode): boolean {
  return constantMember.test(node.text());
}

function isConstantCall(node: SgNode, script: Script, steps: number): boolean {
  const callee = node.field('function');
  if (callee === null) return false;
  if (harmlessCall.test(callee.text())) return true;
  const target = callee.kind() === 'member_expression' ? callee.field('object') : null;
  const isOfText = /^(?:join|trim|trimEnd|toString|repeat|concat|replace|replaceAll|toUpperCase|toLowerCase|slice)$/.test(
    callee.field('property')?.text() ?? '',
  );
  const isPathJoin = /^(?:path\.)?(?:join|resolve|dirname|normalize)$|^fileURLToPath$|^(?:url\.)?fileURLToPath$/.test(callee.text());
  if (!isOfText && !isPathJoin) return false;
  const parts = isPathJoin || target === null ? argumentsOf(node) : [target, ...argumentsOf(node)];
  return parts.every((one) => isConstant(one, script, steps - 1));
}

function isConstantName(node: SgNode, script: Script, steps: number): boolean {
  const name = node.text();
  if (/^[A-Z][A-Z0-9_]+$/.test(name) || ['__dirname', '__filename', 'undefined', 'NaN'].includes(name)) return true;
  const declared = declarationsOf(name, script);
  if (declared.length === 0 || isParameter(name, script.root)) return false;
  if (declared.some((one) => keywordOf(one) !== 'const') && isAssigned(name, script)) return false;
  return declared.every((one) => {
    const value = one.field('value');
    return value !== null && isConstant(value, script, steps - 1);
  });
}

/** `const`, `let`, `var`. */
function keywordOf(declarator: SgNode): string | undefined {
  return declarator.parent()?.child(0)?.text();
}

function declarationsOf(name: string, { root, text }: Script): readonly SgNode[] {
  if (!/^[\w$]+$/.test(name) || !new RegExp(String.raw`\b(?:const|let|var)\s[^;]*?\b${escaped(name)}\b`).test(text)) return [];
  return root.findAll(rule({ kind: 'variable_declarator', has: { field: 'name', regex: `^${escaped(name)}$` } }));
}

function isAssigned(name: string, { root }: Script): boolean {
  const kinds = [{ kind: 'assignment_expression' }, { kind: 'augmented_assignment_expression' }];
  return root.find(rule({ any: kinds, has: { field: 'left', regex: `^${escaped(name)}$` } })) !== null;
}

/** The value that a name was declared with where it is used: the nearest declaration before it, in a block around it. */
export function declaredValue(node: SgNode, script: Script): SgNode | undefined {
  const at = offsetOf(node);
  const around = declarationsOf(node.text(), script).filter((one) => {
    const block = one.ancestors().find((above) => ['statement_block', 'program', 'switch_body'].includes(String(above.kind())));
    const { start, end } = (block ?? script.root).range();
    return offsetOf(one) < at && start.index <= at && at <= end.index;
  });
  return around.at(-1)?.field('value') ?? undefined;
}

function isParameter(name: string, root: SgNode): boolean {
  const named = { kind: 'identifier', regex: `^${escaped(name)}$` };
  return (
    root.find(
      rule({
        any: [
          {
            ...named,
            inside: {
              any: [
                { kind: 'formal_parameters' },
                { kind: 'required_parameter' },
                { kind: 'optional_parameter' },
                { kind: 'for_in_statement', has: { field: 'left', regex: `^${escaped(name)}$` } },
              ],
            },
          },
          { ...named, inside: { kind: 'arrow_function', field: 'parameter' } },
          { kind: 'shorthand_property_identifier_pattern', regex: `^${escaped(name)}$` },
        ],
      }),
    ) !== null
  );
}

function escaped(text: string): string {
  return text.replaceAll('$', String.raw`\$`);
}

/** The value itself, or of a name the value it is declared with. */
export function followed(node: SgNode, script: Script): SgNode {
  return node.kind() === 'identifier' ? (declaredValue(node, script) ?? node) : node;
}

/** A template or a sum with a text into which something not constant is put. */
export function isPutTogether(node: SgNode, script: Script): boolean {
  const value = followed(node, script);
  if (value.kind() === 'template_string') return !isConstant(value, script);
  return (
    value.kind() === 'binary_expression' &&
    value.field('operator')?.text() === '+' &&
    textParts(value).some(isText) &&
    !isConstant(value, script)
  );
}

function isText(node: SgNode): boolean {
  return node.kind() === 'string' || node.kind() === 'template_string';
}

/** The parts of a sum or a template, in order. */
export function textParts(node: SgNode): readonly SgNode[] {
  switch (node.kind()) {
    case 'parenthesized_expression':
      return node
        .children()
        .filter((child) => child.isNamed())
        .flatMap(textParts);
    case 'binary_expression':
      return [node.field('left'), node.field('right')].flatMap((side) => (side === null ? [] : textParts(side)));
    case 'template_string':
      return node.children().filter((child) => child.isNamed());
    default:
      return [node];
  }
}

/** Data of a web request, straight from it: `req.query.name`, `ctx.params.id`, `event.queryStringParameters`. */
const request =
  /\b(?:req|request)\.(?:query|params|body|cookies|headers|files)\b|\bctx\.(?:query|params|request\.(?:body|query))\b|\b(?:c|ctx|context)\.req\.(?:query|param|header)\(|\bevent\.(?:queryStringParameters|pathParameters|body)\b/;
const cleaned = /\b(?:path\.)?basename\(|\b(?:Number|parseInt|encodeURIComponent)\(|sanitize|escape|validate/i;

/** Whether the expression holds data of a web request that nothing was done to. */
export function isFromRequest(node: SgNode, script: Script): boolean {
  const value = followed(node, script);
  const text = value.text();
  if (text.length > 2_000) return false;
  if (request.test(text)) return !cleaned.test(text);
  // One step: `const { name } = req.query`, `const name = req.query.name`.
  const names = value.kind() === 'identifier' ? [value] : value.findAll(rule({ kind: 'identifier' }));
  return names.slice(0, 20).some((name) => {
    const declared = declaredValue(name, script)?.text();
    if (declared !== undefined) return request.test(declared) && declared.length < 400 && !cleaned.test(declared + text);
    const pattern = new RegExp(String.raw`\b(?:const|let|var)\s*\{[^{}]*\b${escaped(name.text())}\b[^{}]*\}\s*=\s*([\w.$]+)`);
    const destructured = pattern.exec(script.text)?.[1];
    return destructured !== undefined && request.test(destructured) && !cleaned.test(text);
  });
}
