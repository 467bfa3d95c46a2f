import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { UrlTarget } from '../../mcp-client/index.ts';
import { addressTransport, networkFailure, recordedFetch, type Heard } from '../../mcp-client/talking.ts';
import { areHeaders } from '../../system/http/index.ts';
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
  if (!areHeaders(headers)) return { state: 'failed', why: 'has a header that holds a character that cannot be sent.' };

  const { end, heard, transport } = kind === 'sse' ? await openStream(url, headers) : openPosts(url, headers);
  return {
    transport,
    // Only a request shows that a host is gone.
    lost: new Promise(() => undefined),
    explain() {
      const { failure, redirectsTo, status } = heard();
      if (failure !== undefined) return { state: 'failed', why: `could not be reached: ${networkFailure(failure, url.host).message}` };
      if (redirectsTo !== undefined) return { state: 'failed', why: 'sends its callers to another host, which snap does not follow.' };
      return status === undefined || (status >= 200 && status < 300) ? undefined : failureOfStatus(status);
    },
    // https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#backwards-compatibility
    otherWay: () => (kind === 'either' && [400, 404, 405].includes(heard().status ?? 0) ? { ...target, transport: 'sse' } : undefined),
    stayFor: () => undefined,
    close: end,
  };
}

interface Way {
  readonly transport: Transport;
  heard(): Heard;
  end(): Promise<void>;
}

function openPosts(url: URL, headers: ReadonlyMap<string, string>): Way {
  const transport = addressTransport(url, headers, maxBodyBytes);
  return { transport, heard: transport.heard, end: transport.end };
}

/** Loaded when it is used: most servers have Streamable HTTP. */
async function openStream(url: URL, headers: ReadonlyMap<string, string>): Promise<Way> {
  const { SSEClientTransport } = await import('@modelcontextprotocol/sdk/client/sse.js');
  const stop = new AbortController();
  const { fetch, heard } = recordedFetch(stop.signal, ['GET', 'POST'], maxBodyBytes);
  const transport = new SSEClientTransport(url, { fetch, requestInit: { headers: Object.fromEntries(headers) } });
  return { transport, heard, end: async () => stop.abort() };
}
