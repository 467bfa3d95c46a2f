import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { RankedDocument } from '../../src/memory/learnings/ranking.ts';
import type { Searchable } from './recall.ts';
import { random, shuffled } from './sample.ts';

/** A question, and a learning that answers it in other words. */
export interface Pair {
  readonly question: string;
  readonly learning: string;
  readonly language: string;
  /** What is to be done; may be empty. */
  readonly action: string;
}

export interface PairSet {
  readonly name: string;
  readonly pairs: readonly Pair[];
}

/**
 * As `snap_learn` saves it, the learning is the trigger. As `snap_end` saves it, the trigger is the text of a task that says nothing about the
 * learning, which is the action.
 */
export const shapes = ['snap_learn', 'snap_end'] as const;
export type Shape = (typeof shapes)[number];

export interface PairDraw {
  readonly documents: readonly RankedDocument[];
  readonly asked: readonly { readonly id: string; readonly question: string }[];
}

/** One pair a line: question, learning, and optionally language and action, separated by tabs. */
export function readPairs(file: string): PairSet {
  const pairs = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.replace(/\r$/, '').split('\t'))
    .map(([question = '', learning = '', language = '', action = '']) => ({ question, learning, language, action }))
    .filter(({ question, learning }) => question.trim() !== '' && learning.trim() !== '');
  return { name: basename(file).replace(/\.tsv$/, ''), pairs };
}

/** @param tasks texts of other tasks, for the shape `snap_end`. */
export function drawPairs(
  { pairs }: PairSet,
  { shape, size, seed, tasks }: { readonly shape: Shape; readonly size: number; readonly seed: number; readonly tasks: readonly string[] },
): PairDraw {
  const next = random(seed);
  const chosen = shuffled(pairs, next).slice(0, size);
  const others = shuffled(tasks, next);
  const documents = chosen.map(({ learning, action }, i) => ({
    id: `learn_${i}`,
    trigger: shape === 'snap_learn' ? learning : (others[i % others.length] ?? ''),
    action: shape === 'snap_learn' ? action : learning,
    files: [],
    weight: 1,
    isStale: false,
  }));
  return { documents, asked: chosen.map(({ question }, i) => ({ id: `learn_${i}`, question })) };
}

/** Per cent of the questions whose learning was among the first 1, 3 and 5. */
export function pairRecall(store: Searchable, { asked }: PairDraw): readonly number[] {
  const places = asked.map(({ id, question }) => store.search({ text: question, files: [] }, 5).findIndex((found) => found.id === id));
  return [1, 3, 5].map((rank) => (100 * places.filter((place) => place >= 0 && place < rank).length) / asked.length);
}
