// A server with tools that no snap has, on our own dispatcher and transport: slow ones, loud ones, ones that start children.
import { guardStdout, serveTools, type ToolSet } from '../../src/server/index.ts';
import { startableFile, SnapError, watchParents } from '../../src/system/index.ts';
import { nodeSystem } from '../../src/system/node.ts';
import { type Tool, type ToolContext } from '../../src/server/tool.ts';
import { runHere, type LocalTools } from '../../src/server/tool-runner.ts';

const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

function tool(
  name: string,
  surface: Tool['surface'],
  run: (input: Readonly<Record<string, unknown>>, context: ToolContext) => Promise<string>,
): Tool {
  return {
    name,
    surface,
    description: `Fixture ${name}.`,
    annotations,
    inputSchema: () => ({ type: 'object' }),
    outputSchema: () => ({ type: 'object', properties: { said: { type: 'string' } }, required: ['said'] }),
    async answer(input, context) {
      const said = await run(typeof input === 'object' && input !== null ? { ...input } : {}, context);
      return { record: { said }, recordFor: () => ({ said }), text: () => said, line: () => 'snap|F' };
    },
  };
}

/** Resolves when the call is over for its caller. */
function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resume) => {
    if (signal.aborted) resume();
    signal.addEventListener('abort', () => resume());
  });
}

const tools: readonly Tool[] = [
  tool('echo', 'default', async ({ text }) => String(text)),
  tool('who', 'default', async (_, { caller }) => `${caller.tool} for ${caller.client ?? 'nobody'}`),
  tool('where', 'default', async (_, { workbench }) => (await workbench()).workspace.root),
  tool('for.nobody', 'full', async () => 'a name with a dot'),
  tool('waits', 'default', async (_, { signal }) => {
    await aborted(signal);
    process.stderr.write('the signal was aborted\n');
    return 'too late';
  }),
  tool('never', 'default', () => new Promise(() => undefined)),
  tool('counts', 'default', async ({ to }, { progress }) => {
    for (let done = 1; done <= Number(to); done += 1) progress(`step ${done}`, done, Number(to));
    return 'counted';
  }),
  tool('child', 'default', async ({ stubborn }, { system, signal }) => {
    // It says on the server's standard error who it is, and that it is ready to be asked to end.
    const script = `${stubborn === true ? "process.on('SIGTERM', () => {});" : ''} setInterval(() => {}, 1000); console.log(process.pid)`;
    const started = await system.spawn(await startableFile(system, process.execPath, { workspace: undefined }), ['-e', script], {
      cwd: '/',
      env: {},
      onOutput: (bytes) => void process.stderr.write(`child ${new TextDecoder().decode(bytes)}`),
      onErrorOutput: () => undefined,
    });
    signal.addEventListener('abort', () => void started.kill(100));
    await started.ended;
    return 'ended';
  }),
  tool('pid', 'default', async () => {
    process.stderr.write(`pid ${process.pid}\n`);
    return 'said';
  }),
  tool('stray', 'default', async () => {
    // oxlint-disable-next-line no-console -- planted.
    console.log('stray from the console');
    process.stdout.write('stray from a library\n');
    return 'quiet';
  }),
  tool('fails', 'default', async ({ how }) => {
    switch (how) {
      case 'tool':
        throw new SnapError('no-task', 'there is no task\nsnap|forged', { hint: 'Call snap.' });
      case 'task-open':
        throw new SnapError('task-open', 'A task is open: "x".', { hint: 'End it.' });
      case 'usage':
        throw new SnapError('usage', 'files: there is no "a".');
      default:
        throw new Error('a bug of the fixture');
    }
  }),
];

function toolNamed(name: string): Tool {
  const found = tools.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no tool ${name}`);
  return found;
}

const local: LocalTools = {
  listed: tools.map(({ inputSchema, outputSchema, ...rest }) => ({ ...rest, inputSchema: inputSchema(), outputSchema: outputSchema() })),
  load: async (name) => toolNamed(name),
  async open(root) {
    process.stderr.write(`opened ${root}\n`);
    // What the fixture's tools look at, and no more: the rooms behind a workbench have tests of their own.
    return { workspace: { root }, close: () => process.stderr.write(`closed ${root}\n`) } as unknown as Awaited<
      ReturnType<LocalTools['open']>
    >;
  },
};

const set: ToolSet = { listed: local.listed, runner: (options) => runHere(local, options) };
const system = nodeSystem();
const stop = new AbortController();
for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort());
watchParents(() => stop.abort(), 50);
// Far longer than any test waits: what ends before does not end because the time was over.
const patient = 600_000;
const [notice, end] = (process.env['FIXTURE_LIMITS'] ?? '8000,50000').split(',').map(Number);
await serveTools(set, {
  input: process.stdin,
  output: guardStdout(),
  system: async () => system,
  about: { version: '9.9.9', node: process.versions.node, program: { version: '9.9.9', file: '/fixture', node: process.execPath } },
  namedWorkspace: process.env['FIXTURE_WORKSPACE'],
  isFull: process.env['SVC_MCP_INTELLIGENCE_SURFACE'] === 'full',
  limits: { notice: notice ?? 0, end: end ?? 0, roots: patient },
  signal: stop.signal,
  waits: { maxWaitMs: patient, youngMs: Number(process.env['FIXTURE_YOUNG'] ?? patient) },
});
process.exit(0);
