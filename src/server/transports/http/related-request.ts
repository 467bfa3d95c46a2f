import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { isRecord } from '../../../system/index.ts';
import type { Request } from '../../client-connection.ts';
import { subscriptionKey } from '../../modern/request.ts';

/** A request under way, as far as what belongs to it shows. */
export interface UnderWay {
  /** What notices of its progress carry. */
  readonly progressToken: string | number | undefined;
}

export function underWay({ params }: Request): UnderWay {
  return { progressToken: params?._meta?.progressToken };
}

/**
 * The request because of which a server sends something, where what carries its messages does not say: named by the message, or the only one
 * there is.
 */
export function relatedTo(message: JSONRPCMessage, open: ReadonlyMap<string | number, UnderWay>): string | number | undefined {
  const params = 'params' in message && isRecord(message.params) ? message.params : {};
  const meta = isRecord(params['_meta']) ? params['_meta'] : {};
  const subscription = meta[subscriptionKey];
  if (typeof subscription === 'string' || typeof subscription === 'number') return open.has(subscription) ? subscription : undefined;
  const token = params['progressToken'];
  if (token !== undefined) return [...open].find(([, { progressToken }]) => progressToken === token)?.[0];
  return open.size === 1 ? open.keys().next().value : undefined;
}
