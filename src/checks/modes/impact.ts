import { affected } from '../layers/affected.ts';
import type { Mode } from '../mode.ts';

export default {
  id: 'impact',
  summary:
    'What a change affects: the tests in which changed code may run, followed by name through imports, re-exports and namespaces; imports of what is gone; files that usually change together; and the risk, from the history and as counts.',
  limits: [
    'Compares with the last commit, whichever diff is asked for; a file that is named without a diff counts as changed as a whole.',
    'Follows JavaScript, TypeScript and the scripts of Vue, Svelte and Astro files. Of other languages only what usually changes together and how often is known.',
    'A file that a program reads or starts by its path, a module whose name is computed when the program runs, and names that only the configuration of a bundler knows are not followed.',
    'Settings of test runners are read as data: what a configuration computes is not known.',
    'Gives a level of risk only where the history of the project carries one, and no score.',
  ],
  layers: [affected],
} satisfies Mode;
