import { core } from '../core.ts';
import type { DaemonLinkOptions, Link, Living, Met } from './daemon-link-types.ts';

/** After so many milliseconds without an answer a daemon counts as hung. */
export const hungAfterMs = 2_000;

/** The daemon of this machine: met, started and ended. Keeps no connection. */
export interface LocalDaemon {
  /** How long it has to answer. */
  readonly maxMs: number;
  meet(): Promise<Met>;
  /** @throws SnapError why it could not be started. */
  start(): Promise<Link>;
  end(): Promise<void>;
  living(): Promise<Living>;
  /** The process that the state file names, where it lives. */
  pid(): Promise<number | undefined>;
}

/** @param onEvent the params of a notification `event`, of each connection that is made here. */
export function localDaemon({ system, desk, client, helloMs }: DaemonLinkOptions, onEvent: (event: unknown) => void): LocalDaemon {
  const hello = { ...desk.hello, kind: 'editor' as const, client };
  const maxMs = helloMs ?? hungAfterMs;
  const state = async () => (await core.daemonStart()).livingDaemon(system, desk.place);
  return {
    maxMs,
    async meet() {
      const { meetDaemon } = await core.daemonClient();
      return meetDaemon({ socket: desk.place.socket, hello, maxMs, onEvent });
    },
    async start() {
      const { startDaemon } = await core.daemonStart();
      return (await startDaemon({ system, ...desk, hello, onEvent })).link;
    },
    async end() {
      const { endDaemon } = await core.daemonStart();
      // It has not answered for this time already: it is ended as soon as it does not answer once more.
      await endDaemon({ system, ...desk, helloMs: maxMs });
    },
    async living() {
      const run = (await state())?.run;
      if (run === undefined) return 'none';
      const { space, boot } = desk.hello.run;
      return run.space === space && run.boot === boot ? 'here' : 'elsewhere';
    },
    pid: async () => (await state())?.run.pid,
  };
}
