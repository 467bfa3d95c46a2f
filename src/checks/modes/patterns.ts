import { code, rules } from '../layers/patterns.ts';
import type { Mode } from '../mode.ts';

export default {
  id: 'patterns',
  summary:
    "The project's own rules on the structure of code, and a text that is in no file yet (`code`): whether it parses, and what is dangerous in it.",
  limits: [
    'Apply rules to other languages than JavaScript, TypeScript, HTML and CSS: there is no grammar for them. Such rules are counted.',
    'Look for violations that were reported often: assistants are told of them when a task starts. Write a rule for what a machine can find.',
    'Run a linter: mode quick does.',
  ],
  layers: [code, rules],
} satisfies Mode;
