import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { ModernRequest } from './modern/request.ts';
import type { Workbench } from '../workbench/index.ts';
import type { ListedTool } from './handshake.ts';
import type { Tool } from './tool.ts';

/** Tools: what `tools/list` says of them, how one is loaded, and how the workspace they work on is opened. */
export interface ToolSet {
  readonly listed: readonly ListedTool[];
  /** Loads one of those, not the others. */
  load(name: string): Promise<Tool>;
  open(root: string, client: string | undefined): Promise<Workbench>;
  /** Absent in snap, which has tools alone; the server of the conformance suite has the rest of the protocol. */
  readonly beside?: Beside;
}

/** What a server offers beside tools that answer with a text. */
export interface Beside {
  readonly capabilities: Readonly<Record<string, object>>;
  /** @returns the result, or `undefined` for what it does not know: then the tools are asked. */
  answer(
    request: { readonly method: string; readonly params: Readonly<Record<string, unknown>>; readonly modern: ModernRequest | undefined },
    reach: Parameters<NonNullable<Server['fallbackRequestHandler']>>[1],
  ): Promise<Record<string, unknown> | undefined>;
}
