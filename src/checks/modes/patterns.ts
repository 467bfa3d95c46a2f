import { code, rules, violations } from '../layers/patterns.ts';
import type { Mode } from '../mode.ts';

export default {
  id: 'patterns',
  summary:
    "The project's own rules on the structure of code, violations that were reported often, and a text that is in no file yet (`code`): whether it parses, and what is dangerous in it.",
  limits: [
    'Rules are applied to JavaScript, TypeScript, HTML and CSS: there is no grammar for other languages. Rules for those are named, not applied.',
    'A promoted violation is looked for only where a report quotes the wrong code in backticks. The others are listed.',
    'It runs no linter: mode quick does.',
  ],
  layers: [code, rules, violations],
} satisfies Mode;
