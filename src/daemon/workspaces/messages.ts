import type { JSONRPCMessage } from '../../server/index.ts';
import type { SnapEvent } from '../events/event.ts';
import type { WireError } from '../wire-error.ts';
import type { HostConnectOptions } from '../workspace-host.ts';

/** What the thread of a workspace begins with. */
export interface ThreadInput {
  /** Real path. */
  readonly root: string;
  /** Its name among all threads: see {@link ProcessRun.thread}. */
  readonly thread: string;
  readonly program: { readonly version: string; readonly file: string; readonly node: string };
}

/** To the thread. */
export type ToThread =
  | { readonly kind: 'call'; readonly id: number; readonly call: string; readonly args: readonly unknown[] }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'connect'; readonly connection: number; readonly options: HostConnectOptions }
  | { readonly kind: 'message'; readonly connection: number; readonly message: JSONRPCMessage }
  | { readonly kind: 'disconnect'; readonly connection: number };

/** From the thread. */
export type FromThread =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'refused'; readonly id: number; readonly error: WireError }
  /** A bug, or an update of the program. */
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string }
  /** `related`: the request of the client because of which it is sent. */
  | {
      readonly kind: 'message';
      readonly connection: number;
      readonly message: JSONRPCMessage;
      readonly related?: string | number | undefined;
    }
  | { readonly kind: 'event'; readonly event: SnapEvent };
