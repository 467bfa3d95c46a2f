export { commitAll, growTree, mutate } from '../../test/support/grown-tree.ts';
export { playAll } from './hostile.ts';
export { opponents } from './opponents.ts';
export { rooExcludes } from './opponents/roo-excludes.ts';
