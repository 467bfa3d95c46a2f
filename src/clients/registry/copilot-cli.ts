import type { Client } from '../client.ts';
import { copilot, copilotHome } from './families/copilot.ts';
import { mcpServers } from './shapes.ts';

export default {
  id: 'copilot-cli',
  name: 'GitHub Copilot CLI',
  kind: 'terminal',
  setup: 'automatic',
  format: 'json',
  tolerance: 'unknown',
  byteOrderMark: 'unknown',
  layout: mcpServers,
  entry: { ...copilot, fields: ['tools'] },
  files: [
    { scope: 'project', at: { from: 'workspace', path: '.mcp.json' }, write: 'create', startsIn: 'workspace' },
    { scope: 'project', at: { from: 'workspace', path: '.github/mcp.json' }, write: 'existing', startsIn: 'workspace' },
    { scope: 'global', at: copilotHome, write: 'create', startsIn: 'workspace' },
  ],
  detect: [
    { kind: 'program', name: 'copilot' },
    { kind: 'path', at: { from: 'home', path: '.copilot', override: [{ env: 'COPILOT_HOME', path: '' }] } },
  ],
  variables: ['${NAME}'],
  variablesUnknown: true,
  inherits: 'basics',
  path: 'shell',
  windowsLaunchers: 'started',
  withoutDots: {
    clientNames: ['copilot', 'github-copilot', 'github copilot'],
    source: 'https://github.com/github/copilot-cli/issues/2581',
  },
  reload: 'Start a new session of GitHub Copilot CLI.',
  docs: 'https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers',
  sources: { row: { at: 'https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers', read: '2026-11-01' } },
  unverified: [
    'Whether comments and trailing commas are accepted.',
    'That an entry without "tools" offers none.',
    'That ${NAME} is replaced in env.',
    'What a url without a type means.',
  ],
} as const satisfies Client;
