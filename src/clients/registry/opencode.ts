import type { Row } from '../row.ts';
import { opencode, opencodeServers } from './families/opencode.ts';
import { mcp } from './shapes.ts';

export default {
  id: 'opencode',
  name: 'opencode',
  kind: 'terminal',
  tolerance: 'comments-and-commas',
  byteOrderMark: 'read',
  layout: mcp,
  alsoReads: [{ kind: 'map', at: ['mcp', 'servers'], entry: opencodeServers }],
  entry: opencode,
  startsIn: 'workspace',
  files: [
    {
      scope: 'managed',
      at: {
        darwin: '/Library/Application Support/opencode/opencode.json',
        linux: '/etc/opencode/opencode.json',
        win32: '<programData>/opencode/opencode.json',
      },
      write: 'never',
    },
    { at: './.opencode/opencode.jsonc', write: 'existing', upward: 'repository' },
    { at: './.opencode/opencode.json', write: 'existing', upward: 'repository' },
    { at: './opencode.jsonc', write: 'existing', upward: 'repository' },
    { at: './opencode.json', upward: 'repository' },
    { at: ['$OPENCODE_CONFIG_DIR/opencode.jsonc'], write: 'existing' },
    { at: ['$OPENCODE_CONFIG_DIR/opencode.json'], write: 'existing' },
    { at: ['$OPENCODE_CONFIG'], write: 'existing' },
    { at: '<xdgConfig>/opencode/opencode.jsonc', write: 'existing' },
    { at: '<xdgConfig>/opencode/opencode.json' },
  ],
  // None of the names that it reads has a dot in front; other programs write this one.
  strays: ['./.opencode.json', '~/.opencode.json'],
  detect: [{ program: 'opencode' }, { path: '<xdgConfig>/opencode' }],
  variables: ['{env:NAME}', '{file:path}'],
  inherits: 'everything',
  reload: 'Start opencode again.',
  limits: { start: { seconds: 30, proved: '1.18.33' } },
  toolPrefix: '{server}_',
  signIn: 'Run "opencode mcp auth {server}".',
  docs: 'https://opencode.ai/docs/config/',
  sources: {
    read: '2026-11-22',
    row: 'https://github.com/anomalyco/opencode/blob/dev/packages/opencode/src/config/mcp.ts',
    // The managed files, the byte order mark and both layouts were seen in the program itself.
    places: 'https://www.npmjs.com/package/opencode-ai/v/1.18.33',
    tolerance: 'https://www.npmjs.com/package/opencode-ai/v/1.18.33',
    variables: { at: 'https://opencode.ai/docs/config/', read: '2026-11-01' },
    start: 'https://github.com/anomalyco/opencode/blob/dev/packages/opencode/src/mcp/index.ts',
    signIn: { at: 'https://opencode.ai/docs/mcp-servers/', read: '2026-11-01' },
  },
  unverified: ['Whether .agents/mcp.json and "opencode mcp approve" are released.'],
} as const satisfies Row;
