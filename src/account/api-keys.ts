import { SnapError } from '../system/index.ts';
import { HttpFailure, secretId, type HttpClient } from '../system/http/index.ts';
import { askWhoami } from './whoami.ts';

/** Who sent an API key, as the backend says it. */
export interface KeyHolder {
  /** The same for the same key, and no part of it. */
  readonly id: string;
  readonly tier: string | undefined;
  readonly permissions: readonly string[];
  /** How many requests the tier grants; undefined for no limit of its own. */
  readonly requestsPerHour: number | undefined;
}

export interface ApiKeys {
  /** @returns undefined for a key that the backend does not know, or that cannot be checked now. Never throws. */
  check(bearer: string): Promise<KeyHolder | undefined>;
}

/** The specification, section 8. */
const requestsPerHour: Readonly<Record<string, number>> = { free: 100, solo: 100, pro: 100, team: 500 };

const keyPattern = /^sk_(?:live|test)_[\w-]{8,200}$/;
const freshMs = 60_000;
/** While the backend cannot be reached, a key that it knew before is accepted for this long. */
const believedMs = 60 * 60_000;
const maxKnown = 1_000;
/** A request over HTTP waits for this. */
const defaultMaxMs = 3_000;
/** After a question without an answer the backend is left alone for so long: what is known of a key then counts. */
const awayMs = 10_000;

interface Known {
  readonly holder: KeyHolder | undefined;
  readonly at: number;
}

/** For tests. */
export interface ApiKeyTimes {
  /** Milliseconds of a clock that is never set back. */
  now?(): number;
  /** How long the backend may take. */
  maxMs?: number;
}

/**
 * Checks API keys with the backend, each once a minute. A key is kept as its hash alone.
 * @param endpoint undefined where no backend is configured: then every key is refused.
 */
export function apiKeys(client: HttpClient, endpoint: string | undefined, times: ApiKeyTimes = {}): ApiKeys {
  const now = times.now ?? (() => performance.now());
  let awayUntil = Number.NEGATIVE_INFINITY;
  const believed = (id: string): KeyHolder | undefined => {
    const before = known.get(id);
    return before !== undefined && now() - before.at < believedMs ? before.holder : undefined;
  };
  const known = new Map<string, Known>();
  const asking = new Map<string, Promise<KeyHolder | undefined>>();

  const ask = async (id: string, bearer: string): Promise<KeyHolder | undefined> => {
    try {
      const identity = await askWhoami(client, endpoint ?? '', bearer, { maxMs: times.maxMs ?? defaultMaxMs });
      const holder: KeyHolder | undefined =
        identity === undefined
          ? undefined
          : {
              id,
              tier: identity.tier,
              permissions: identity.permissions,
              requestsPerHour: requestsPerHour[(identity.tier ?? '').toLowerCase()],
            };
      known.delete(id);
      known.set(id, { holder, at: now() });
      // The first one was checked longest ago.
      const [oldest] = known.keys();
      if (known.size > maxKnown && oldest !== undefined) known.delete(oldest);
      return holder;
    } catch (error) {
      // An answer with an error may be about this key alone.
      if (error instanceof SnapError && error.cause instanceof HttpFailure) awayUntil = now() + awayMs;
      return believed(id);
    }
  };

  return {
    async check(bearer) {
      if (endpoint === undefined || !keyPattern.test(bearer)) return undefined;
      const id = secretId(bearer);
      const before = known.get(id);
      if (before !== undefined && now() - before.at < freshMs) return before.holder;
      if (now() < awayUntil) return believed(id);
      // Several requests with one key are one question.
      const question = asking.get(id) ?? ask(id, bearer).finally(() => asking.delete(id));
      asking.set(id, question);
      return question;
    },
  };
}
