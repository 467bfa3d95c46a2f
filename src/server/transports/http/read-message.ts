import { maskProse } from '../../../secrets/index.ts';
import { cleanLine, cut } from '../../../system/index.ts';
import { clientName, isRequest, type Message } from '../../message.ts';
import { readText } from '../messages.ts';
import { badRequest, type Refusal } from './answers.ts';
import { readBody } from './body.ts';
import type { FrontRequest } from './front-request.ts';
import { isJson } from './guards.ts';
import type { FrontLimits } from './options.ts';

/** The message that a request carries. */
export type ReadMessage =
  | { readonly kind: 'message'; readonly message: Message; readonly client: string | undefined }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly id: string | number | null }
  | { readonly kind: 'gone' };

/** Reads the one message in the body of a POST. */
export async function readMessage(
  { request, response }: Pick<FrontRequest, 'request' | 'response'>,
  limits: FrontLimits,
): Promise<ReadMessage> {
  const refused = (refusal: Refusal, id: string | number | null = null): ReadMessage => ({ kind: 'refused', refusal, id });
  if (!isJson(request.rawHeaders)) return refused({ status: 415, code: -32600, message: 'Send "Content-Type: application/json".' });
  if (request.headers['content-encoding'] !== undefined)
    return refused({ status: 415, code: -32600, message: 'Send the body as it is, without Content-Encoding.' });
  if (request.headers.expect !== undefined) {
    if (request.headers.expect.toLowerCase() !== '100-continue')
      return refused({ status: 417, code: -32600, message: 'Nothing but "Expect: 100-continue" can be expected.' });
    if (Number(request.headers['content-length'] ?? 0) <= limits.bodyBytes) response.writeContinue();
  }
  const body = await readBody(request, limits);
  if (body.kind === 'gone') return body;
  if (body.kind === 'refused') return refused({ status: body.status, code: body.code, message: body.why });
  const received = readText(body.text, 'body');
  if (received.kind === 'ignored') return refused(badRequest('This answers nothing.'));
  if (received.kind === 'refused') {
    const { error, id } = received.refusals[0] ?? { error: { code: -32600, message: 'There is no message.' }, id: null };
    return refused(badRequest(error.message, error.code), received.refusals.length === 1 ? id : null);
  }
  const { message } = received;
  return { kind: 'message', message, client: clientOf(message) };
}

/** The name that a client gives itself when it begins. */
function clientOf(message: Message): string | undefined {
  if (!isRequest(message) || message.method !== 'initialize') return undefined;
  const name = cut(maskProse(cleanLine((clientName(message.params?.['clientInfo']) ?? '').slice(0, 200))), 60);
  return name === '' ? undefined : name;
}

/** What a client has to accept. */
export function notAcceptable(types: string): Refusal {
  return { status: 406, code: -32000, message: `Not acceptable: the client must accept ${types}.` };
}
