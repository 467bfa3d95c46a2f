import type { EngineMaker } from './engine.ts';

/** The engine that does nothing: a case it passes asks for nothing. */
export const idleEngine: EngineMaker = {
  name: 'nothing',
  isStrict: false,
  open: async () => ({
    take: async () => 'nothing',
    restore: async () => undefined,
    undo: async () => true,
    diesMidway: () => undefined,
    close: () => undefined,
  }),
};
