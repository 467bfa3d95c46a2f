import type { Row } from '../row.ts';
import type { EntryForm } from '../entry-form.ts';
import { disabled, typed } from './shapes.ts';

/** What is not in the documentation was read in the program and run. */
const program = 'https://www.npmjs.com/package/@augmentcode/auggie/v/0.36.0';

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
  tolerance: 'comments-and-commas',
  byteOrderMark: 'rejected',
  entry,
  startsIn: 'workspace',
  files: [{ scope: 'local', at: './.augment/settings.local.json' }, { at: './.augment/settings.json' }, { at: '~/.augment/settings.json' }],
  detect: [{ program: 'auggie' }, { extension: 'augment.vscode-augment' }, { path: '~/.augment' }],
  // A header is sent as it is written.
  variables: ['${NAME}', '${NAME:-default}'],
  variablesOnlyIn: ['command', 'argument', 'variable'],
  startsBy: 'unquoted-line',
  expandsTilde: true,
  inherits: 'basics',
  reload: 'Start Auggie again.',
  docs: 'https://docs.augmentcode.com/cli/config',
  sources: {
    read: '2026-11-22',
    row: { at: 'https://docs.augmentcode.com/cli/config', read: '2026-11-01' },
    entry: program,
    tolerance: program,
    variables: program,
    start: program,
    switches: program,
  },
  unverified: ['How the list augment.advanced.mcpServers in the settings of VS Code is used; snap does not read it.'],
} as const satisfies Row;
