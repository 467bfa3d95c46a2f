import type { Row } from '../row.ts';
import { commandArgsEnv, typed } from './shapes.ts';

export default {
  id: 'rovo-dev',
  name: 'Rovo Dev CLI',
  kind: 'terminal',
  entry: { ...typed, typeKey: 'transport', stdio: { type: 'stdio', ...commandArgsEnv } },
  startsIn: 'workspace',
  files: [
    {
      at: './.rovodev/mcp.json',
      // The vendor's page, which names the person's file only.
      source: { at: 'https://support.atlassian.com/rovo/docs/connect-to-an-mcp-server-in-rovo-dev-cli/', by: 'others' },
      note: 'Reported by others; the vendor names the user file only.',
    },
    { at: '~/.rovodev/mcp.json' },
  ],
  detect: [{ program: 'acli' }, { path: '~/.rovodev' }],
  variablesUnknown: true,
  // https://support.atlassian.com/rovo/docs/connect-to-an-mcp-server-in-rovo-dev-cli/
  switchElsewhere: 'Rovo Dev stores this in its config.yml: the list "disabledMcpServers" under "mcp".',
  reload: 'Start Rovo Dev again.',
  sources: {
    read: '2026-11-22',
    row: 'https://support.atlassian.com/rovo/docs/connect-to-an-mcp-server-in-rovo-dev-cli/',
    tolerance: 'none',
    variables: 'none',
    start: 'none',
    limits: 'none',
  },
  unverified: [
    'That .rovodev/mcp.json of a project is read.',
    'Whether comments and trailing commas are accepted.',
    'What a url without "transport" means.',
    'That a server starts in the project.',
  ],
} as const satisfies Row;
