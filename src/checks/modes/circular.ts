import { circles } from '../layers/circles.ts';
import type { Mode } from '../mode.ts';

export default {
  id: 'circular',
  summary:
    'Files that import each other in a circle: every such file, the kind and line of every import between them, and the fewest imports to remove. Only a circle that is there when the program runs is an error.',
  limits: [
    'Imports are read in JavaScript, TypeScript and the scripts of Vue, Svelte and Astro files, in no other language.',
    'A module whose name is computed when the program runs is not known.',
    'For a circle of more than 14 files the set to remove is searched; where it is not proved to be the smallest, the message says so.',
  ],
  layers: [circles],
} satisfies Mode;
