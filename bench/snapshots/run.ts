export { commitAll, growTree, mutate } from '../../test/support/trees.ts';
export { playAll } from './hostile.ts';
export { opponents } from './opponents.ts';
export { rooExcludes } from './opponents/roo-excludes.ts';
