/** A group of facts of a row that have the same source. */
export type FactGroup = 'places' | 'entry' | 'tolerance' | 'variables' | 'start' | 'switches' | 'limits' | 'signIn';

/** Every group, and what its facts are about. */
export const factGroups: readonly { readonly group: FactGroup; readonly about: string }[] = [
  { group: 'places', about: 'which files it reads, and in which order' },
  { group: 'entry', about: 'how an entry is spelled' },
  { group: 'tolerance', about: 'which variants of JSON it accepts' },
  { group: 'variables', about: 'which variables it replaces' },
  { group: 'start', about: 'where its servers start, with which environment and PATH' },
  { group: 'switches', about: 'switches, approval and trust' },
  { group: 'limits', about: 'names, limits and time limits' },
  { group: 'signIn', about: 'how a person signs in' },
];

/** Where a group of facts was read. */
export interface Source {
  /** A page of the vendor, or its source; a package of the vendor where that is all there is. */
  readonly at: `https://${string}`;
  /** The day on which it was last read. */
  readonly read: `${number}-${number}-${number}`;
  /** It is not the vendor who says so: a report, another program's writer. Such a fact is not proved. */
  readonly by?: 'others';
}

/** The source of each group; `row` is the source of the groups that are left out. `none`: looked for, and nothing was found. */
export type Sources = { readonly row: Source } & { readonly [G in FactGroup]?: Source | 'none' };

interface Sourced {
  readonly sources: Sources;
}

/** Whether the vendor itself says what the row has in this group. */
export function isProved({ sources }: Sourced, group: FactGroup): boolean {
  return isVendors(sources[group] ?? sources.row);
}

/** Whether the vendor itself says that the client reads this place. */
export function isProvedPlace(client: Sourced, place: { readonly source?: Source }): boolean {
  return place.source === undefined ? isProved(client, 'places') : isVendors(place.source);
}

/** The day on which the last of its sources was read. */
export function lastRead({ sources }: Sourced): string {
  const days = Object.values(sources).flatMap((source) => (source === 'none' ? [] : [source.read]));
  return days.toSorted().at(-1) ?? sources.row.read;
}

function isVendors(source: Source | 'none'): boolean {
  return source !== 'none' && source.by === undefined;
}
