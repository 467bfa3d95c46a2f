import type { Client } from '../client.ts';
import type { EntryForm } from '../entry-form.ts';
import { disabled, mcpServers, typed } from './shapes.ts';

/** What is not in the documentation was read in the program and run. */
const program = { at: 'https://www.npmjs.com/package/@augmentcode/auggie/v/0.36.0', read: '2026-11-22' } as const;

const entry: EntryForm = {
  ...typed,
  // It never tries SSE for an address without a type; its own command writes the type as well.
  untypedUrl: 'http',
  // One wrong type, and it ignores all servers of the file.
  strict: 'file',
  envTakes: ['number', 'null'],
  fields: ['name', 'title', 'clientId'],
  switch: disabled,
};

export default {
  id: 'augment',
  name: 'Augment',
  kind: 'terminal',
  setup: 'automatic',
  format: 'json',
  tolerance: 'comments-and-commas',
  byteOrderMark: 'rejected',
  layout: mcpServers,
  entry,
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
  // A header is sent as it is written.
  variables: ['${NAME}', '${NAME:-default}'],
  variablesOnlyIn: ['command', 'argument', 'variable'],
  startsBy: 'unquoted-line',
  expandsTilde: true,
  inherits: 'basics',
  path: 'shell',
  reload: 'Start Auggie again.',
  docs: 'https://docs.augmentcode.com/cli/config',
  sources: {
    row: { at: 'https://docs.augmentcode.com/cli/config', read: '2026-11-01' },
    entry: program,
    tolerance: program,
    variables: program,
    start: program,
    switches: program,
  },
  unverified: ['How the list augment.advanced.mcpServers in the settings of VS Code is used; snap does not read it.'],
} as const satisfies Client;
