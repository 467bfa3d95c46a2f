import type { Client } from '../client.ts';
import { roo } from './families/roo.ts';
import { mcpServers } from './shapes.ts';

export default {
  id: 'roo-code',
  name: 'Roo Code',
  kind: 'extension',
  setup: 'automatic',
  format: 'json',
  tolerance: 'strict',
  byteOrderMark: 'unknown',
  layout: mcpServers,
  entry: roo,
  files: [
    {
      scope: 'project',
      at: { from: 'workspace', path: '.roo/mcp.json' },
      write: 'create',
      workspaceVariable: '${workspaceFolder}',
      startsIn: 'workspace',
    },
    {
      scope: 'global',
      at: { from: 'vscodeUser', path: 'globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json' },
      write: 'create',
      workspaceVariable: '${workspaceFolder}',
      startsIn: 'workspace',
      note: 'The setting roo-cline.customStoragePath moves it to <that directory>/settings/mcp_settings.json.',
    },
  ],
  detect: [
    { kind: 'extension', id: 'rooveterinaryinc.roo-cline' },
    { kind: 'path', at: { from: 'workspace', path: '.roo' } },
  ],
  variables: ['${env:NAME}', '${workspaceFolder}'],
  path: 'shell',
  windowsLaunchers: 'started',
  onBrokenFile: 'ignores the file',
  reload: 'Nothing to do: Roo Code watches the file.',
  limits: { toolName: 64 },
  toolPrefix: 'mcp--{server}--',
  longToolNames: 'cut',
  docs: 'https://github.com/RooCodeInc/Roo-Code',
  sources: { row: { at: 'https://github.com/RooCodeInc/Roo-Code', read: '2026-11-01' } },
  unverified: ['Where the successor Zoo Code keeps its files; snap does not read them.'],
} as const satisfies Client;
