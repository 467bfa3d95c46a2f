import { lint } from '../layers/lint.ts';
import { tests } from '../layers/tests.ts';
import { types } from '../layers/types.ts';
import type { Mode } from '../mode.ts';

export default {
  id: 'quick',
  summary: "The project's own compiler, its own linters on the files that changed or were named, and with `tests` its own tests.",
  limits: [
    'It brings no compiler and no linter: where the project has none installed, the layer is skipped with that reason.',
    'Types: the compile step of the project. Python is compiled in memory, which checks no types; mypy runs in lint where the project has it.',
    'Lint looks at named or changed files only; types at the whole program, because an edit may break another file.',
  ],
  layers: [types, lint, tests],
} satisfies Mode;
