import type { Row } from '../row.ts';
import { plain } from './shapes.ts';

export default {
  id: 'boltai',
  name: 'BoltAI',
  kind: 'desktop app',
  entry: plain,
  files: [{ at: '~/.boltai/mcp.json', write: 'existing', note: 'BoltAI makes this file when servers are edited in its settings.' }],
  detect: [{ path: { darwin: '<applications>/BoltAI.app' } }, { path: '~/.boltai' }],
  variablesUnknown: true,
  reload: 'Quit BoltAI completely and start it again.',
  docs: 'https://docs.boltai.com',
  // Looked for again on 2026-11-22: no page of the vendor names the file.
  sources: { read: '2026-11-01', row: { at: 'https://docs.boltai.com', by: 'others' } },
  unverified: ['That the file, its form and remote servers are right: they rest on reports.'],
} as const satisfies Row;
