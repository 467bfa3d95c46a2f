// One conversation with `snap mcp --stdio`: the lines are sent, the answers waited for, and the input is ended.
import { isHidden } from './judges.mjs';

/** How long a server may live after the end of its input. Two seconds where nothing else runs. */
const maxEndMs = 15_000;

/**
 * `expect`: by id, what its answer has to be: `result`, `error` (of JSON-RPC), `refused` (a result that is an error), `works` (one that is none),
 * `any`, `silence`. A ping after everything else must be answered too, unless the step `isOver`.
 */
export function converse({ lines, expect = {}, maxWall, isOver = false, endsAtOnce = false }, child) {
  const alive = 'still-alive';
  const wanted = new Map([...Object.entries(expect), ...(isOver ? [] : [[JSON.stringify(alive), 'result']])]);
  const out = [];
  const err = [];
  const problems = [];
  const answers = new Map();
  let rest = '';
  let endTimer;
  const end = () => {
    child.stdin.end();
    endTimer ??= setTimeout(() => over(`lives ${maxEndMs / 1000} s after the end of its input`), maxEndMs);
  };
  const over = (problem) => {
    problems.push(problem);
    child.kill('SIGKILL');
  };
  const open = new Set([...wanted].filter(([, kind]) => kind !== 'silence').map(([id]) => id));
  const wallTimer = setTimeout(() => over(`no answer to ${[...open].join(', ').slice(0, 200)} within ${maxWall} s`), maxWall * 1000);
  const take = (line) => {
    let message;
    try {
      message = JSON.parse(line);
    } catch {
      return problems.push(`an answer is not JSON: ${JSON.stringify(line.slice(0, 200))}`);
    }
    if (message.jsonrpc !== '2.0') problems.push(`an answer is not JSON-RPC: ${line.slice(0, 200)}`);
    if (message.method !== undefined && message.id === undefined) return undefined;
    const id = JSON.stringify(message.id ?? null);
    const kind = kindOf(message);
    if (answers.has(id)) answers.get(id).push(kind);
    else answers.set(id, [kind]);
    for (const { text = '' } of message.result?.content ?? [])
      if (isHidden(text)) problems.push(`the answer to ${id} has hidden letters: ${JSON.stringify(text.slice(0, 200))}`);
    const was = wanted.get(id);
    if (was !== undefined && !fits(was, kind)) problems.push(`the answer to ${id} is ${kind} and not ${was}: ${line.slice(0, 400)}`);
    open.delete(id);
    return open.size === 0 ? end() : undefined;
  };
  child.stdout.on('data', (bytes) => {
    out.push(bytes);
    const parts = (rest + bytes.toString('latin1')).split('\n');
    rest = parts.pop();
    for (const part of parts) take(Buffer.from(part, 'latin1').toString('utf8'));
  });
  child.stderr.on('data', (bytes) => err.push(bytes));
  child.stdin.on('error', () => undefined);
  for (const line of lines)
    child.stdin.write(line instanceof Buffer ? line : `${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
  if (!isOver) child.stdin.write(`\n{"jsonrpc":"2.0","id":${JSON.stringify(alive)},"method":"ping"}\n`);
  if (endsAtOnce || open.size === 0) end();
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      clearTimeout(wallTimer);
      clearTimeout(endTimer);
      for (const [id, kinds] of answers)
        if (kinds.length > 1 && id !== 'null' && expect[id] !== 'any') problems.push(`${kinds.length} answers to ${id}`);
      for (const [id, kind] of wanted) {
        if (kind === 'silence' && answers.has(id)) problems.push(`an answer to ${id}, which wants none`);
        if (kind !== 'silence' && !answers.has(id)) problems.push(`no answer to ${id}`);
      }
      resolve({ code, signal, out: Buffer.concat(out), err: Buffer.concat(err), problems });
    });
  });
}

function kindOf({ error, result }) {
  if (error !== undefined) return 'error';
  if (result?.content === undefined) return 'result';
  return result.isError ? 'refused' : 'works';
}

const fits = (wanted, kind) => wanted === 'any' || wanted === kind || (wanted === 'result' && kind === 'works');
