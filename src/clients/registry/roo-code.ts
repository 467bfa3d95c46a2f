import type { Row } from '../row.ts';
import { roo } from './families/roo.ts';

export default {
  id: 'roo-code',
  name: 'Roo Code',
  kind: 'extension',
  tolerance: 'strict',
  byteOrderMark: 'rejected',
  entry: roo,
  startsIn: 'workspace',
  files: [
    {
      at: './.roo/mcp.json',
      // One entry that its schema does not accept costs all of them; of the global file only that entry, until Roo Code saves it.
      entry: { ...roo, strict: 'file' },
      workspaceVariable: '${workspaceFolder}',
    },
    {
      at: '<vscodeUser>/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json',
      workspaceVariable: '${workspaceFolder}',
      note: 'The setting roo-cline.customStoragePath moves it to <that directory>/settings/mcp_settings.json.',
    },
  ],
  detect: [{ extension: 'rooveterinaryinc.roo-cline' }, { path: './.roo' }],
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
  sources: { read: '2026-11-22', row: 'https://github.com/RooCodeInc/Roo-Code/blob/main/src/services/mcp/McpHub.ts' },
  unverified: ['Where the successor Zoo Code keeps its files; snap does not read them.'],
} as const satisfies Row;
