import { setFlagsFromString } from 'node:v8';

/**
 * What a capture makes lives shortly, and Node would take tens of megabytes more for it, a hundred for a large tree, to gain nothing that
 * could be measured. Of V8's flags these count after the start, too: the space for young objects grows no further, and for a large tree
 * the other one in small steps only, which costs a small tree more than it saves. https://v8.dev/blog/trash-talk
 */
export function keepMemorySmall(isLarge: boolean): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString(isLarge ? '--optimize-for-size' : '--no-optimize-for-size');
}
