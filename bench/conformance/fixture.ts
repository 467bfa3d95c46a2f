// A server for tests alone: what the conformance suite calls by name, on snap's own dispatcher and transports. Without arguments it serves its
// standard streams; with "http" it listens, and prints the port of the front and that of a relay that adds the token the suite cannot send; with
// "snap" it does so with the tools of snap in place of the suite's, and with "over" and a command it carries the messages of a server with
// standard streams, one process for each client.
import { spawn } from 'node:child_process';
import { Agent, createServer, request as forward } from 'node:http';
import { createInterface } from 'node:readline';
import { listenOnLoopback } from '../../src/system/http/index.ts';
import { startableFile, SnapError } from '../../src/system/index.ts';
import { openToolConnection, serveTools, snapTools, type ConnectionOptions, type ToolSet } from '../../src/server/index.ts';
import { createFront, type Front } from '../../src/server/transports/http/index.ts';
import { type Tool, type ToolContext } from '../../src/server/tool.ts';
import { runHere, type LocalTools } from '../../src/server/tool-runner.ts';
import { nodeSystem } from '../../src/system/node.ts';
import { conformanceSurface, headerSchema, surfaceTools } from './surface.ts';

const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

function fixture(name: string, run: (context: ToolContext) => string | Promise<string>, inputSchema: object = { type: 'object' }): Tool {
  return {
    name,
    surface: 'default',
    description: `Fixture of the conformance suite: ${name}.`,
    annotations,
    inputSchema: () => inputSchema,
    outputSchema: () => ({ type: 'object', properties: {} }),
    async answer(_input, context) {
      const text = await run(context);
      return { record: {}, recordFor: () => ({}), text: () => text, line: () => 'snap|fixture' };
    },
  };
}

const pause = (milliseconds: number): Promise<void> => new Promise((resume) => void setTimeout(resume, milliseconds));

const tools: readonly Tool[] = [
  fixture('test_simple_text', () => 'This is a simple text response for testing.'),
  fixture('test_error_handling', () => {
    throw new SnapError('refused', 'This tool intentionally returns an error for testing', { hint: 'There is nothing to do.' });
  }),
  fixture('test_tool_with_progress', async ({ progress }) => {
    for (const done of [0, 50, 100]) {
      progress(`${done} of 100`, done, 100);
      await pause(50);
    }
    return 'It told about its progress.';
  }),
  fixture('json_schema_2020_12_tool', () => 'It has a schema.', {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: { $anchor: 'addressDef', type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } },
    },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    // oxlint-disable-next-line unicorn/no-thenable -- a word of JSON Schema.
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  }),
  ...surfaceTools.map((name) =>
    fixture(
      name,
      () => {
        throw new Error('It is answered beside the tools.');
      },
      name === 'test_x_mcp_header' ? headerSchema : undefined,
    ),
  ),
  // Of our own: the suite has no scenario for a call that is cancelled.
  fixture('slow_child', async ({ system, signal, progress }) => {
    const ignore = (): void => undefined;
    const child = await system.spawn(
      await startableFile(system, '/bin/sh', { workspace: undefined }),
      ['-c', 'trap "" TERM; while :; do (trap "" TERM; exec sleep 60); done'],
      {
        cwd: system.cwd,
        env: { PATH: '/usr/bin:/bin', SNAP_BENCH_MARK: system.env['SNAP_BENCH_MARK'] ?? '' },
        onOutput: ignore,
        onErrorOutput: ignore,
      },
    );
    signal.addEventListener('abort', () => void child.kill(100));
    progress('started', 1);
    await child.ended;
    return 'The child has ended.';
  }),
];

function toolNamed(name: string): Tool {
  const found = tools.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no tool ${name}`);
  return found;
}

const system = nodeSystem();
const listed = tools.map((tool) => ({ ...tool, inputSchema: tool.inputSchema(), outputSchema: tool.outputSchema() }));
const local: LocalTools = {
  listed,
  load: async (name) => toolNamed(name),
  open: () => Promise.reject(new Error('The fixtures need no workspace.')),
};
const set = (later: (id: string | number) => void): ToolSet => ({
  listed,
  runner: (options) => runHere(local, options),
  beside: conformanceSurface({ later }),
});
const options: ConnectionOptions = {
  system: async () => system,
  about: {
    version: '0.0.0',
    node: process.versions.node,
    program: { version: '0.0.0', file: import.meta.filename, node: process.execPath },
  },
  namedWorkspace: undefined,
  isFull: false,
  log: (text) => void process.stderr.write(text),
};

type Open = Parameters<typeof createFront>[0]['open'];
const openOf =
  (toolsOf: (later: (id: string | number) => void) => ToolSet): Open =>
  (_root, { isFull }, onMessage, onLater) =>
    openToolConnection(toolsOf(onLater), { ...options, isFull }, onMessage);

const [, , how, ...command] = process.argv;
if (how === 'http') await serveHttp(openOf(set));
else if (how === 'snap') await serveHttp(openOf(() => snapTools(() => Promise.reject(new Error('Its tools are listed only.')))));
else if (how === 'over') await serveHttp(openProcess);
else {
  const { signal } = new AbortController();
  await serveTools(
    set(() => undefined),
    { ...options, input: process.stdin, output: process.stdout, signal },
  );
  process.exit(0);
}

/** A process for each client, whose lines are the messages. */
function openProcess(...[, , onMessage]: Parameters<Open>): ReturnType<Open> {
  const [file = '', ...args] = command;
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  createInterface({ input: child.stdout }).on('line', (line) => onMessage(JSON.parse(line)));
  child.stdin.on('error', () => undefined);
  return {
    send: (message) => void child.stdin.write(`${JSON.stringify(message)}\n`),
    close: () => void child.kill(),
  };
}

async function serveHttp(open: Open): Promise<void> {
  const token = 'the-token-of-the-fixture';
  let front: Front | undefined;
  const listener = await listenOnLoopback(0, (exchange) => front?.take(exchange));
  if ('taken' in listener) throw new Error('There is no free port.');
  const agent = new Agent({ keepAlive: true });
  const relay = createServer((incoming, answer) => {
    const { method, url } = incoming;
    // An address with the older transport alone, as servers of 2024 have it.
    if (url === '/old' && method !== 'GET') return void answer.writeHead(405).end();
    const path = url === '/old' ? '/events' : url;
    const headers = [...incoming.rawHeaders, 'Authorization', `Bearer ${token}`];
    const outgoing = forward({ host: '127.0.0.1', port: listener.port, agent, method, path, headers, setHost: false }, (response) => {
      answer.writeHead(response.statusCode ?? 500, response.rawHeaders);
      response.pipe(answer);
      answer.on('close', () => response.destroy());
    });
    outgoing.on('error', () => answer.destroy());
    answer.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  relay.listen(0, '127.0.0.1', () => {
    const address = relay.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    front = createFront({
      ports: [listener.port, port],
      tokens: { check: async (bearer) => (bearer === token ? { id: 'suite', rate: { burst: 10_000, perSecond: 10_000 } } : undefined) },
      workspace: async () => undefined,
      open,
      inputSchema: (name) => tools.find((tool) => tool.name === name)?.inputSchema(),
      log: options.log,
    });
    process.stdout.write(`${JSON.stringify({ front: listener.port, relay: port, token })}\n`);
  });
}
