import { isRecord } from '../../system/index.ts';
import { lineColumn } from '../syntax/line-column.ts';

/** Code that waits longer than it has to, as far as its shape tells. Advice, and no verdict. */
export interface SlowCode {
  readonly line: number;
  readonly column: number;
  readonly rule: 'sync-in-async' | 'await-in-loop';
  readonly message: string;
  readonly fix: string;
}

type Node = Readonly<Record<string, unknown>>;

const blocking =
  /^(?:(?:read|write|append|copy)FileSync|readdirSync|statSync|lstatSync|mkdirSync|rmSync|rmdirSync|cpSync|exec(?:File)?Sync|spawnSync|(?:gzip|gunzip|deflate|inflate|brotliCompress|brotliDecompress)Sync|pbkdf2Sync|scryptSync)$/;
/** Names of calls that reach a disk, a network or a database. */
const reaching =
  /^(?:fetch|request|query|execute|send|get|post|put|patch|delete|find\w*|load\w*|read\w*|write\w*|save\w*|insert\w*|update\w*|upload\w*|download\w*)$/i;
const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const loops = new Set(['ForStatement', 'ForInStatement', 'ForOfStatement']);
const leaves = new Set(['BreakStatement', 'ReturnStatement', 'ThrowStatement', 'YieldExpression']);
const maxFound = 50;
const maxDepth = 500;

interface Place {
  readonly isAsync: boolean;
  /** The loop around it in the same function, where its turns need not follow each other. */
  readonly inLoop: boolean;
}

/** @param program the syntax tree of the text, https://github.com/estree/estree. */
export function slowCode(program: unknown, text: string): readonly SlowCode[] {
  const found: SlowCode[] = [];
  const visit = (node: unknown, place: Place, depth: number): void => {
    if (depth > maxDepth || found.length >= maxFound) return;
    if (Array.isArray(node)) {
      for (const each of node) visit(each, place, depth + 1);
      return;
    }
    if (!isRecord(node) || typeof node['type'] !== 'string') return;
    const said = judged(node, place);
    if (said !== undefined) found.push({ ...lineColumn(text, typeof node['start'] === 'number' ? node['start'] : 0), ...said });
    const inner = placeInside(node, place);
    for (const [key, value] of Object.entries(node)) {
      // The head of a loop is evaluated once, or belongs to each turn by its nature.
      const isHead = loops.has(node['type']) && key !== 'body';
      if (typeof value === 'object') visit(value, isHead ? place : inner, depth + 1);
    }
  };
  visit(program, { isAsync: false, inLoop: false }, 0);
  return found;
}

function placeInside(node: Node, place: Place): Place {
  const type = String(node['type']);
  if (functions.has(type)) return { isAsync: node['async'] === true, inLoop: false };
  if (type === 'WhileStatement' || type === 'DoWhileStatement') return { ...place, inLoop: false };
  if (!loops.has(type)) return place;
  return { ...place, inLoop: node['await'] !== true && !mayLeave(node['body'], 0) };
}

function judged(node: Node, { isAsync, inLoop }: Place): Pick<SlowCode, 'rule' | 'message' | 'fix'> | undefined {
  if (node['type'] === 'CallExpression' && isAsync) {
    const name = calledName(node);
    if (name === undefined || !blocking.test(name)) return undefined;
    return {
      rule: 'sync-in-async',
      message: `${name} lets nothing else run until it is done, and this function is async.`,
      fix: `Use the asynchronous form: await ${name.replace(/Sync$/, '')}.`,
    };
  }
  const awaited = node['type'] === 'AwaitExpression' && isRecord(node['argument']) ? node['argument'] : undefined;
  const name = inLoop && awaited?.['type'] === 'CallExpression' ? calledName(awaited) : undefined;
  if (name === undefined || !reaching.test(name)) return undefined;
  return {
    rule: 'await-in-loop',
    message: `Each turn of the loop waits for ${name} of the turn before.`,
    fix: 'Where the turns do not depend on each other, collect the promises and await them together (Promise.all).',
  };
}

function calledName({ callee }: Node): string | undefined {
  if (!isRecord(callee)) return undefined;
  const named = callee['type'] === 'MemberExpression' ? callee['property'] : callee;
  const name = isRecord(named) && named['type'] === 'Identifier' ? named['name'] : undefined;
  return typeof name === 'string' ? name : undefined;
}

/** A loop that may end early, or that changes what its next turn reads, has to take its turns one by one. */
function mayLeave(node: unknown, depth: number): boolean {
  if (depth > maxDepth) return true;
  if (Array.isArray(node)) return node.some((each) => mayLeave(each, depth + 1));
  if (!isRecord(node) || typeof node['type'] !== 'string' || functions.has(node['type'])) return false;
  if (leaves.has(node['type']) || node['type'] === 'AssignmentExpression' || node['type'] === 'UpdateExpression') return true;
  return Object.values(node).some((value) => typeof value === 'object' && mayLeave(value, depth + 1));
}
