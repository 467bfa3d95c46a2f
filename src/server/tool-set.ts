import type { About } from '../checks/index.ts';
import type { System } from '../system/index.ts';
import type { ListedTool } from './handshake.ts';
import type { Params, RequestId } from './message.ts';
import type { ModernRequest } from './modern.ts';

/** Tools: what `tools/list` says of them, and what runs them. */
export interface ToolSet {
  readonly listed: readonly ListedTool[];
  /** Makes what runs them for one client. Called when the first tool is needed. */
  runner(options: RunnerOptions): Promise<ToolRunner>;
  /** Absent in snap, which has tools alone; the server of the conformance suite has the rest of the protocol. */
  readonly beside?: Beside;
}

/** Runs tools for one client. */
export interface ToolRunner {
  /** @throws RequestError when there is no such tool. */
  call(call: ToolCall): Promise<ToolResult>;
  /** The client has said that its roots are others now. */
  rootsChanged(): void;
  close(): void;
}

/** What is served to one client, and how. */
export interface ServedOptions {
  /** Asked for when tools are. */
  system(): Promise<System>;
  readonly about: About;
  readonly namedWorkspace: string | undefined;
  /** Whether the tools of the full surface are offered, and records beside the text. */
  readonly isFull: boolean;
  readonly limits?: Limits | undefined;
  /** Keeps for the person what a client is not told: the stack of a bug. */
  log(text: string): void;
}

export interface RunnerOptions extends ServedOptions {
  /** The name that the client gives itself, as it came. */
  client(): string | undefined;
  /** The client's roots as addresses; `undefined` when it has no such thing. */
  roots(): Promise<readonly string[] | undefined>;
}

/** One `tools/call`. */
export interface ToolCall {
  readonly params: Params | undefined;
  /** Fires when the caller no longer waits. */
  readonly signal: AbortSignal;
  /** Absent when the caller did not ask for progress. */
  readonly notify?: Notify | undefined;
}

/** The answer to a call. */
export interface ToolResult {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent?: Params;
  readonly isError?: true;
}

/** Reports progress. `done` grows with every notice. */
export type Notify = (message: string, done: number, total?: number) => void;

/** Milliseconds. */
export interface Limits {
  /** A progress notice is sent after this time without one, because some clients stop waiting otherwise. */
  readonly notice: number;
  /** After this time the call is ended and answered with an error. */
  readonly end: number;
  /** How long to wait for a client that was asked for its roots. Set in tests only. */
  readonly roots?: number | undefined;
}

/** What a server offers beside tools that answer with a text. */
export interface Beside {
  readonly capabilities: Readonly<Record<string, object>>;
  /** @returns the result, or `undefined` for what it does not know: then the tools are asked. */
  answer(
    request: { readonly method: string; readonly params: Params; readonly modern: ModernRequest | undefined },
    reach: Reach,
  ): Promise<Params | undefined>;
}

/** The client, as the work on one of its requests reaches it. */
export interface Reach {
  readonly requestId: RequestId;
  sendNotification(notification: { readonly method: string; readonly params?: Params }): Promise<void>;
  /** @returns the result. @throws where the client refuses, or does not answer in time. */
  sendRequest(request: { readonly method: string; readonly params?: Params }): Promise<Params>;
}
