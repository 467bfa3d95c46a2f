import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { isRecord } from '../../../system/index.ts';
import type { Request } from '../../client-connection.ts';
import { subscriptionKey } from '../../modern/request.ts';

/** A request under way, as far as what belongs to it shows. */
export interface UnderWay {
  /** What notices of its progress carry. */
  readonly progressToken: string | number | undefined;
}

/** Takes the request out that this message answers. */
export function takeAnswered<T>(id: string | number | undefined, open: Map<string | number, T>): T | undefined {
  if (id === undefined) return undefined;
  const found = open.get(id);
  open.delete(id);
  return found;
}

/** The request to whose answer a message belongs. @param related where what carries the messages says it. */
export function concernedRequest<T extends UnderWay>(
  message: JSONRPCMessage,
  related: string | number | undefined,
  open: ReadonlyMap<string | number, T>,
): T | undefined {
  const id = related ?? relatedTo(message, open);
  return id === undefined ? undefined : open.get(id);
}

export function underWay({ params }: Request): UnderWay {
  return { progressToken: params?._meta?.progressToken };
}

/**
 * The request because of which a server sends something, where what carries its messages does not say: named by the message, or the only one
 * there is.
 */
function relatedTo(message: JSONRPCMessage, open: ReadonlyMap<string | number, UnderWay>): string | number | undefined {
  const params = 'params' in message && isRecord(message.params) ? message.params : {};
  const meta = isRecord(params['_meta']) ? params['_meta'] : {};
  const subscription = meta[subscriptionKey];
  if (typeof subscription === 'string' || typeof subscription === 'number') return open.has(subscription) ? subscription : undefined;
  const token = params['progressToken'];
  if (token !== undefined) return [...open].find(([, { progressToken }]) => progressToken === token)?.[0];
  return open.size === 1 ? open.keys().next().value : undefined;
}
