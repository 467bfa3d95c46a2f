import type { Row } from '../row.ts';
import { typed } from './shapes.ts';

/** https://docs.qoder.com/cli/mcp-servers */
const page = 'https://docs.qoder.com/cli/mcp-servers';

export default {
  id: 'qoder-cli',
  name: 'Qoder CLI',
  kind: 'terminal',
  entry: {
    ...typed,
    reads: { http: ['streamable-http'] },
    unsure: ['untyped'],
    fields: ['timeout', 'description', 'tcp'],
    timeout: { key: 'timeout', unit: 'ms' },
  },
  startsIn: 'workspace',
  files: [
    {
      scope: 'local',
      at: './.qoder/settings.local.json',
      note: 'For this workspace and this user only; "qodercli mcp add" writes here unless a scope is given.',
    },
    { at: './.mcp.json', note: 'Shared with Claude Code and GitHub Copilot CLI.' },
    { at: '~/.qoder/settings.json' },
  ],
  detect: [
    { program: 'qodercli' },
    // The directory alone proves nothing: Qoder, the editor, makes it too.
    { path: '~/.qoder/settings.json' },
  ],
  variablesUnknown: true,
  reload: 'Type "/mcp reload" in Qoder CLI, or start it again.',
  toolPrefix: 'mcp__{server}__',
  sources: {
    read: '2026-11-22',
    row: page,
    entry: 'https://docs.qoder.com/cli/mcp-reference',
    limits: 'https://docs.qoder.com/cli/mcp-reference',
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
} as const satisfies Row;
