import { defaultStart } from '../../../clients/index.ts';
import { isMap } from '../../../formats/index.ts';
import type { EntryFacts, Setup } from '../../setup.ts';

/** How long a client lets a server start, and where that can be changed. */
export interface StartLimit {
  readonly milliseconds: number;
  /** The client was seen to wait so long and no longer. Without it, nothing that follows from the limit is an error or has a fix. */
  readonly isProved: boolean;
  /** The entry's own field, in the client's unit. */
  readonly field?: { readonly key: string; readonly unit: 's' | 'ms' } | undefined;
  /** The environment variable of the client, in milliseconds. */
  readonly variable?: string | undefined;
}

/** The limit of this entry: its own field, else the client's variable, else the client's default. `undefined` when it is not documented. */
export function startLimit(
  { client, entry, file }: Pick<EntryFacts, 'client' | 'entry'> & { readonly file: Pick<EntryFacts['file'], 'reading'> },
  { env }: Pick<Setup, 'env'>,
): StartLimit | undefined {
  const start = defaultStart(client, entry.server);
  if (start === undefined) return undefined;
  const startVariable = client.limits?.startVariable;
  const field = file.reading.entry.startTimeout;
  const about = { isProved: start.proved !== undefined, field, variable: startVariable };
  for (const known of field === undefined ? [] : [field, ...(field.also === undefined ? [] : [field.also])]) {
    const value = isMap(entry.value) ? entry.value.get(known.key) : undefined;
    if (typeof value === 'number' && value > 0)
      return { milliseconds: Math.max(known.unit === 's' ? value * 1000 : value, (field?.atLeastSeconds ?? 0) * 1000), ...about };
  }
  const given = startVariable === undefined ? Number.NaN : Number(env[startVariable]);
  return { milliseconds: given > 0 ? given : start.seconds * 1000, ...about };
}
