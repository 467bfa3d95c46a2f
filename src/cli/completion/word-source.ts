/** What is read on the machine when Tab is pressed: `snap __complete <source>`. */
export const wordSources = ['servers', 'snapshots', 'changes', 'learnings', 'tasks', 'findings', 'catalogue', 'modes', 'events'] as const;
export type WordSource = (typeof wordSources)[number];
