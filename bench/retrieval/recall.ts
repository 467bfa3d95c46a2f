import { createRanking, type RankedDocument, type RankingQuery } from '../../src/memory/learnings/ranking.ts';
import { createBaseline } from './baseline.ts';
import { type Command, random, shuffled } from './sample.ts';

export const ranks = [1, 3, 5, 10] as const;
/** Per cent of the queries whose learning was among the first 1, 3, 5 and 10. */
export type Recall = readonly number[];

export interface Searchable {
  search(query: RankingQuery, most: number): readonly { readonly id: string }[];
}

interface Asked {
  readonly id: string;
  readonly stored: string;
  readonly other: string | undefined;
}

/** A store: one wording of each command is the trigger, the command the action. Another wording is the query. */
export interface Draw {
  readonly documents: readonly RankedDocument[];
  readonly asked: readonly Asked[];
}

export function draw(commands: readonly Command[], size: number, queries: number, seed: number): Draw {
  const next = random(seed);
  const chosen = shuffled(commands, next)
    .slice(0, size)
    .map(({ command, wordings }, i) => ({ command, id: `learn_${i}`, wordings: shuffled(wordings, next) }));
  const documents = chosen.map(({ command, id, wordings: [trigger = ''] }) => {
    return { id, trigger, action: command, files: [], weight: 1, isStale: false };
  });
  const asked = chosen.map(({ id, wordings: [stored = '', other] }) => ({ id, stored, other })).filter(({ other }) => other !== undefined);
  return { documents, asked: shuffled(asked, next).slice(0, queries) };
}

export const makers: Readonly<Record<string, (documents: readonly RankedDocument[]) => Searchable>> = {
  'BM25, stemmer, stop words': createBaseline,
  snap: (documents) => createRanking(documents),
  'snap without its cut-off': (documents) => createRanking(documents, { keepsIrrelevant: true }),
};

export function recall(store: Searchable, asked: readonly Asked[]): Recall {
  return shares(asked, ({ id, other }) => store.search({ text: other ?? '', files: [] }, 10).findIndex((found) => found.id === id));
}

/** Asked with the words it was saved with; another learning with the very same trigger is as right, unless `isStrict`. */
export function ownWords(store: Searchable, { documents, asked }: Draw, isStrict = false): Recall {
  const triggers = new Map(documents.map(({ id, trigger }) => [id, trigger]));
  if (isStrict)
    return shares(asked, ({ id, stored }) => store.search({ text: stored, files: [] }, 10).findIndex((found) => found.id === id));
  return shares(asked, ({ stored }) =>
    store.search({ text: stored, files: [] }, 10).findIndex(({ id }) => triggers.get(id)?.toLowerCase() === stored.toLowerCase()),
  );
}

/** Per cent of the texts that find nothing. */
export function silence(store: Searchable, texts: readonly string[]): number {
  return (100 * texts.filter((text) => store.search({ text, files: [] }, 3).length === 0).length) / texts.length;
}

/** Of queries whose own learning was never saved, in a store of their own kind. */
export function silenceWithoutGold({ documents, asked }: Draw): number {
  const ids = new Set(asked.map(({ id }) => id));
  const store = createRanking(documents.filter(({ id }) => !ids.has(id)));
  return silence(
    store,
    asked.map(({ other }) => other ?? ''),
  );
}

function shares(asked: readonly Asked[], rankOf: (one: Asked) => number): Recall {
  const places = asked.map(rankOf);
  return ranks.map((rank) => (100 * places.filter((place) => place >= 0 && place < rank).length) / asked.length);
}

/** Milliseconds to build the index and for each query; the least of three, for what else the machine does is not ours. */
export function timed({ documents, asked }: Draw) {
  let began = performance.now();
  const store = createRanking(documents);
  const build = performance.now() - began;
  const queries = asked.map(({ other }) => {
    const runs = [0, 1, 2].map(() => {
      began = performance.now();
      store.search({ text: other ?? '', files: [] }, 3);
      return performance.now() - began;
    });
    return Math.min(...runs);
  });
  return { build, queries };
}
