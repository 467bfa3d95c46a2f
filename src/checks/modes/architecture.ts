import { architecture } from '../layers/architecture.ts';
import type { Mode } from '../mode.ts';

export default {
  id: 'architecture',
  summary: "Whether the imports keep to the project's layers, as its settings or its own dependency-cruiser say them.",
  limits: [
    'JavaScript and TypeScript only.',
    'Rules about imports that eslint applies (eslint-plugin-boundaries, `import/no-restricted-paths`, Nx) are not read: mode quick runs eslint.',
    'Without rules, imports against the usual direction are listed as advice.',
  ],
  layers: [architecture],
} satisfies Mode;
