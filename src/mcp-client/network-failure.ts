import { failureCode } from '../system/index.ts';

/** `limit`: a limit of this machine was reached, not of the other one. `other`: also an address or a header that no client could send. */
export type UnreachableReason = 'refused' | 'name' | 'tls' | 'timeout' | 'reset' | 'limit' | 'other';

/** Why no HTTP answer came. */
export interface NetworkFailure {
  readonly reason: UnreachableReason;
  readonly message: string;
}

/** The cause of an error that `fetch` threw, by the codes of the system, of OpenSSL and of Node. */
export function networkFailure(error: unknown, host: string): NetworkFailure {
  const codes = codesOf(error);
  const own = codes.find(isMachineLimit);
  if (own !== undefined) return { reason: 'limit', message: machineLimitText(own) };
  const found = causes.find(({ code }) => codes.some((each) => code.test(each)));
  if (found === undefined) {
    return { reason: 'other', message: `${host} could not be reached${codes[0] === undefined ? '' : ` (${codes[0]})`}.` };
  }
  return { reason: found.reason, message: found.words(host, codes.find((each) => found.code.test(each)) ?? '') };
}

/** No answer came within the time limit. */
export function noAnswer(host: string): NetworkFailure {
  return { reason: 'timeout', message: `${host} did not answer in time.` };
}

const causes: readonly {
  readonly code: RegExp;
  readonly reason: UnreachableReason;
  readonly words: (host: string, code: string) => string;
}[] = [
  { code: /^ECONNREFUSED$/, reason: 'refused', words: (host) => `Nothing listens at ${host}.` },
  { code: /^(ENOTFOUND|EAI_\w+)$/, reason: 'name', words: (host) => `The host name ${host} has no known address.` },
  {
    code: /^(ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG|EPROTO)$/,
    reason: 'tls',
    words: (host) => `${host} does not use https on this port.`,
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

/** The codes of an error and of its causes: a name with several addresses fails once for each. */
function codesOf(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 5) return [];
  const own = failureCode(error);
  const below: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  return [...(own === undefined ? [] : [own]), ...below.flatMap((each) => codesOf(each, depth + 1)), ...codesOf(error.cause, depth + 1)];
}

/** Which limit of this machine these error codes report; the server is not the cause. */
const limits: Readonly<Record<string, string>> = {
  EMFILE: 'this process cannot open more files ("ulimit -n" shows the limit)',
  ENFILE: 'this machine has no free file descriptors',
  EAGAIN: 'this machine or this user cannot start another process ("ulimit -u" shows the limit)',
  ENOMEM: 'this machine has no memory left',
};

/** Whether a call failed because of a limit of this machine. */
export function isMachineLimit(code: string): boolean {
  return Object.hasOwn(limits, code);
}

/** The limit in words, which also say that the server is not the cause. */
export function machineLimitText(code: string): string {
  return `snap could not try it: ${limits[code] ?? code}. The server is not the cause.`;
}
