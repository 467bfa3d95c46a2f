import type { Client } from '../client.ts';
import { mcpServers, plain } from './shapes.ts';

export default {
  id: 'augment',
  name: 'Augment',
  kind: 'terminal',
  setup: 'automatic',
  format: 'json',
  tolerance: 'unknown',
  byteOrderMark: 'unknown',
  layout: mcpServers,
  entry: plain,
  files: [
    { scope: 'local', at: { from: 'workspace', path: '.augment/settings.local.json' }, write: 'create', startsIn: 'workspace' },
    { scope: 'project', at: { from: 'workspace', path: '.augment/settings.json' }, write: 'create', startsIn: 'workspace' },
    { scope: 'global', at: { from: 'home', path: '.augment/settings.json' }, write: 'create', startsIn: 'workspace' },
  ],
  detect: [
    { kind: 'program', name: 'auggie' },
    { kind: 'extension', id: 'augment.vscode-augment' },
    { kind: 'path', at: { from: 'home', path: '.augment' } },
  ],
  variables: [],
  variablesUnknown: true,
  path: 'shell',
  reload: 'Start Auggie again.',
  docs: 'https://docs.augmentcode.com/cli/config',
  sources: {
    row: { at: 'https://docs.augmentcode.com/cli/integrations', read: '2026-11-22' },
    places: { at: 'https://docs.augmentcode.com/cli/config', read: '2026-11-01' },
    tolerance: 'none',
    start: 'none',
    limits: 'none',
  },
  unverified: [
    'Whether comments and trailing commas are accepted.',
    'Which variables are replaced.',
    'How the list augment.advanced.mcpServers in the settings of VS Code is used; snap does not read it.',
  ],
} as const satisfies Client;
