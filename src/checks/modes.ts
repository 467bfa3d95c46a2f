/** The flavours of tool check, in the order in which its schema lists them. */
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
