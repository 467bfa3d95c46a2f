import type { Row } from '../row.ts';
import { plain } from './shapes.ts';

/** Which servers of a workspace the person has approved. */
const trusted = { at: [], as: 'items', list: 'amp.mcpTrustedServers', name: 'serverName', verdict: 'allow' } as const;
/** The program itself, run; no page says it. */
const program = 'https://www.npmjs.com/package/@sourcegraph/amp';

export default {
  id: 'amp',
  name: 'Amp',
  kind: 'terminal',
  // Trailing commas too, and no byte order mark: @sourcegraph/amp 0.0.1790142911 (run 2026-11-22).
  tolerance: 'comments-and-commas',
  byteOrderMark: 'rejected',
  // One key with a dot in it, not two.
  layout: { kind: 'map', at: ['amp.mcpServers'] },
  entry: plain,
  startsIn: 'workspace',
  files: [
    {
      scope: 'managed',
      at: {
        darwin: '/Library/Application Support/ampcode/managed-settings.json',
        linux: '/etc/ampcode/managed-settings.json',
        win32: '<programData>/ampcode/managed-settings.json',
      },
      write: 'never',
    },
    { at: './.amp/settings.json', note: 'Amp looks for it in the folders above too, and asks before it starts these servers.' },
    { at: './.amp/settings.jsonc', write: 'existing' },
    { at: '~/.config/amp/settings.json' },
    { at: '~/.config/amp/settings.jsonc', write: 'existing' },
    {
      at: '<vscodeUser>/settings.json',
      write: 'never',
      tolerance: 'comments-and-commas',
      note: 'The Amp extension reads the settings of VS Code.',
    },
  ],
  detect: [{ program: 'amp' }, { extension: 'sourcegraph.amp' }, { path: '~/.config/amp' }],
  // What is not set stays as it is written.
  variables: ['${NAME}'],
  // @sourcegraph/amp 0.0.1790142911 (run 2026-11-22), variables that are named like secrets too.
  inherits: 'everything',
  // "amp mcp approve" of @ampcode/cli 0.0.1790712063 writes these records, one for each content of an entry (run 2026-11-22); the setting
  // is read from the person's settings only: https://ampcode.com/manual
  approval: {
    scopes: ['project'],
    kept: [
      { ...trusted, in: '~/.config/amp/settings.json' },
      { ...trusted, in: '~/.config/amp/settings.jsonc' },
    ],
    command: 'amp mcp approve {server}',
    says: 'Then start Amp again.',
  },
  reload: 'Start Amp again and approve the server of a workspace when it asks.',
  afterRemoval: 'Start Amp again.',
  sources: {
    read: '2026-11-22',
    row: 'https://ampcode.com/manual',
    switches: 'https://www.npmjs.com/package/@ampcode/cli',
    tolerance: program,
    variables: program,
    start: program,
    limits: 'none',
    signIn: 'none',
  },
} as const satisfies Row;
