import type { Sentence } from '../system/index.ts';

/** The modes of tool check, in the order of the specification. */
export const checkModes = [
  'quick',
  'full',
  'patterns',
  'build',
  'impact',
  'circular',
  'docs',
  'learnings',
  'architecture',
  'trace',
  'security',
  'coverage',
  'orphans',
  'health',
] as const;
export type CheckMode = (typeof checkModes)[number];

/** Those that work in this version. */
export const workingModes = ['docs', 'trace', 'health'] as const satisfies readonly CheckMode[];

/** In words: `health`, or several: `quick, full or health`. */
export const workingModesText = checkModes
  .filter((mode) => mode !== 'trace' && workingModes.some((working) => working === mode))
  .join(', ')
  .replace(/, (?=[^,]*$)/, ' or ');

/** What to ask for instead of a mode that does not work. */
export const whatWorks: Sentence = [
  { model: `What works today: check with mode ${workingModesText}.`, person: 'What works today: "snap doctor" and "snap mcp validate".' },
];
