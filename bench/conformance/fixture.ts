// A server for tests alone: the tools that the conformance suite calls by name, on snap's own dispatcher and transport.
import { SnapError } from '../../src/system/index.ts';
import { serveTools } from '../../src/server/index.ts';
import { type Tool, type ToolContext } from '../../src/server/tool.ts';
import { nodeSystem } from '../../src/system/node.ts';

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
    $defs: { address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
    properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
    additionalProperties: false,
  }),
  // Of our own: the suite has no scenario for a call that is cancelled.
  fixture('slow_child', async ({ system, signal, progress }) => {
    const ignore = (): void => undefined;
    const child = await system.spawn('/bin/sh', ['-c', 'trap "" TERM; while :; do (trap "" TERM; exec sleep 60); done'], {
      cwd: system.cwd,
      env: { PATH: '/usr/bin:/bin', SNAP_BENCH_MARK: system.env['SNAP_BENCH_MARK'] ?? '' },
      onOutput: ignore,
      onErrorOutput: ignore,
    });
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
await serveTools(
  {
    listed: tools.map((tool) => ({ ...tool, inputSchema: tool.inputSchema(), outputSchema: tool.outputSchema() })),
    load: async (name) => toolNamed(name),
    open: () => Promise.reject(new Error('The fixtures need no workspace.')),
  },
  {
    input: process.stdin,
    output: process.stdout,
    system: async () => system,
    about: {
      version: '0.0.0',
      node: process.versions.node,
      program: { version: '0.0.0', file: import.meta.filename, node: process.execPath },
    },
    namedWorkspace: undefined,
    isFull: false,
    signal: new AbortController().signal,
  },
);
process.exit(0);
