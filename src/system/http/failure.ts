/**
 * Why a request got no answer. `refused`: nobody listens there. `unknown-host`: the name has no address. `unreachable`: no way to that address.
 * `tls`: the certificate, or no TLS at all. `timeout`: a time limit. `reset`: the connection ended early. `not-http`: the answer is no HTTP.
 * `aborted`: the caller's signal. `failed`: anything else.
 */
export type HttpFailureKind = 'refused' | 'unknown-host' | 'unreachable' | 'tls' | 'timeout' | 'reset' | 'not-http' | 'aborted' | 'failed';

/** A request without an answer. Its message says what happened, and names neither the path, the query nor a header. */
export class HttpFailure extends Error {
  readonly kind: HttpFailureKind;
  /** Whether the server may have received the request, so that repeating it could do its work twice. */
  readonly wasSent: boolean;

  constructor(kind: HttpFailureKind, message: string, options: { readonly wasSent: boolean; readonly cause?: unknown }) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'HttpFailure';
    this.kind = kind;
    this.wasSent = options.wasSent;
  }
}

/** Codes of Node's and of the system's. https://nodejs.org/docs/latest-v20.x/api/errors.html#nodejs-error-codes (2026-11-22) */
const kinds: readonly (readonly [RegExp, HttpFailureKind, string])[] = [
  [/^ECONNREFUSED$/, 'refused', 'the connection was refused'],
  [/^(?:ENOTFOUND|EAI_)/, 'unknown-host', 'the name of the host is not known'],
  [/^(?:EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/, 'unreachable', 'there is no route to the host'],
  [/^(?:ETIMEDOUT|ERR_SOCKET_CONNECTION_TIMEOUT)$/, 'timeout', 'the connection timed out'],
  [/^(?:ECONNRESET|EPIPE|ECONNABORTED|ERR_STREAM_PREMATURE_CLOSE)$/, 'reset', 'the connection was closed before the answer was complete'],
  [/^HPE_/, 'not-http', 'what answered does not speak HTTP'],
  // The names of OpenSSL's results of checking a certificate. https://nodejs.org/docs/latest-v20.x/api/tls.html#x509-certificate-error-codes
  [
    /^(?:ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|INVALID_CA|PATH_LENGTH|HOSTNAME_MISMATCH)/,
    'tls',
    'TLS failed',
  ],
];

/** What an error of Node's means for a request. */
export function failureOf(error: unknown, wasSent: boolean): HttpFailure {
  if (error instanceof HttpFailure) return error;
  const code = codeOf(error);
  for (const [pattern, kind, says] of kinds) {
    if (pattern.test(code)) return new HttpFailure(kind, `${says} (${code})`, { wasSent: wasSent && !isBeforeSending(kind), cause: error });
  }
  // "socket hang up" has no code of its own in some versions.
  const said = error instanceof Error && code === '' ? '' : ` (${code})`;
  return new HttpFailure('failed', `the request failed${said}`, { wasSent, cause: error });
}

function isBeforeSending(kind: HttpFailureKind): boolean {
  return kind === 'refused' || kind === 'unknown-host' || kind === 'unreachable' || kind === 'tls';
}

/** Where a host has several addresses, the code of the first. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error instanceof AggregateError ? codeOf(error.errors[0]) : '';
}
