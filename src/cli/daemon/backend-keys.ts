import type { ApiKeys } from '../../account/index.ts';
import type { HttpFrontOptions } from '../../daemon/hub/index.ts';
import type { System } from '../../system/index.ts';

/** How long the daemon believes its copy of the settings. */
const settingsMs = 60_000;

/** Who a key of the configured backend belongs to. Loaded when the first key comes. */
export function backendKeys(system: System): NonNullable<HttpFrontOptions['apiKeys']> {
  let keys: Promise<ApiKeys> | undefined;
  let endpoint: string | undefined;
  let readAt = -Infinity;
  const current = async (): Promise<ApiKeys> => {
    if (keys !== undefined && performance.now() - readAt < settingsMs) return keys;
    readAt = performance.now();
    const [{ apiKeys, backendOf }, { readSettings }, { httpClient }] = await Promise.all([
      import('../../account/index.ts'),
      import('../../settings/index.ts'),
      import('../../system/http/index.ts'),
    ]);
    const { settings } = await readSettings(system, undefined);
    const now = backendOf(settings.backend, system)?.endpoint;
    // What is known of keys belongs to one backend.
    if (keys === undefined || now !== endpoint) keys = Promise.resolve(apiKeys(httpClient(), now));
    endpoint = now;
    return keys;
  };
  return {
    async check(key) {
      try {
        const holder = await (await current()).check(key);
        if (holder === undefined) return undefined;
        const { id, requestsPerHour } = holder;
        return { id, rate: requestsPerHour === undefined ? undefined : { burst: requestsPerHour, perSecond: requestsPerHour / 3600 } };
      } catch {
        // An address that must not be used: "snap api whoami" says why. No key is accepted then.
        return undefined;
      }
    },
  };
}
