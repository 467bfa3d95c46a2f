import type { UrlTarget } from '../../mcp-client/index.ts';
import { addressTransport, networkFailure } from '../../mcp-client/talking.ts';
import { areHeaders } from '../../system/http/index.ts';
import { failureOfStatus, type Failure, type Opened } from './connection.ts';

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

  const transport = addressTransport({ transport: kind === 'sse' ? 'sse' : 'http', url, headers }, maxBodyBytes);
  const { end, heard } = transport;
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
