import type { SnapProgram } from '../changes/index.ts';
import type { WorkspaceAsked } from '../workbench/index.ts';

/** The running snap. */
export interface About {
  readonly version: string;
  /** The version of Node that runs it. */
  readonly node: string;
  /** To be told from another snap that an entry names. */
  readonly program: SnapProgram & { readonly version: string };
}

/** What a check may know. Whether an assistant or a shell asks, it cannot tell. */
export interface CheckContext extends WorkspaceAsked {
  readonly about: About;
  /** Fires when the caller no longer waits. */
  readonly signal: AbortSignal;
}
