import type { IncomingMessage, ServerResponse } from 'node:http';
import type { StreamCount } from './event-stream.ts';
import type { FrontLimits, FrontOptions, Principal } from './options.ts';

/** A request that passed the guards. */
export interface FrontRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly principal: Principal;
  readonly query: URLSearchParams;
}

/** One client of the front, for `snap daemon status`. */
export interface FrontClient {
  readonly client: string | undefined;
  readonly root: string | undefined;
  /** Since when. */
  readonly since: Date;
  /** Requests under way. */
  readonly calls: number;
}

/** What every part of the front works with. */
export interface FrontParts {
  readonly options: FrontOptions;
  readonly limits: FrontLimits;
  readonly count: StreamCount;
}
