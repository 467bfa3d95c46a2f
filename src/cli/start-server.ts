import { guardStdout, serveStdio } from '../server/index.ts';
import { type System, watchParents } from '../system/index.ts';
import type { Program } from './command.ts';
import { laterAssist } from './daemon/later-assist.ts';
import { exit } from './exit.ts';

/**
 * `snap mcp --stdio`: serves one assistant, then ends the process.
 * @param namedWorkspace the value of `--workspace`.
 */
export async function startServer(program: Program, namedWorkspace: string | undefined): Promise<never> {
  process.on('SIGINT', () => process.exit(exit.interrupted));
  tellPerson();
  // Neither is needed before a tool is called.
  let made: Promise<System> | undefined;
  const system = async () => (made ??= import('../system/node.ts').then(({ nodeSystem }) => nodeSystem()));
  const writable = async () => (await import('../system/writable.ts')).writableSystem(await system());
  const workbenches = laterAssist(async () =>
    (await import('./daemon/server-assist.ts')).serverAssist({ system: await system(), program, writable }, namedWorkspace),
  );
  await serveStdio({
    input: process.stdin,
    output: guardStdout(),
    // Asked for when the tools are loaded.
    system() {
      workbenches.begin();
      return system();
    },
    writable,
    workbenches,
    about: { version: program.version, node: process.versions.node, program },
    namedWorkspace,
    isFull: process.env['SVC_MCP_INTELLIGENCE_SURFACE'] === 'full',
    signal: stopSignal(),
  });
  // Work that still runs has no client left to answer.
  process.exit(exit.fine);
}

/** An assistant never gives a server a terminal as its input; a person who started it there would see nothing and wait. */
export function tellPerson(): void {
  if (process.stdin.isTTY)
    process.stderr.write(
      'Waiting for JSON-RPC messages of an assistant on standard input. Ctrl-C ends this; "snap setup" sets up an assistant.\n',
    );
}

/** Fires when the process is asked to end, or the process that started it has ended. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort());
  const parents = watchParents(() => stop.abort());
  // The input of a server ends when its client is killed, and then nobody waits for the answers; or its end came through a pipe, and somebody does.
  process.stdin.once('end', () => parents.hurry()).once('close', () => parents.hurry());
  return stop.signal;
}
