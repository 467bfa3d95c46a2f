import type { Client } from '../client.ts';
import { plain } from './shapes.ts';

/** Which servers of a workspace the person has approved. */
const trusted = { at: [], as: 'items', list: 'amp.mcpTrustedServers', name: 'serverName', verdict: 'allow' } as const;
/** The program itself, run; no page says it. */
const program = { at: 'https://www.npmjs.com/package/@sourcegraph/amp', read: '2026-11-22' } as const;

export default {
  id: 'amp',
  name: 'Amp',
  kind: 'terminal',
  setup: 'automatic',
  format: 'json',
  // Trailing commas too, and no byte order mark: @sourcegraph/amp 0.0.1790142911 (run 2026-11-22).
  tolerance: 'comments-and-commas',
  byteOrderMark: 'rejected',
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
  // What is not set stays as it is written.
  variables: ['${NAME}'],
  // @sourcegraph/amp 0.0.1790142911 (run 2026-11-22), variables that are named like secrets too.
  inherits: 'everything',
  // "amp mcp approve" of @ampcode/cli 0.0.1790712063 writes these records, one for each content of an entry (run 2026-11-22); the setting
  // is read from the person's settings only: https://ampcode.com/manual
  approval: {
    scopes: ['project'],
    kept: [
      { ...trusted, in: { from: 'home', path: '.config/amp/settings.json' } },
      { ...trusted, in: { from: 'home', path: '.config/amp/settings.jsonc' } },
    ],
    command: 'amp mcp approve {server}',
    says: 'Then start Amp again.',
  },
  path: 'shell',
  reload: 'Start Amp again and approve the server of a workspace when it asks.',
  afterRemoval: 'Start Amp again.',
  docs: 'https://ampcode.com/manual',
  sources: {
    row: { at: 'https://ampcode.com/manual', read: '2026-11-22' },
    switches: { at: 'https://www.npmjs.com/package/@ampcode/cli', read: '2026-11-22' },
    tolerance: program,
    variables: program,
    start: program,
    limits: 'none',
    signIn: 'none',
  },
  unverified: [],
} as const satisfies Client;
