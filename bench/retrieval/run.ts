export { plainWords, wordOf } from '../../src/memory/learnings/words.ts';
export { createRanking } from '../../src/memory/learnings/ranking.ts';
export { createMiniSearch } from './opponents.ts';
export { drawPairs, pairRecall, readPairs, shapes } from './pairs.ts';
export { draw, makers, ownWords, ranks, recall, silence, silenceWithoutGold, timed } from './recall.ts';
export { changes, merges } from './same.ts';
export { halfOf, random, readCommands, readUnrelated, shuffled } from './sample.ts';
