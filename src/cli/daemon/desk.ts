import { buildOf, daemonPlace, type DaemonPlace, type Hello } from '../../daemon/index.ts';
import type { Invocation } from '../command.ts';

/** What the commands about the daemon work with. */
export interface DaemonDesk {
  readonly place: DaemonPlace;
  readonly build: string;
  readonly hello: Omit<Hello, 'protocol'>;
  /** What starts a daemon. */
  readonly command: readonly [program: string, ...args: readonly string[]];
}

export async function daemonDesk({ system, program, writable }: Pick<Invocation, 'system' | 'program' | 'writable'>): Promise<DaemonDesk> {
  const [written] = await system.stamps([program.file]);
  const build = buildOf(program.version, written?.modifiedMs);
  const { run } = await writable();
  return {
    place: daemonPlace(system, process.getuid?.()),
    build,
    hello: { build, run, kind: 'command' },
    command: [program.node, program.file, 'daemon', 'start', '--foreground'],
  };
}
