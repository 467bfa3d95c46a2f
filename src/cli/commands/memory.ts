/** The commands about learnings, tasks and rules, as one chunk: with them come the stores, which the others do not need. */
export { advise, context, guide, patterns, risk, violationAdd } from './asks.ts';
export { default as brief } from './brief.ts';
export { default as init } from './init.ts';
export { default as learn } from './learn.ts';
export { learningsExport, learningsGc, learningsImport } from './learnings/keeping.ts';
export { default as learningsList } from './learnings/list.ts';
export { learningsForget, learningsRestore, learningsSearch, learningsShow } from './learnings/one.ts';
export { default as pulse } from './pulse.ts';
export { default as status } from './status.ts';
export { taskEnd, taskStart } from './task/start-and-end.ts';
export { default as taskList } from './task/list.ts';
