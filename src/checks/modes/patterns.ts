import { code, rules, violations } from '../layers/patterns.ts';
import type { Mode } from '../mode.ts';

export default {
  id: 'patterns',
  summary:
    "The project's own rules on the structure of code, violations that were reported often, and a text that is in no file yet (`code`): whether it parses, and what is dangerous in it.",
  limits: [
    'Apply rules to other languages than JavaScript, TypeScript, HTML and CSS: there is no grammar for them. Such rules are counted.',
    'Look for a promoted violation of which no report quotes the wrong code in backticks. Those are listed.',
    'Run a linter: mode quick does.',
  ],
  layers: [code, rules, violations],
} satisfies Mode;
