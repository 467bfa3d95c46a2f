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
  secondHand: true,
  path: 'shell',
  reload: 'Rebuild the environment of the Firebase Studio workspace.',
  docs: 'https://firebase.google.com/docs/studio',
  checked: '2026-11-01',
  unverified: ['That the file, its form and the way to apply a change are right: they rest on reports.'],
} as const satisfies Client;
