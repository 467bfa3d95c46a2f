import type { Client } from '../client.ts';
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
  byteOrderMark: 'unknown',
  layout: servers,
  entry: { typeKey: 'type', stdio: commandArgsEnv, untypedUrl: 'dropped' },
  files: [
    {
      scope: 'project',
      at: { from: 'workspace', path: '.aider.mcp.yml' },
      write: 'create',
      startsIn: 'unknown',
      note: 'No released Aider reads this file.',
    },
  ],
  detect: [
    { kind: 'program', name: 'aider' },
    { kind: 'path', at: { from: 'home', path: '.aider.conf.yml' } },
  ],
  variables: [],
  path: 'shell',
  reload: 'Start the wrapper that reads the file again.',
  docs: 'https://github.com/Aider-AI/aider/blob/main/aider/website/docs/config/aider_conf.md',
  sources: {
    row: { at: 'https://github.com/Aider-AI/aider/tree/main/aider', read: '2026-11-22' },
  },
  unverified: ['Which wrappers and forks read a map of servers.'],
} as const satisfies Client;
