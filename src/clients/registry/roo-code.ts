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
  byteOrderMark: 'rejected',
  layout: mcpServers,
  entry: roo,
  files: [
    {
      scope: 'project',
      at: { from: 'workspace', path: '.roo/mcp.json' },
      write: 'create',
      // One entry that its schema does not accept costs all of them; of the global file only that entry, until Roo Code saves it.
      entry: { ...roo, strict: 'file' },
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
  // getDefaultEnvironment() of the SDK
  inherits: 'basics',
  path: 'shell',
  windowsLaunchers: 'started',
  onBrokenFile: 'ignores the file',
  reload: 'Nothing to do: Roo Code watches the file.',
  // client.connect without a time limit of its own: the SDK's.
  limits: { toolName: 64, start: { seconds: 60 } },
  toolPrefix: 'mcp--{server}--',
  longToolNames: 'cut',
  docs: 'https://github.com/RooCodeInc/Roo-Code',
  // 2026-04-14, cb83656. The repository is archived.
  sources: { row: { at: 'https://github.com/RooCodeInc/Roo-Code/blob/main/src/services/mcp/McpHub.ts', read: '2026-11-22' } },
  unverified: ['Where the successor Zoo Code keeps its files; snap does not read them.'],
} as const satisfies Client;
