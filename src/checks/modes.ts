/**
 * The modes of tool check, in the order in which its schema lists them. To make one work: its name here and in {@link workingModes}, a file
 * such as health.ts that does the work, and a case in run-check.ts.
 */
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

/** The modes that work in this version, as error messages name them. */
const workingModes: readonly CheckMode[] = ['health'];
/** `health`, or several: `health or build`. */
export const workingModesText = workingModes.join(' or ');
