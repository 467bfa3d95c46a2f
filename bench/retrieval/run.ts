export { createMiniSearch } from './opponents.ts';
export { drawPairs, pairRecall, readPairs, shapes } from './pairs.ts';
export { draw, makers, ownWords, ranks, recall, silence, silenceWithoutGold, timed } from './recall.ts';
export { changes, merges } from './same.ts';
export { halfOf, readCommands, readUnrelated } from './sample.ts';
