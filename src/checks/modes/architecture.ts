import { architecture } from '../layers/architecture.ts';
import type { Mode } from '../mode.ts';

export default {
  id: 'architecture',
  summary: "Whether the imports keep to the project's own rules about layers.",
  limits: [
    'JavaScript and TypeScript only.',
    'Configuration in JavaScript is read, not run: what it computes is not judged, and the report says so.',
    'Rules about licences, folders and stability of modules are not judged, and the report names them.',
    'Without rules, imports against the usual direction are listed as advice.',
  ],
  layers: [architecture],
} satisfies Mode;
