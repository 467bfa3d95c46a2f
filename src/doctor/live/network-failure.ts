import { failureCode } from '../../system/index.ts';
import type { UnreachableReason } from './answer.ts';
import { isOurLimit, ourLimit } from './our-limit.ts';

/** Why no answer of HTTP came. */
export interface NetworkFailure {
  readonly reason: UnreachableReason;
  readonly message: string;
}

/** What `fetch` threw, sorted out by the codes of the system, of OpenSSL and of Node below it. */
export function networkFailure(error: unknown, host: string): NetworkFailure {
  const codes = codesOf(error);
  const own = codes.find(isOurLimit);
  if (own !== undefined) return { reason: 'limit', message: ourLimit(own) };
  const found = causes.find(({ code }) => codes.some((each) => code.test(each)));
  if (found === undefined) {
    return { reason: 'other', message: `${host} could not be reached${codes[0] === undefined ? '' : ` (${codes[0]})`}.` };
  }
  return { reason: found.reason, message: found.words(host, codes.find((each) => found.code.test(each)) ?? '') };
}

/** The time was over before anything came. */
export function noAnswer(host: string): NetworkFailure {
  return { reason: 'timeout', message: `${host} did not answer in time.` };
}

const causes: readonly {
  readonly code: RegExp;
  readonly reason: UnreachableReason;
  readonly words: (host: string, code: string) => string;
}[] = [
  { code: /^ECONNREFUSED$/, reason: 'refused', words: (host) => `Nothing listens at ${host}.` },
  { code: /^(ENOTFOUND|EAI_\w+)$/, reason: 'name', words: (host) => `No address is known for the name ${host}.` },
  {
    code: /^(ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG|EPROTO)$/,
    reason: 'tls',
    words: (host) => `${host} does not speak https there.`,
  },
  {
    code: /^(CERT_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|ERR_TLS_\w+|ERR_SSL_\w+)$/,
    reason: 'tls',
    words: (host, code) => `The certificate of ${host} is not accepted (${code}).`,
  },
  { code: /^(ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/, reason: 'timeout', words: (host) => noAnswer(host).message },
  {
    code: /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/,
    reason: 'reset',
    words: (host) => `${host} closed the connection without an answer.`,
  },
];

/** The codes of an error and of what lies below it: a name with several addresses fails once for each. */
function codesOf(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 5) return [];
  const own = failureCode(error);
  const below: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  return [...(own === undefined ? [] : [own]), ...below.flatMap((each) => codesOf(each, depth + 1)), ...codesOf(error.cause, depth + 1)];
}
