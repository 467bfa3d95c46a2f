import type { SnapProgram } from '../changes/index.ts';
import type { WorkspaceAsked } from '../workbench/index.ts';

/** The running snap. */
export interface About {
  readonly version: string;
  /** The version of Node that runs it. */
  readonly node: string;
  /** Entries that start another snap are compared with it. */
  readonly program: SnapProgram & { readonly version: string };
}

/** The server that runs the check. */
export interface RunningServer {
  /** Calls of tools since it was started, this one included. */
  readonly calls: number;
  readonly surface: 'default' | 'full';
}

/** What a check may know. It cannot see whether an assistant or a shell asks. */
export interface CheckContext extends WorkspaceAsked {
  readonly about: About;
  /** Absent in a shell. */
  readonly server?: RunningServer | undefined;
  /** Fires when the caller no longer waits. */
  readonly signal: AbortSignal;
  /** Reports that a layer is done: what is still running, how many are done, and of how many. */
  readonly progress?: ((message: string, done: number, total?: number) => void) | undefined;
}
