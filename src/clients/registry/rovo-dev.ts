import type { Client } from '../client.ts';
import { commandArgsEnv, mcpServers, typed } from './shapes.ts';

export default {
  id: 'rovo-dev',
  name: 'Rovo Dev CLI',
  kind: 'terminal',
  setup: 'automatic',
  format: 'json',
  tolerance: 'unknown',
  byteOrderMark: 'unknown',
  layout: mcpServers,
  entry: { ...typed, typeKey: 'transport', stdio: { type: 'stdio', ...commandArgsEnv } },
  files: [
    {
      scope: 'project',
      at: { from: 'workspace', path: '.rovodev/mcp.json' },
      write: 'create',
      startsIn: 'workspace',
      // The vendor's page, which names the person's file only.
      source: { at: 'https://support.atlassian.com/rovo/docs/connect-to-an-mcp-server-in-rovo-dev-cli/', read: '2026-11-22', by: 'others' },
      note: 'Reported by others; the vendor names the user file only.',
    },
    { scope: 'global', at: { from: 'home', path: '.rovodev/mcp.json' }, write: 'create', startsIn: 'workspace' },
  ],
  detect: [
    { kind: 'program', name: 'acli' },
    { kind: 'path', at: { from: 'home', path: '.rovodev' } },
  ],
  variables: [],
  variablesUnknown: true,
  // https://support.atlassian.com/rovo/docs/connect-to-an-mcp-server-in-rovo-dev-cli/
  switchElsewhere: 'Rovo Dev stores this in its config.yml: the list "disabledMcpServers" under "mcp".',
  path: 'shell',
  reload: 'Start Rovo Dev again.',
  docs: 'https://support.atlassian.com/rovo/docs/connect-to-an-mcp-server-in-rovo-dev-cli/',
  sources: {
    row: { at: 'https://support.atlassian.com/rovo/docs/connect-to-an-mcp-server-in-rovo-dev-cli/', read: '2026-11-22' },
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
} as const satisfies Client;
