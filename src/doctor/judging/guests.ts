import type { EntryFacts, Setup } from '../setup.ts';

/**
 * The entries of files that belong to their client. What another client makes of a file it only looks into says little about how an
 * entry should be spelled there; where nobody who owns the file is judged, its rules are the best there are.
 */
export function* ownEntries({ entries, files }: Pick<Setup, 'entries' | 'files'>): Generator<EntryFacts> {
  for (const target of entries) {
    const { client, path, place } = target.file;
    const isGuest =
      place.write === 'never' && files.some((other) => other.client !== client && other.path === path && other.place.write !== 'never');
    if (!isGuest) yield target;
  }
}
