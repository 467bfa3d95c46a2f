import type { Assist, PublishFor } from '../../workbench/index.ts';
import { errorMessage } from '../../system/index.ts';

/** A server's way to the daemon, made while it runs. */
export interface ServerAssist {
  readonly assist: Assist;
  readonly publish: PublishFor;
  /** A tool works on a workspace: a daemon is of use from now on, and may be started. */
  wanted(): void;
}

/** The same before it is made. */
export interface LaterAssist extends Pick<ServerAssist, 'assist' | 'publish'> {
  /** Makes it in the background, once; never before the tools are loaded. */
  begin(): void;
}

/** Milliseconds, so that a call that waits for the tools has its answer first. */
const afterMs = 20;

/** Loads nothing and asks no daemon before `begin`. Until then, and where the connection cannot be made, the server works alone. */
export function laterAssist(make: () => Promise<ServerAssist | string>): LaterAssist {
  let made: ServerAssist | undefined;
  let reason = 'the connection to the daemon is not made yet';
  let hasBegun = false;
  let opened: readonly [root: string, client?: string | undefined] | undefined;

  const take = (assist: ServerAssist | string): void => {
    if (typeof assist === 'string') return void (reason = assist);
    made = assist;
    if (opened === undefined) return;
    assist.assist.opened(...opened);
    assist.wanted();
  };
  const assist: Assist = {
    ask: async (...asked) => made?.assist.ask(...asked),
    opened(...now) {
      opened = now;
      made?.assist.opened(...now);
      made?.wanted();
    },
    describe: async () => made?.assist.describe() ?? `Works alone: ${reason}.`,
  };
  return {
    assist,
    publish: (...event) => made?.publish(...event),
    begin() {
      if (hasBegun) return;
      hasBegun = true;
      setTimeout(() => {
        // Its files are gone after an update, or the place of the daemon cannot be used: the server works alone.
        make().then(take, (error: unknown) => (reason = errorMessage(error)));
      }, afterMs).unref();
    },
  };
}
