import type { Client } from '../client.ts';
import { mcpServers, plain } from './shapes.ts';

export default {
  id: 'firebase-studio',
  name: 'Firebase Studio',
  kind: 'editor',
  setup: 'automatic',
  format: 'json',
  tolerance: 'unknown',
  byteOrderMark: 'unknown',
  layout: mcpServers,
  entry: plain,
  files: [{ scope: 'project', at: { from: 'workspace', path: '.idx/mcp.json' }, write: 'create', startsIn: 'unknown' }],
  detect: [{ kind: 'path', at: { from: 'workspace', path: '.idx' } }],
  variables: [],
  variablesUnknown: true,
  environmentFiles: [{ at: { from: 'workspace', path: '.env' }, as: 'lines' }],
  path: 'shell',
  reload: 'Rebuild the environment of the Firebase Studio workspace.',
  docs: 'https://firebase.google.com/docs/studio/mcp-servers',
  sources: {
    row: { at: 'https://firebase.google.com/docs/studio/mcp-servers', read: '2026-11-22' },
    tolerance: 'none',
    start: 'none',
    limits: 'none',
  },
  unverified: [
    'Whether comments and trailing commas are accepted.',
    'Which variables are replaced.',
    'Which directory a server starts in.',
  ],
} as const satisfies Client;
