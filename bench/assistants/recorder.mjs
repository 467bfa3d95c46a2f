// The MCP server that the assistants start: it offers one tool and writes down who started it, how, and what was asked of it.
//   node recorder.mjs <log file> <label> [further arguments]      over stdio
// A further argument `initialize=15000` or `tools/list=15000` makes it answer that request so many milliseconds late.
// `answer` and `delayOf` are used over HTTP too (loopback.mjs).
import { appendFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const tool = {
  name: 'echo',
  description: 'Says its text again.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
};

/** The result of one request, or nothing for a notification. */
export function answer({ id, method, params }) {
  if (id === undefined) return undefined;
  const results = {
    initialize: () => ({
      protocolVersion: params?.protocolVersion ?? '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'recorder', version: '1.0.0' },
    }),
    ping: () => ({}),
    'tools/list': () => ({ tools: [tool] }),
    'tools/call': () => ({ content: [{ type: 'text', text: 'recorded' }] }),
  };
  const result = results[method];
  if (result === undefined) return { jsonrpc: '2.0', id, error: { code: -32601, message: `There is no method ${method}.` } };
  return { jsonrpc: '2.0', id, result: result() };
}

/** How long the answer to `method` waits: `wish` is `initialize=15000`, in any of the texts. */
export function delayOf(wishes, method) {
  const wish = wishes.find((one) => one.startsWith(`${method}=`));
  return wish === undefined ? 0 : Number.parseInt(wish.slice(method.length + 1), 10);
}

function serve([log, label, ...wishes]) {
  // One short line for each event: lines of several processes do not mix.
  const record = (event) => appendFileSync(log, `${JSON.stringify({ label, transport: 'stdio', ...event })}\n`);
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('RECORDER_') || name === 'PATH'));
  record({ method: 'start', pid: process.pid, cwd: process.cwd(), argv: process.argv.slice(2), env });
  let rest = '';
  process.stdin.setEncoding('utf8').on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines.filter((one) => one.trim() !== '')) {
      const message = JSON.parse(line);
      record({ method: message.method, client: message.params?.clientInfo });
      const said = answer(message);
      if (said !== undefined) setTimeout(() => process.stdout.write(`${JSON.stringify(said)}\n`), delayOf(wishes, message.method));
    }
  });
  process.stdin.on('end', () => process.exit(0));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) serve(process.argv.slice(2));
