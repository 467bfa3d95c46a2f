import type { Client } from '../client.ts';
import { opencode } from './families/opencode.ts';
import { mcp } from './shapes.ts';

export default {
  id: 'kilo-code',
  name: 'Kilo Code',
  kind: 'extension',
  setup: 'automatic',
  format: 'json',
  tolerance: 'comments',
  trailingCommas: 'unknown',
  byteOrderMark: 'unknown',
  layout: mcp,
  entry: opencode,
  files: [
    { scope: 'project', at: { from: 'workspace', path: '.kilo/kilo.jsonc' }, write: 'existing', startsIn: 'workspace' },
    { scope: 'project', at: { from: 'workspace', path: '.kilo/kilo.json' }, write: 'existing', startsIn: 'workspace' },
    { scope: 'project', at: { from: 'workspace', path: 'kilo.jsonc' }, write: 'existing', startsIn: 'workspace' },
    { scope: 'project', at: { from: 'workspace', path: 'kilo.json' }, write: 'create', startsIn: 'workspace' },
    { scope: 'global', at: { from: 'xdgConfig', path: 'kilo/kilo.jsonc' }, write: 'existing', startsIn: 'workspace' },
    { scope: 'global', at: { from: 'xdgConfig', path: 'kilo/kilo.json' }, write: 'create', startsIn: 'workspace' },
  ],
  detect: [
    { kind: 'program', name: 'kilo' },
    { kind: 'path', at: { from: 'xdgConfig', path: 'kilo' } },
  ],
  variables: ['{env:NAME}'],
  path: 'shell',
  windowsLaunchers: 'needs-cmd',
  reload: 'Nothing to do: Kilo Code watches the file.',
  limits: { startSeconds: 10 },
  signIn: 'Sign in with the button beside the server in the MCP settings of Kilo Code.',
  docs: 'https://kilo.ai/docs/automate/mcp/using-in-kilo-code',
  sources: { row: { at: 'https://kilo.ai/docs/automate/mcp/using-in-kilo-code', read: '2026-11-01' } },
  unverified: [
    'Whether trailing commas are accepted.',
    'That XDG_CONFIG_HOME moves the global file.',
    'That a server starts in the project, as in opencode.',
  ],
} as const satisfies Client;
