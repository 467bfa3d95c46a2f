import type { Settings } from '../settings/index.ts';
import { SnapError, type System } from '../system/index.ts';
import { isLoopback } from '../system/http/index.ts';

/** A backend that the person has configured. */
export interface Backend {
  /** Without a slash at its end. */
  readonly endpoint: string;
  readonly apiKey: string | undefined;
}

type Configured = Settings['backend'];

const elsewhere = 'Everything else of snap works without an account.';

/** @returns undefined where none is configured, or it is turned off. @throws SnapError for an address that must not be used. */
export function backendOf(settings: Configured, { env }: Pick<System, 'env'>): Backend | undefined {
  const fromVariable = env['SVC_API_URL'];
  const address = fromVariable || settings.endpoint;
  if (settings.enabled === false || address === undefined) return undefined;
  const origin = fromVariable ? 'SVC_API_URL' : 'The setting "mcp.backend.endpoint"';
  return { endpoint: endpointOf(address, origin), apiKey: apiKeyOf(settings.apiKey, env) };
}

/** @throws SnapError `refused` where there is none. */
export function requireBackend(settings: Configured, system: Pick<System, 'env'>): Backend {
  const backend = backendOf(settings, system);
  if (backend !== undefined) return backend;
  if (settings.enabled === false)
    throw new SnapError('refused', 'The backend is turned off: the setting "mcp.backend.enabled" is false.', {
      hint: `Set it to true. ${elsewhere}`,
    });
  throw new SnapError('refused', 'No backend is configured, so there is nothing to sign in to.', {
    hint: `Set "mcp.backend.endpoint" in your own settings file, or the variable SVC_API_URL, to its address. ${elsewhere}`,
  });
}

function endpointOf(text: string, origin: string): string {
  const hint = 'Write an address such as https://api.example.com.';
  if (!URL.canParse(text)) throw new SnapError('refused', `${origin} is no address.`, { hint });
  const url = new URL(text);
  if (!isSafeAddress(url))
    throw new SnapError('refused', `${origin} must begin with https://; http:// is for this machine alone.`, { hint });
  if (url.username !== '' || url.search !== '' || url.hash !== '')
    throw new SnapError('refused', `${origin} must be an address alone, without a user, a query or a fragment.`, { hint });
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** Tokens are sent over TLS, or stay on this machine. */
export function isSafeAddress({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

function apiKeyOf(setting: string | undefined, env: System['env']): string | undefined {
  if (setting === undefined) return env['SVC_API_KEY'] || undefined;
  const variable = /^\$\{(\w+)\}$/.exec(setting)?.[1];
  if (variable === undefined) return setting;
  return env[variable] || undefined;
}
