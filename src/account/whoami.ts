import type { HttpClient } from '../system/http/index.ts';
import { SnapError, textsIn } from '../system/index.ts';
import { askJson, type JsonRequest } from './ask-json.ts';

/** Whom a token or a key belongs to, as the backend says it. */
export interface Identity {
  readonly id: string | undefined;
  readonly email: string | undefined;
  readonly name: string | undefined;
  readonly tier: string | undefined;
  readonly permissions: readonly string[];
}

/** @returns undefined for a token that the backend does not know. @throws SnapError `io` where it does not answer. */
export async function askWhoami(
  client: HttpClient,
  endpoint: string,
  bearer: string,
  { signal, maxMs }: Pick<JsonRequest, 'signal' | 'maxMs'>,
): Promise<Identity | undefined> {
  const url = `${endpoint}/v1/whoami`;
  const { status, value, retryAfter, shown } = await askJson(client, { url, bearer, signal, maxMs });
  if (status === 401 || status === 403) return undefined;
  if (status !== 200 || value === undefined) {
    const later = retryAfter === undefined ? 'Try again later.' : `Try again in ${retryAfter} seconds.`;
    throw new SnapError('io', `${url} answered ${status}${value === undefined ? ', without a JSON document' : ''}.`, {
      hint: status === 404 ? 'Correct the address of the backend.' : later,
    });
  }
  const text = (name: string): string | undefined => shown(value[name], 200);
  return {
    id: text('id'),
    email: text('email'),
    name: text('name'),
    tier: text('tier'),
    permissions: textsIn(value['permissions'])
      .slice(0, 100)
      .flatMap((one) => shown(one, 100) ?? []),
  };
}
