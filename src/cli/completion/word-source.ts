/** What is read on the machine when Tab is pressed: `snap __complete <source>`. */
export type WordSource = 'servers' | 'snapshots' | 'changes' | 'learnings' | 'tasks' | 'findings' | 'catalogue';
