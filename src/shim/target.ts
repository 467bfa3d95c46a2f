import { cleanLine, cut, daemonPort, SnapError } from '../system/index.ts';
import { isLoopback } from '../system/http/index.ts';
import type { Place } from './faults.ts';

/** The remote server: its address, and what is sent with every request. */
export interface Target extends Place {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Reads the token again. @returns whether it is another one: the daemon makes a new one at each start. */
  renewToken(): Promise<boolean>;
  /** Text of the remote server as it may be shown: one line, without hidden characters, and without any value of a header of ours. */
  shownText(text: string): string;
}

export interface TargetOptions {
  readonly url: string;
  /** `Name: value`; `${NAME}` in a value is a variable of the environment. */
  readonly headers: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** An absolute path; told to snap's own daemon alone. */
  readonly workspace: string | undefined;
  /** The token of snap's own daemon, read again at each call; `undefined` unless that daemon listens at this port now. */
  readonly localToken: (port: number) => Promise<string | undefined>;
}

const maxSaid = 200;

/** @throws SnapError for an address or a header that cannot be used. */
export async function targetOf({ url: text, headers: given, env, workspace, localToken }: TargetOptions): Promise<Target> {
  const url = parseAddress(text);
  const shown = `${url.protocol}//${url.host}${url.pathname}`;
  const isNear = isLoopback(url.hostname) && url.protocol === 'http:';
  const port = url.port || '80';
  const ownToken = async (): Promise<string | undefined> => (isNear ? localToken(Number(port)) : undefined);
  // The variable need not be set for the assistant that starts the bridge, so the daemon itself has the last word.
  const isOwnFront = isNear && (port === (env['SVC_SSE_PORT'] || String(daemonPort)) || (await ownToken()) !== undefined);
  const headers: Record<string, string> = Object.fromEntries(given.map((header) => parseHeader(header, env)));
  const bearer = env['SNAP_SHIM_TOKEN'];
  if (bearer) headers['authorization'] ??= `Bearer ${headerValue('SNAP_SHIM_TOKEN', bearer)}`;
  if (url.username !== '') {
    headers['authorization'] ??=
      `Basic ${Buffer.from(`${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`).toString('base64')}`;
    url.username = '';
    url.password = '';
  }
  const takesLocalToken = isOwnFront && headers['authorization'] === undefined;
  const renewToken = async (): Promise<boolean> => {
    if (!takesLocalToken) return false;
    const token = await ownToken();
    const before = headers['authorization'];
    if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
    return token !== undefined && headers['authorization'] !== before;
  };
  await renewToken();
  if (isOwnFront && workspace !== undefined) tellWorkspace(url, headers, workspace);
  const secrets = (): string[] =>
    [...Object.entries(headers).filter(([name]) => name !== 'x-snap-workspace'), ...url.searchParams]
      .flatMap(([, value]) => [value, ...value.split(/\s+/)])
      .filter((value) => value.length >= 6);
  return {
    url,
    shown,
    isOwnFront,
    headers,
    renewToken,
    shownText: (said) => cut(cleanLine(secrets().reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), said)), maxSaid),
  };
}

function parseAddress(text: string): URL {
  if (!URL.canParse(text))
    throw new SnapError('usage', 'The address after --url is no URL.', { hint: 'Give one such as https://mcp.example.com/mcp.' });
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new SnapError('usage', 'The address after --url must begin with https:// or http://.');
  url.hash = '';
  return url;
}

// https://httpwg.org/specs/rfc9110.html#tokens
const headerName = /^[!#$%&'*+.^_`|~\w-]+$/;

function parseHeader(header: string, env: TargetOptions['env']): readonly [string, string] {
  const at = header.indexOf(':');
  const name = header.slice(0, Math.max(at, 0)).trim();
  // The value is never part of a message: it may be a token.
  if (!headerName.test(name)) throw new SnapError('usage', 'A value of --header has no name.', { hint: 'Write it as "Name: value".' });
  const value = header
    .slice(at + 1)
    .trim()
    .replaceAll(/\$\{(\w+)\}/g, (_, variable: string) => {
      const found = env[variable];
      if (found === undefined)
        throw new SnapError('usage', `--header ${name}: the environment has no variable ${variable}.`, {
          hint: `Set ${variable} where the assistant is started, or in the "env" of the server's entry.`,
        });
      return found;
    });
  return [name.toLowerCase(), headerValue(`--header ${name}`, value)];
}

function headerValue(origin: string, value: string): string {
  const trimmed = value.trim();
  if (!/^[\t\x20-\x7E\x80-\xFF]*$/.test(trimmed))
    throw new SnapError('usage', `${origin}: its value has characters that a header cannot have.`);
  return trimmed;
}

/** A header holds ASCII alone, and a query any path. */
function tellWorkspace(url: URL, headers: Record<string, string>, workspace: string): void {
  if (/^[\x20-\x7E]+$/.test(workspace)) headers['x-snap-workspace'] = workspace;
  else url.searchParams.set('workspace', workspace);
}
