import type { Row } from '../row.ts';
import { plain } from './shapes.ts';

export default {
  id: 'firebase-studio',
  name: 'Firebase Studio',
  kind: 'editor',
  entry: plain,
  files: [{ at: './.idx/mcp.json' }],
  detect: [{ path: './.idx' }],
  variablesUnknown: true,
  environmentFiles: [{ at: './.env', as: 'lines' }],
  path: 'shell',
  reload: 'Rebuild the environment of the Firebase Studio workspace.',
  sources: {
    read: '2026-11-22',
    row: 'https://firebase.google.com/docs/studio/mcp-servers',
    tolerance: 'none',
    start: 'none',
    limits: 'none',
  },
  unverified: [
    'Whether comments and trailing commas are accepted.',
    'Which variables are replaced.',
    'Which directory a server starts in.',
  ],
} as const satisfies Row;
