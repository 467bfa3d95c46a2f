import type { RankedDocument } from '../../src/memory/learnings/ranking.ts';
import type { Searchable } from './recall.ts';

/** What is used of minisearch: it is installed with the benches only. */
export type MiniSearch = new (options: { readonly fields: readonly string[] }) => {
  addAll(documents: readonly { readonly id: string; readonly trigger: string; readonly action: string }[]): void;
  search(text: string, options: object): readonly { readonly id: unknown }[];
};

/** minisearch as it is, and with the prefixes and the fuzziness of its documentation. https://lucaong.github.io/minisearch/ */
export function createMiniSearch(
  library: MiniSearch,
  documents: readonly RankedDocument[],
  options: { readonly prefix?: boolean; readonly fuzzy?: number } = {},
): Searchable {
  const index = new library({ fields: ['trigger', 'action'] });
  index.addAll(documents.map(({ id, trigger, action }) => ({ id, trigger, action })));
  return {
    search: ({ text }, most) =>
      index
        .search(text, options)
        .slice(0, most)
        .map(({ id }) => ({ id: String(id) })),
  };
}
