import { guardStdout, serveStdio } from '../server/index.ts';
import type { System } from '../system/index.ts';
import type { Program } from './command.ts';
import { laterAssist } from './daemon/later-assist.ts';
import { exit } from './exit.ts';
import { stopSignal, tellPerson } from './process-life.ts';

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
