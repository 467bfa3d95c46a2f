// The one place that names what the extension takes from the core. Every door is loaded when it is needed: what starts with the editor
// loads none of them.

export type { System, WritableSystem } from '../../../src/system/index.ts';

export const core = {
  system: () => import('../../../src/system/node.ts'),
};
