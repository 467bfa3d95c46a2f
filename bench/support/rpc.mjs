// JSON-RPC over the pipes of one server process, by hand: a client library would cost more than the server that is measured.
import { spawn } from 'node:child_process';

export const initialize = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'snap-bench', version: '1.0.0' },
};
/** As lines on a wire: the handshake and the list, which every client sends first. */
export const hello = {
  initialize: { jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize },
  initialized: { jsonrpc: '2.0', method: 'notifications/initialized' },
  list: { jsonrpc: '2.0', id: 2, method: 'tools/list' },
};
/** Longer than this nobody waits: the SDK's clients do not either. */
const longestWait = 60_000;

/**
 * A running server. `request` answers the result, throws on a JSON-RPC error, on silence, and when the process ends first;
 * `ended` settles with how it ended.
 */
export function connect({ argv: [command, ...args], env, cwd }) {
  const child = spawn(command, args, { env, cwd, stdio: ['pipe', 'pipe', 'pipe'] });
  const waiting = new Map();
  let next = 1;
  let rest = '';
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (chunk) => (said = (said + chunk).slice(-4000)));
  // A server that was killed leaves a broken pipe; its open requests say so.
  child.stdin.on('error', () => {});
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      const message = JSON.parse(line);
      const request = waiting.get(message.id);
      if (request === undefined) continue;
      waiting.delete(message.id);
      if (message.error === undefined) request.resolve(message.result);
      else request.reject(new Error(`${request.method}: ${message.error.message}`));
    }
  });
  const ended = new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) => resolve(signal ?? code));
  }).then((how) => {
    for (const { method, reject } of waiting.values()) reject(new Error(`${method}: the server ended (${how}) ${said}`));
    waiting.clear();
    return how;
  });
  const send = (message) => child.stdin.write(`${JSON.stringify(message)}\n`);
  const request = (method, params) =>
    new Promise((resolve, reject) => {
      const id = next++;
      const timer = setTimeout(() => {
        waiting.delete(id);
        reject(new Error(`${method}: no answer in ${longestWait / 1000} s`));
      }, longestWait);
      const settled = (settle) => (value) => {
        clearTimeout(timer);
        settle(value);
      };
      waiting.set(id, { method, resolve: settled(resolve), reject: settled(reject) });
      send({ jsonrpc: '2.0', id, method, params });
    });
  return {
    child,
    request,
    ended,
    async handshake() {
      const result = await request('initialize', initialize);
      send(hello.initialized);
      return result;
    },
    notify: (method, params) => send({ jsonrpc: '2.0', method, params }),
    call: (call) => request('tools/call', call),
    kill: () => child.kill('SIGKILL'),
    async close() {
      child.stdin.end();
      return ended;
    },
  };
}

/** The text a tool answered. */
export const textOf = ({ content }) => content.map(({ text }) => text ?? '').join('\n');

/** Asked of a fresh process: what it says at the handshake, and its tools. */
export async function introduction(server, calls = []) {
  const connection = connect(server);
  try {
    const initialized = await connection.handshake();
    const list = await connection.request('tools/list', {});
    const tools = list.tools.map(({ name }) => name);
    for (const params of calls) if (tools.includes(params.name)) await connection.request('tools/call', params);
    return { initialize: initialized, list, tools };
  } finally {
    await connection.close();
  }
}
