import type { EntryFacts, Setup } from '../../setup.ts';
import { memoize } from '../memoize.ts';

/**
 * The entries of files that belong to their client. The rules of a client that only reads the file do not apply to how entries are
 * written there, unless no owner of the file is judged.
 */
export function ownEntries({ entries, files }: Pick<Setup, 'entries' | 'files'>): readonly EntryFacts[] {
  return entriesOfOwners(entries)(files);
}

const entriesOfOwners = memoize((entries: Setup['entries']) =>
  memoize((files: Setup['files']): readonly EntryFacts[] => {
    const owners = new Map<string, Set<string>>();
    for (const { client, path, place } of files) {
      if (place.write !== 'never') owners.set(path, (owners.get(path) ?? new Set()).add(client.id));
    }
    return entries.filter(({ file: { client, path, place } }) => {
      const isGuest = place.write === 'never' && [...(owners.get(path) ?? [])].some((id) => id !== client.id);
      return !isGuest;
    });
  }),
);
