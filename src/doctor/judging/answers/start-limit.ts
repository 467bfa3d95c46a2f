import { defaultStartSeconds } from '../../../clients/index.ts';
import { isMap } from '../../../formats/index.ts';
import type { EntryFacts, Setup } from '../../setup.ts';

/** How long a client lets a server start, and where that can be changed. */
export interface StartLimit {
  readonly milliseconds: number;
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
  const startSeconds = defaultStartSeconds(client, entry.server);
  if (startSeconds === undefined) return undefined;
  const startVariable = client.limits?.startVariable;
  const field = file.reading.entry.startTimeout;
  const where = { field, variable: startVariable };
  for (const known of field === undefined ? [] : [field, ...(field.also === undefined ? [] : [field.also])]) {
    const value = isMap(entry.value) ? entry.value.get(known.key) : undefined;
    if (typeof value === 'number' && value > 0)
      return { milliseconds: Math.max(known.unit === 's' ? value * 1000 : value, (field?.atLeastSeconds ?? 0) * 1000), ...where };
  }
  const given = startVariable === undefined ? Number.NaN : Number(env[startVariable]);
  return { milliseconds: given > 0 ? given : startSeconds * 1000, ...where };
}
