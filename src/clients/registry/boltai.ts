import type { Client } from '../client.ts';
import { mcpServers, plain } from './shapes.ts';

export default {
  id: 'boltai',
  name: 'BoltAI',
  kind: 'desktop app',
  setup: 'automatic',
  format: 'json',
  tolerance: 'unknown',
  byteOrderMark: 'unknown',
  layout: mcpServers,
  entry: plain,
  files: [
    {
      scope: 'global',
      at: { from: 'home', path: '.boltai/mcp.json' },
      write: 'existing',
      startsIn: 'unknown',
      note: 'BoltAI makes this file when servers are edited in its settings.',
    },
  ],
  detect: [
    { kind: 'path', at: { darwin: { from: 'applications', path: 'BoltAI.app' } } },
    { kind: 'path', at: { from: 'home', path: '.boltai' } },
  ],
  variables: [],
  variablesUnknown: true,
  path: 'minimal',
  reload: 'Quit BoltAI completely and start it again.',
  docs: 'https://docs.boltai.com',
  // Looked for again on 2026-11-22: no page of the vendor names the file.
  sources: { row: { at: 'https://docs.boltai.com', read: '2026-11-01', by: 'others' } },
  unverified: ['That the file, its form and remote servers are right: they rest on reports.'],
} as const satisfies Client;
