import type { Client } from '../client.ts';
import { plain } from './shapes.ts';

export default {
  id: 'amp',
  name: 'Amp',
  kind: 'terminal',
  setup: 'automatic',
  format: 'json',
  tolerance: 'comments',
  trailingCommas: 'unknown',
  byteOrderMark: 'unknown',
  // One key with a dot in it, not two.
  layout: { kind: 'map', at: ['amp.mcpServers'] },
  entry: plain,
  files: [
    {
      scope: 'managed',
      at: {
        darwin: { from: 'root', path: 'Library/Application Support/ampcode/managed-settings.json' },
        linux: { from: 'root', path: 'etc/ampcode/managed-settings.json' },
        win32: { from: 'programData', path: 'ampcode/managed-settings.json' },
      },
      write: 'never',
      startsIn: 'workspace',
    },
    {
      scope: 'project',
      at: { from: 'workspace', path: '.amp/settings.json' },
      write: 'create',
      startsIn: 'workspace',
      note: 'Amp looks for it in the folders above too, and asks before it starts these servers.',
    },
    { scope: 'project', at: { from: 'workspace', path: '.amp/settings.jsonc' }, write: 'existing', startsIn: 'workspace' },
    { scope: 'global', at: { from: 'home', path: '.config/amp/settings.json' }, write: 'create', startsIn: 'workspace' },
    { scope: 'global', at: { from: 'home', path: '.config/amp/settings.jsonc' }, write: 'existing', startsIn: 'workspace' },
    {
      scope: 'global',
      at: { from: 'vscodeUser', path: 'settings.json' },
      write: 'never',
      tolerance: 'comments-and-commas',
      startsIn: 'workspace',
      note: 'The Amp extension reads the settings of VS Code.',
    },
  ],
  detect: [
    { kind: 'program', name: 'amp' },
    { kind: 'extension', id: 'sourcegraph.amp' },
    { kind: 'path', at: { from: 'home', path: '.config/amp' } },
  ],
  variables: ['${NAME}'],
  path: 'shell',
  reload: 'Start Amp again and approve the server of a workspace when it asks.',
  docs: 'https://ampcode.com/manual',
  sources: { row: { at: 'https://ampcode.com/manual', read: '2026-11-01' } },
  unverified: [
    'Whether trailing commas are accepted.',
    'Which command approves a server.',
    'That the id of the VS Code extension is sourcegraph.amp.',
  ],
} as const satisfies Client;
