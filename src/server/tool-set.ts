import type { Workbench } from '../workbench/index.ts';
import type { ListedTool } from './handshake.ts';
import type { Tool } from './tool.ts';

/** Tools: what `tools/list` says of them, how one is loaded, and how the workspace they work on is opened. */
export interface ToolSet {
  readonly listed: readonly ListedTool[];
  /** Loads one of those, not the others. */
  load(name: string): Promise<Tool>;
  open(root: string, client: string | undefined): Promise<Workbench>;
}
