import type { System, WritableSystem } from '../../system/index.ts';
import { buildOf } from '../build.ts';
import { daemonPlace, type DaemonPlace } from '../place.ts';
import type { Hello } from '../protocol.ts';

/** A program of snap on this machine, which can run as the daemon. */
export interface LocalProgram {
  readonly version: string;
  /** Absolute, with all symbolic links resolved. */
  readonly file: string;
  /** The Node that runs it. */
  readonly node: string;
}

/** A client of the daemon on this machine: a command, or an extension of an editor. */
export interface LocalClient {
  readonly system: System;
  readonly program: LocalProgram;
  writable(): Promise<WritableSystem>;
}

/** What a client needs to call the daemon, and to start it. */
export interface DaemonDesk {
  readonly place: DaemonPlace;
  readonly build: string;
  readonly hello: Omit<Hello, 'protocol'>;
  /** The command that starts a daemon. */
  readonly command: readonly [program: string, ...args: readonly string[]];
}

/** Gathers what is needed to call or start this person's daemon. Does not connect to it. */
export async function daemonDesk({ system, program, writable }: LocalClient): Promise<DaemonDesk> {
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
