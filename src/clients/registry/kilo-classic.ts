import type { Row } from '../row.ts';
import { roo } from './families/roo.ts';

/** The program of 7.x goes by the names "kilo" and "kilocode": "bin" of https://www.npmjs.com/package/@kilocode/cli/v/7.8.1 (read 2026-11-23). */
const successors = [{ extension: 'kilocode.kilo-code', from: 7 }, { program: 'kilo' }] as const;

export default {
  id: 'kilo-classic',
  name: 'Kilo Code (classic)',
  kind: 'extension',
  tolerance: 'strict',
  byteOrderMark: 'rejected',
  entry: roo,
  startsIn: 'workspace',
  files: [
    { at: './.kilocode/mcp.json', workspaceVariable: '${workspaceFolder}' },
    { at: '<vscodeUser>/globalStorage/kilocode.kilo-code/settings/mcp_settings.json', workspaceVariable: '${workspaceFolder}' },
    { at: '~/.kilocode/cli/global/settings/mcp_settings.json', write: 'existing', note: 'The CLI.' },
  ],
  detect: [
    // 7.0 is the first with the new configuration: https://github.com/Kilo-Org/kilocode/issues/6481 (2026-02-28), and its program 7.7.9.
    { extension: 'kilocode.kilo-code', before: 7 },
    { program: 'kilocode', unless: successors },
    { path: '~/.kilocode', unless: successors },
  ],
  variables: ['${env:NAME}', '${workspaceFolder}'],
  path: 'shell',
  inherits: 'basics',
  windowsLaunchers: 'started',
  reload: 'Nothing to do: Kilo Code watches the file.',
  limits: { toolName: 64 },
  toolPrefix: 'mcp--{server}--',
  longToolNames: 'cut',
  docs: 'https://kilo.ai/docs/automate/mcp/using-in-kilo-code',
  sources: {
    read: '2026-11-22',
    row: 'https://github.com/Kilo-Org/kilocode/blob/0fc86cec2299b333cb21da87b649003b19319ecc/src/services/mcp/McpHub.ts',
    places: 'https://kilo.ai/docs/automate/mcp/using-in-cli',
    limits: { at: 'https://kilo.ai/docs/automate/mcp/using-in-kilo-code', read: '2026-11-01' },
  },
} as const satisfies Row;
