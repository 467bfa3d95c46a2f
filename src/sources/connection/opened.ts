import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { LiveTarget } from '../../mcp-client/index.ts';
import type { Failure } from './failure.ts';

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
