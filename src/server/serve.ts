import type { WritableSystem } from '../system/index.ts';
import type { Workbenches, WorkbenchesOptions } from '../workbench/index.ts';
import { serveConnection, type ConnectionOptions } from './connection.ts';
import { tolerateStderr } from './stdout.ts';
import type { LocalTools } from './tool-runner.ts';
import type { ToolSet } from './tool-set.ts';
import { stdioTransport, type Ending, type Stdio, type Waits } from './transports/stdio.ts';
import listedTools from './listed.json' with { type: 'json' };

export { listedTools };

export interface ServeOptions extends Stdio, Omit<ConnectionOptions, 'log'> {
  /** Ends the server before its input does. */
  readonly signal: AbortSignal;
  /** How long to wait for the client. Set in tests only. */
  readonly waits?: Partial<Waits> | undefined;
}

/** The tools of snap, which open a workspace as `open` does. */
export function snapTools(open: LocalTools['open']): ToolSet {
  return {
    listed: listedTools,
    async runner(options) {
      const [{ runHere }, { toolOf }] = await Promise.all([import('./tool-runner.ts'), import('./tools/by-name.ts')]);
      return runHere({ listed: listedTools, load: toolOf, open }, options);
    },
  };
}

/** Serves the tools of snap to one client until its input ends. */
export function serveStdio({
  writable,
  workbenches: made,
  ...options
}: ServeOptions & {
  writable(): Promise<WritableSystem>;
  /** Who does pieces of the work, and who is told of it. */
  readonly workbenches?: WorkbenchesOptions | undefined;
}): Promise<Ending> {
  let workbenches: Workbenches | undefined;
  const tools = snapTools(async (root, client) => {
    const [{ createWorkbenches }, system] = await Promise.all([import('../workbench/index.ts'), writable()]);
    // The global of that name would load all of WebCrypto.
    const nonce = process.getBuiltinModule('node:crypto').randomUUID();
    const owner = { kind: 'connection', run: system.run, nonce, ...(client === undefined ? {} : { client }) } as const;
    return (workbenches ??= createWorkbenches(system, made)).open(root, owner);
  });
  return serveTools(tools, options);
}

/** Serves any tools over two streams, of which the process that serves them has no others. */
export async function serveTools(set: ToolSet, { input, output, signal, system, waits, ...options }: ServeOptions): Promise<Ending> {
  const transport = stdioTransport({ input, output }, waits);
  serveConnection(set, transport, {
    ...options,
    // Asked for when the tools are loaded: before, standard error is not made.
    system() {
      tolerateStderr();
      return system();
    },
    // Clients keep what a server writes there.
    log: (text) => void process.stderr.write(text),
  });
  await transport.start();
  if (signal.aborted) await transport.close();
  signal.addEventListener('abort', () => void transport.close());
  return transport.ended;
}
