import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { LiveTarget } from '../../mcp-client/index.ts';
import type { LeftState } from '../sources.ts';

/** A server that was started or called, and answered `initialize` and `tools/list`. */
export interface Connection {
  readonly tools: readonly Tool[];
  /** Calls a tool. Never rejects; ends with `slow` when the signal fires. */
  call(name: string, args: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<CallEnd>;
  /** Whether the process or the session is still there. */
  isOpen(): boolean;
  /** Ends the session and the program with everything that it started. */
  close(): Promise<void>;
}

/** A result without secrets and invisible characters, cut to a bound. */
export type CallEnd =
  | { readonly kind: 'answered'; readonly text: string; readonly data: unknown }
  | { readonly kind: 'failed'; readonly failure: Failure };

export type ConnectEnd =
  | { readonly kind: 'connected'; readonly connection: Connection }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** The ends of one server: where messages go, and what is known when they fail. */
export interface Opened {
  readonly transport: Transport;
  /** Why it cannot go on, as soon as that is known: the program ended, the host does not exist. Never rejects. */
  readonly lost: Promise<Failure>;
  /** The reason for an error that the protocol reported, where the transport knows better. */
  explain(): Failure | undefined;
  /** Another way to call it, where the server says that this is the wrong one. */
  otherWay?(): LiveTarget | undefined;
  stayFor(isWorking: boolean): void;
  close(): Promise<void>;
}

/** Why a server could not be asked. Words of snap's own: what a server says of itself is not repeated, since it may be meant for a model. */
export interface Failure {
  readonly state: LeftState;
  /** The end of a sentence that begins with the server's name: `did not start: …`. */
  readonly why: string;
}

/** What a failed tool call says, by the words of the servers' own errors. */
export function failureInWords(text: string): Failure {
  const words = text.slice(0, 2000);
  if (/rate.?limit|quota|too many requests|\b429\b/i.test(words)) {
    return { state: 'limited', why: 'has reached its own limit of requests. It is asked again in a minute.' };
  }
  if (/\b401\b|\b403\b|bad credentials|unauthori[sz]ed|forbidden|invalid (api )?(key|token)|authenticat/i.test(words)) {
    return { state: 'failed', why: 'was refused by its service: its key or token is missing, expired or may not read this.' };
  }
  if (/\b404\b|not found|does not exist|inaccessible/i.test(words)) {
    return { state: 'failed', why: 'does not know this repository or project, or its key may not see it.' };
  }
  return { state: 'failed', why: 'answered with an error.' };
}

/** An HTTP status that is no answer. */
export function failureOfStatus(status: number): Failure {
  if (status === 429) return { state: 'limited', why: 'has reached its own limit of requests. It is asked again in a minute.' };
  if (status === 401 || status === 403) {
    return {
      state: 'failed',
      why: `refused the request (HTTP ${status}). If your assistant signed in to it, snap has no part in that: give the entry a key in a header.`,
    };
  }
  return { state: 'failed', why: `answered with HTTP ${status}.` };
}
