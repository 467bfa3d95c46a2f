import type { Row } from '../row.ts';
import { fastmcp } from './families/fastmcp.ts';

const source = 'https://github.com/MoonshotAI/kimi-cli/blob/main/src/kimi_cli/cli/mcp.py';

export default {
  id: 'kimi-cli',
  name: 'Kimi CLI (old)',
  kind: 'terminal',
  tolerance: 'strict',
  byteOrderMark: 'rejected',
  entry: fastmcp,
  startsIn: 'workspace',
  files: [{ at: ['~/.kimi/mcp.json', '$KIMI_SHARE_DIR/mcp.json'], note: 'Kimi Code, its successor, reads ~/.kimi-code/mcp.json.' }],
  // Both have a program "kimi".
  detect: [{ path: ['~/.kimi', '$KIMI_SHARE_DIR'] }],
  onBrokenFile: 'refuses to start',
  reload: 'Start Kimi CLI again.',
  signIn: 'Give the entry "auth": "oauth", then run "kimi mcp auth {server}".',
  sources: { read: '2026-11-22', row: source, start: 'none' },
  unverified: ['Which directory a server starts in.', 'That no variables are replaced.'],
} as const satisfies Row;
