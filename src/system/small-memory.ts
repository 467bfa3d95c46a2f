import { setFlagsFromString } from 'node:v8';

/**
 * What a capture makes lives shortly, and Node would take a hundred megabytes more for a large tree, to save a hundredth of its time. For
 * a small one it is the other way round: little is saved, and collecting early takes a tenth of the time. Of V8's flags these count
 * after the start, too: by how much the space for young objects grows, and in which steps the other one. https://v8.dev/blog/trash-talk
 */
export function keepMemorySmall(isSmall: boolean): void {
  setFlagsFromString(`--semi-space-growth-factor=${isSmall ? 1 : 2}`);
  setFlagsFromString(isSmall ? '--optimize-for-size' : '--no-optimize-for-size');
}
