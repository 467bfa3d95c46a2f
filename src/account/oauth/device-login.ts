import type { HttpClient } from '../../system/http/index.ts';
import { SnapError, textIn } from '../../system/index.ts';
import { askJson } from '../ask-json.ts';
import { isSafeAddress } from '../backend.ts';
import { withoutSecrets } from '../echoes.ts';
import { type Metadata, scopeOf } from './metadata.ts';
import { clientId, errorIn, refusedBy, type Tokens, tokensIn } from './tokens.ts';

export interface DeviceLogin {
  readonly client: HttpClient;
  readonly metadata: Metadata;
  readonly now: () => number;
  readonly signal: AbortSignal;
  /** Shows the person where to type what. */
  readonly show: (page: string, code: string) => void;
  /** Other than a real one in tests. */
  readonly wait: (ms: number) => Promise<void>;
}

const defaultSeconds = 5;
const maxSeconds = 60;
/** How much longer is waited from then on. https://datatracker.ietf.org/doc/html/rfc8628#section-3.5 */
const slowDownSeconds = 5;
const maxLifeSeconds = 1800;
/** Failed questions in a row that the network may cost. */
const maxFailures = 5;

/** Signs in on another device. https://datatracker.ietf.org/doc/html/rfc8628 @throws SnapError when that did not happen. */
export async function loginOnDevice({ client, metadata, now, signal, show, wait }: DeviceLogin): Promise<Tokens> {
  const { device, token } = metadata;
  if (device === undefined)
    throw new SnapError('refused', 'This backend offers no sign-in on another device.', {
      hint: 'Run "snap login", or "snap login --with-token".',
    });
  const answer = await askJson(client, { url: device, form: { client_id: clientId, ...scopeOf(metadata) }, signal });
  if (answer.status !== 200) throw refusedBy(device, answer);
  const [deviceCode, page] = ['device_code', 'verification_uri'].map((name) => textIn(answer.value?.[name]));
  const userCode = answer.shown(answer.value?.['user_code'], 40);
  const isUsable =
    deviceCode !== undefined &&
    page !== undefined &&
    URL.canParse(page) &&
    isSafeAddress(new URL(page)) &&
    // The person sees the page, and the device code is a secret.
    withoutSecrets(page, [deviceCode]) === page;
  if (!isUsable || userCode === undefined)
    throw new SnapError('refused', `${new URL(device).origin} answered without a code and a page that can be used.`, {
      hint: 'Tell the operator of the backend.',
    });
  show(new URL(page).href, userCode);

  let seconds = bounded(answer.value?.['interval'], defaultSeconds, maxSeconds);
  const until = now() + 1000 * bounded(answer.value?.['expires_in'], maxLifeSeconds, maxLifeSeconds);
  let failures = 0;
  while (now() < until) {
    await wait(1000 * seconds);
    if (signal.aborted) throw new SnapError('refused', 'Cancelled.');
    const form = { client_id: clientId, grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: deviceCode };
    const said = await askJson(client, { url: token, form, signal }).catch((error: unknown) => {
      // The network of a laptop may be away for a while.
      if (signal.aborted || ++failures > maxFailures) throw error;
      return undefined;
    });
    if (said === undefined) continue;
    failures = 0;
    if (said.status === 200) return tokensIn(said, token, now());
    const error = errorIn(said);
    if (error === 'slow_down') seconds = Math.min(maxSeconds, seconds + slowDownSeconds);
    else if (error === 'access_denied')
      throw new SnapError('refused', 'The sign-in was refused.', { hint: 'Run "snap login --device" again.' });
    else if (error === 'expired_token') break;
    else if (error !== 'authorization_pending') throw refusedBy(token, said);
  }
  throw new SnapError('timeout', 'Nobody signed in before the code expired.', { hint: 'Run "snap login --device" again.' });
}

function bounded(value: unknown, usual: number, max: number): number {
  return typeof value === 'number' && value >= 1 ? Math.min(value, max) : usual;
}
