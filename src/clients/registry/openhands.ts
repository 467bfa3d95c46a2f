import type { Row } from '../row.ts';
import { fastmcp } from './families/fastmcp.ts';
import { enabled } from './shapes.ts';

const source = 'https://github.com/OpenHands/OpenHands-CLI/blob/main/openhands_cli/mcp/mcp_utils.py';

export default {
  id: 'openhands',
  name: 'OpenHands CLI',
  kind: 'terminal',
  tolerance: 'strict',
  entry: { ...fastmcp, switch: enabled },
  startsIn: 'workspace',
  files: [
    {
      at: ['~/.openhands/mcp.json', '$OPENHANDS_PERSISTENCE_DIR/mcp.json'],
      note: 'Versions before 1.0 read lists in config.toml instead; snap does not read those.',
    },
  ],
  detect: [{ program: 'openhands' }, { path: ['~/.openhands', '$OPENHANDS_PERSISTENCE_DIR'] }],
  variablesUnknown: true,
  onBrokenFile: 'starts no session and names the file',
  reload: 'Start a new session of OpenHands.',
  docs: 'https://docs.openhands.dev/openhands/usage/cli/mcp-servers',
  sources: { read: '2026-11-22', row: source, start: 'none', variables: 'none' },
  unverified: ['Which variables are replaced.', 'Which directory a server starts in.'],
} as const satisfies Row;
