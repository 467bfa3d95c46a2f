import type { Row } from '../row.ts';
import { commandArgsEnv, servers } from './shapes.ts';

export default {
  id: 'aider',
  name: 'Aider',
  kind: 'terminal',
  setup: 'manual',
  writtenWith: 'force',
  manualSteps:
    'Aider has no MCP client of its own: nothing in it reads a server entry. With --force snap writes .aider.mcp.yml for a wrapper that does. Never put servers into .aider.conf.yml: a key Aider does not know can stop it from starting.',
  format: 'yaml',
  tolerance: 'strict',
  layout: servers,
  entry: { typeKey: 'type', stdio: commandArgsEnv, untypedUrl: 'dropped' },
  files: [{ at: './.aider.mcp.yml', note: 'No released Aider reads this file.' }],
  detect: [{ program: 'aider' }, { path: '~/.aider.conf.yml' }],
  reload: 'Start the wrapper that reads the file again.',
  docs: 'https://github.com/Aider-AI/aider/blob/main/aider/website/docs/config/aider_conf.md',
  sources: { read: '2026-11-22', row: 'https://github.com/Aider-AI/aider/tree/main/aider' },
  unverified: ['Which wrappers and forks read a map of servers.'],
} as const satisfies Row;
