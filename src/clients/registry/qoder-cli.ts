import type { Client } from '../client.ts';
import { mcpServers, typed } from './shapes.ts';

/** https://docs.qoder.com/cli/mcp-servers */
const page = { at: 'https://docs.qoder.com/cli/mcp-servers', read: '2026-11-22' } as const;

export default {
  id: 'qoder-cli',
  name: 'Qoder CLI',
  kind: 'terminal',
  setup: 'automatic',
  format: 'json',
  tolerance: 'unknown',
  byteOrderMark: 'unknown',
  layout: mcpServers,
  entry: {
    ...typed,
    reads: { http: ['streamable-http'] },
    unsure: ['untyped'],
    fields: ['timeout', 'description', 'tcp'],
    timeout: { key: 'timeout', unit: 'ms' },
  },
  files: [
    {
      scope: 'local',
      at: { from: 'workspace', path: '.qoder/settings.local.json' },
      write: 'create',
      startsIn: 'workspace',
      note: 'For this workspace and this user only; "qodercli mcp add" writes here unless a scope is given.',
    },
    {
      scope: 'project',
      at: { from: 'workspace', path: '.mcp.json' },
      write: 'create',
      startsIn: 'workspace',
      note: 'Shared with Claude Code and GitHub Copilot CLI.',
    },
    { scope: 'global', at: { from: 'home', path: '.qoder/settings.json' }, write: 'create', startsIn: 'workspace' },
  ],
  detect: [
    { kind: 'program', name: 'qodercli' },
    // The directory alone proves nothing: Qoder, the editor, makes it too.
    { kind: 'path', at: { from: 'home', path: '.qoder/settings.json' } },
  ],
  variables: [],
  variablesUnknown: true,
  path: 'shell',
  reload: 'Type "/mcp reload" in Qoder CLI, or start it again.',
  toolPrefix: 'mcp__{server}__',
  docs: page.at,
  sources: {
    row: page,
    entry: { at: 'https://docs.qoder.com/cli/mcp-reference', read: '2026-11-22' },
    limits: { at: 'https://docs.qoder.com/cli/mcp-reference', read: '2026-11-22' },
    tolerance: 'none',
    variables: 'none',
  },
  unverified: [
    'Whether comments and trailing commas are accepted.',
    'What a url without a type means.',
    'Which variables are replaced.',
    'That the local file wins over the file of the project.',
    'Whether a server of .mcp.json has to be approved first; the program (1.1.52) contains a dialog for that.',
  ],
} as const satisfies Client;
