import type { HttpFailure } from '../system/http/index.ts';
import { type Id, valueOf, type Message } from './envelope.ts';

/** Why a request gets an error: what happened and what to do, without any address's query and without any secret. */
export interface Fault {
  readonly code: number;
  readonly message: string;
  /** The requests behind this one would each wait as long: connecting took too long, or the first request got no answer. */
  readonly isUnreachable?: boolean;
}

/** What a fault is told about. */
export interface Place {
  /** The address as it is shown: without user, query and fragment. */
  readonly shown: string;
  /** It is snap's own daemon on this machine. */
  readonly isOwnFront: boolean;
}

const connectionFailed = -32000;
const requestTimedOut = -32001;

/** How an entry that starts the shim is corrected. */
const useStdio = 'In this server\'s entry, write "--stdio" in place of "shim" and restart the assistant.';

/** For an address on another machine, repair asks first whether it may be called. */
export const useStdioOrRepair = `${useStdio.slice(0, -1)}; "snap mcp repair" does the same.`;

/** A request that got no HTTP answer. */
export function connectionFault({ shown, isOwnFront }: Place, { kind, message, wasSent }: HttpFailure): Fault {
  const code = kind === 'timeout' ? requestTimedOut : connectionFailed;
  if (wasSent) return { code, message: `snap mcp shim: ${shown}: ${message}. ${mayHaveRun}` };
  const cure = isOwnFront ? startDaemon : cureOf(kind);
  return { code, message: `snap mcp shim: ${shown}: ${message}. ${cure}`, isUnreachable: kind === 'timeout' };
}

export const mayHaveRun = 'The request may have been carried out. Look at what it did, then call again: the next request connects again.';

const startDaemon = `Run "snap daemon start". Or do without it: ${lowerFirst(useStdio)}`;

function cureOf(kind: HttpFailure['kind']): string {
  switch (kind) {
    case 'refused':
    case 'unreachable':
    case 'timeout':
      return `Start the remote server, or correct the address after --url. The next request tries again.`;
    case 'unknown-host':
      return `Correct the name after --url, or connect to the network. The next request tries again.`;
    case 'tls':
      return "Correct the address, or have Node trust the server's certificate (NODE_EXTRA_CA_CERTS names a file of certificates).";
    case 'not-http':
      return 'Correct the address after --url: another kind of server answers there.';
    case 'reset':
    case 'aborted':
    case 'failed':
      return 'The next request tries again.';
    default:
      return kind satisfies never;
  }
}

/** What is known of an HTTP status that is no success. */
interface Refused {
  readonly status: number;
  /** What the server itself says, cleaned. */
  readonly said: string | undefined;
  readonly retryAfter: string | undefined;
  /** A server of MCP has answered at this address before. */
  readonly isServer: boolean;
  /** As of {@link isActing}. */
  readonly isActing: boolean;
}

export function statusFault(place: Place, refused: Refused): Fault {
  const { status, said } = refused;
  const quote = said === undefined ? '' : ` It says: "${said}".`;
  return {
    code: connectionFailed,
    message: `snap mcp shim: ${place.shown} answered ${status}: ${meaning(place, refused)}${quote}`,
  };
}

function meaning({ isOwnFront }: Place, { status, retryAfter, isServer, isActing }: Refused): string {
  const token = isOwnFront
    ? 'the token of the daemon is not accepted. Run "snap daemon restart", then call again.'
    : 'the server wants a valid token. Give it with --header "Authorization: Bearer ${NAME}" and the variable NAME, or in SNAP_SHIM_TOKEN.';
  if ((status === 404 || status === 405) && isServer)
    return 'the server, which has answered at this address before, does not take this request. Restart this server in the assistant.';
  if (status === 404 || status === 405)
    return `there is no MCP server at this address. ${useStdioOrRepair} For another server, correct the address after --url.`;
  if (status === 401) return token;
  if (status === 403)
    return isOwnFront
      ? 'the daemon refuses this connection. "snap daemon logs" says why.'
      : 'the server refuses this connection: the token lacks the permission, or the server does not accept this client.';
  if (status === 429)
    return `there were too many requests.${retryAfter === undefined ? ' Call again later.' : ` Call again in ${retryAfter} seconds.`}`;
  if (status >= 500) return `the server failed. ${isActing ? mayHaveRun : 'The next request tries again.'}`;
  if (status >= 300 && status < 400)
    return 'the server is at another address. Write that address after --url: snap follows no redirect with a token.';
  return 'the server does not accept the request.';
}

/** The connection ended, or nothing was heard on it, while a request waited. */
export function lostFault({ shown }: Place, what: string): Fault {
  return { code: connectionFailed, message: `snap mcp shim: ${shown}: ${what} before the answer came. ${mayHaveRun}` };
}

/** An answer whose end was not read. */
export function tooLongFault(place: Place, maxBytes: number): Fault {
  return otherFault(
    place,
    `the answer has more than ${maxBytes} bytes, which is more than this bridge passes on. The request may have been carried out: look at what it did, and ask for less.`,
  );
}

/** A request that is waited for no longer. */
export function deadlineFault({ shown }: Place, seconds: number): Fault {
  return {
    code: requestTimedOut,
    message: `snap mcp shim: ${shown} has sent nothing about this request for ${seconds} seconds. ${mayHaveRun}`,
  };
}

/** The server has accepted the connection and never answered the first request. */
export function silentFault({ shown, isOwnFront }: Place, seconds: number): Fault {
  const cure = isOwnFront
    ? 'Run "snap daemon restart", then restart this server in the assistant.'
    : 'Look whether it hangs, and whether the address after --url is that of an MCP server; then restart this server in the assistant. Where the server needs longer to start, set "mcp.shim.initializeSeconds" in your own settings of snap.';
  return {
    code: requestTimedOut,
    message: `snap mcp shim: ${shown} has accepted the connection and sent nothing for ${seconds} seconds: no answer to "initialize". ${cure}`,
    isUnreachable: true,
  };
}

/** Anything else, with words of its own. */
export function otherFault({ shown }: Place, what: string): Fault {
  return { code: connectionFailed, message: `snap mcp shim: ${shown}: ${what}` };
}

/** An answer of which a client may take no notice. */
export function notAnswerFault(place: Place, problem: string): Fault {
  return otherFault(place, `its answer is no JSON-RPC 2.0: ${problem}. The request may have been carried out.`);
}

/** An answer with an error. */
export function errorAnswer(id: Id | null, { code, message }: Fault): Message {
  const bytes = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }));
  return { pieces: [bytes], length: bytes.length };
}

/** What a JSON-RPC error in a body says. */
export function errorTextIn(body: Message): string | undefined {
  const error = valueOf(body)?.['error'];
  if (typeof error === 'string') return error;
  return typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string' ? error.message : undefined;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
