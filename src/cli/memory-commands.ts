import type { CommandEntry } from './command.ts';

const memory = () => import('./commands/memory.ts');

/** The part of the list of commands about learnings, tasks and rules. */
export const memoryCommands: readonly CommandEntry[] = [
  {
    name: 'init',
    group: 'memory',
    summary: 'Store learnings in the project, for your team',
    load: async () => (await memory()).init,
  },
  {
    name: 'status',
    group: 'memory',
    summary: 'Show what snap stores about this project, and where',
    load: async () => (await memory()).status,
  },
  { name: 'task start', group: 'memory', summary: 'Start a task and show related learnings', load: async () => (await memory()).taskStart },
  {
    name: 'task end',
    group: 'memory',
    summary: 'End the task: measure its changes, save its learnings',
    load: async () => (await memory()).taskEnd,
  },
  { name: 'task list', group: 'memory', summary: 'List open tasks and the latest ended ones', load: async () => (await memory()).taskList },
  {
    name: 'task approve',
    group: 'memory',
    summary: "Allow the project's command to measure a goal",
    load: async () => (await memory()).taskApprove,
  },
  { name: 'learn', group: 'memory', summary: 'Save something you learned', load: async () => (await memory()).learn },
  { name: 'learnings list', group: 'memory', summary: 'List learnings', load: async () => (await memory()).learningsList },
  { name: 'learnings search', group: 'memory', summary: 'Search learnings by words', load: async () => (await memory()).learningsSearch },
  {
    name: 'learnings show',
    group: 'memory',
    summary: 'Show one learning: its source and how often used',
    load: async () => (await memory()).learningsShow,
  },
  {
    name: 'learnings restore',
    group: 'memory',
    summary: 'Show a withheld learning again',
    load: async () => (await memory()).learningsRestore,
  },
  {
    name: 'learnings gc',
    group: 'memory',
    summary: 'Archive old, unused and duplicate learnings',
    load: async () => (await memory()).learningsGc,
  },
  {
    name: 'learnings export',
    group: 'memory',
    summary: 'Export learnings, for another project',
    load: async () => (await memory()).learningsExport,
  },
  { name: 'learnings import', group: 'memory', summary: 'Import exported learnings', load: async () => (await memory()).learningsImport },
  { name: 'violation add', group: 'memory', summary: 'Report a broken rule', load: async () => (await memory()).violationAdd },
  { name: 'violation list', group: 'memory', summary: 'List broken rules, with counts', load: async () => (await memory()).violationList },
  {
    name: 'patterns',
    group: 'memory',
    summary: 'Search learnings and broken rules at once',
    load: async () => (await memory()).patterns,
  },
  { name: 'advise', group: 'memory', summary: 'Show advice about a task or files', load: async () => (await memory()).advise },
  { name: 'guide', group: 'memory', summary: 'Propose steps for a task', load: async () => (await memory()).guide },
  { name: 'pulse', group: 'memory', summary: 'Show how fast the project is changing', load: async () => (await memory()).pulse },
];
