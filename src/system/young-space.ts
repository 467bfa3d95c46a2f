import { setFlagsFromString } from 'node:v8';

/**
 * Memory for what lives shortly is not enlarged from now on. A capture makes much of it, and Node would take a hundred megabytes more for
 * a large tree, to gain nothing that could be measured. Of the flags that V8 has for it this is the one that counts after the start.
 * https://v8.dev/blog/trash-talk
 */
export function keepYoungSpaceSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
