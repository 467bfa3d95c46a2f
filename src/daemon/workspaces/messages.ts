import type { ToolResult } from '../../server/index.ts';
import type { SnapEvent } from '../events/event.ts';
import type { WireError } from '../wire-error.ts';
import type { HostedCall } from '../workspace-host.ts';

/** What the thread begins with. */
export interface ThreadInput {
  /** Its name among all threads: see {@link ProcessRun.thread}. */
  readonly thread: string;
  readonly program: { readonly version: string; readonly file: string; readonly node: string };
}

/** To the thread. A `root` is a real path. */
export type ToThread =
  /** Clients work there: it is prepared. */
  | { readonly kind: 'open'; readonly root: string }
  /** Nobody does any more: what is kept of it is given back. */
  | { readonly kind: 'close'; readonly root: string }
  | { readonly kind: 'call'; readonly id: number; readonly root: string; readonly call: string; readonly args: readonly unknown[] }
  | { readonly kind: 'tool'; readonly id: number; readonly root: string; readonly asked: HostedCall; readonly hasNotify: boolean }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'leave'; readonly session: string };

/** From the thread. */
export type FromThread =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'result'; readonly id: number; readonly result: ToolResult }
  | { readonly kind: 'progress'; readonly id: number; readonly message: string; readonly done: number; readonly total?: number | undefined }
  | { readonly kind: 'refused'; readonly id: number; readonly error: WireError }
  /** A bug, or an update of the program. */
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string }
  | { readonly kind: 'event'; readonly event: SnapEvent };
