import { lint } from '../layers/lint.ts';
import { types } from '../layers/types.ts';
import type { Mode } from '../mode.ts';

export default {
  id: 'quick',
  summary: "The project's own compiler, and its own linter on the files that changed or were named.",
  layers: [types, lint],
} satisfies Mode;
