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
  path: 'shell',
  reload: 'Rebuild the environment of the Firebase Studio workspace.',
  docs: 'https://firebase.google.com/docs/studio',
  sources: { row: { at: 'https://firebase.google.com/docs/studio', read: '2026-11-01', by: 'others' } },
  unverified: ['That the file, its form and the way to apply a change are right: they rest on reports.'],
} as const satisfies Client;
