import {
  StreamableHTTPClientTransport,
  type StreamableHTTPClientTransportOptions,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { UrlTarget } from '../../mcp-client/index.ts';
import { networkFailure, recordedFetch } from '../../mcp-client/talking.ts';
import { failureOfStatus, type Failure } from './failure.ts';
import type { Opened } from './opened.ts';

const maxBodyBytes = 4 * 1024 * 1024;

/** Prepares calls of an address; nothing is sent before the first message. */
export async function openAddress(target: UrlTarget): Promise<Opened | Failure> {
  const { headers, transport: kind, url: text } = target;
  const unusable: Failure = {
    state: 'failed',
    why: 'has an address that snap cannot call: it needs http:// or https://, and no password in it.',
  };
  if (!URL.canParse(text)) return unusable;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return unusable;
  if (!isSendable(headers)) return { state: 'failed', why: 'has a header that holds a character that cannot be sent.' };

  const end = new AbortController();
  const record = recordedFetch(end.signal, kind === 'sse' ? ['GET', 'POST'] : ['POST'], maxBodyBytes);
  const options = { fetch: record.fetch, requestInit: { headers: Object.fromEntries(headers) } };
  const http = kind === 'sse' ? undefined : new StreamableHTTPClientTransport(url, options);
  return {
    transport: http ?? (await sseTransport(url, options)),
    // Only a request shows that a host is gone.
    lost: new Promise(() => undefined),
    explain() {
      const { failure, redirectsTo, status } = record.heard();
      if (failure !== undefined) return { state: 'failed', why: `could not be reached: ${networkFailure(failure, url.host).message}` };
      if (redirectsTo !== undefined) return { state: 'failed', why: 'sends its callers to another host, which snap does not follow.' };
      return status === undefined || (status >= 200 && status < 300) ? undefined : failureOfStatus(status);
    },
    // https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#backwards-compatibility
    otherWay: () =>
      kind === 'either' && [400, 404, 405].includes(record.heard().status ?? 0) ? { ...target, transport: 'sse' } : undefined,
    stayFor: () => undefined,
    async close() {
      // A server need not support ending a session.
      await http?.terminateSession().catch(() => undefined);
      end.abort();
    },
  };
}

/** Loaded when it is used: most servers have Streamable HTTP. */
async function sseTransport(url: URL, options: Pick<StreamableHTTPClientTransportOptions, 'fetch' | 'requestInit'>): Promise<Transport> {
  const { SSEClientTransport } = await import('@modelcontextprotocol/sdk/client/sse.js');
  return new SSEClientTransport(url, options);
}

function isSendable(headers: ReadonlyMap<string, string>): boolean {
  try {
    return new Headers([...headers]) instanceof Headers;
  } catch {
    // The message would contain the value.
    return false;
  }
}
