import type { Client } from '../client.ts';
import { opencode, opencodeServers } from './families/opencode.ts';
import { mcp } from './shapes.ts';

export default {
  id: 'opencode',
  name: 'opencode',
  kind: 'terminal',
  setup: 'automatic',
  format: 'json',
  tolerance: 'comments-and-commas',
  byteOrderMark: 'read',
  layout: mcp,
  alsoReads: [{ kind: 'map', at: ['mcp', 'servers'], entry: opencodeServers }],
  entry: opencode,
  files: [
    {
      scope: 'managed',
      at: {
        darwin: { from: 'root', path: 'Library/Application Support/opencode/opencode.json' },
        linux: { from: 'root', path: 'etc/opencode/opencode.json' },
        win32: { from: 'programData', path: 'opencode/opencode.json' },
      },
      write: 'never',
      startsIn: 'workspace',
    },
    {
      scope: 'project',
      at: { from: 'workspace', path: '.opencode/opencode.jsonc' },
      write: 'existing',
      upward: 'repository',
      startsIn: 'workspace',
    },
    {
      scope: 'project',
      at: { from: 'workspace', path: '.opencode/opencode.json' },
      write: 'existing',
      upward: 'repository',
      startsIn: 'workspace',
    },
    { scope: 'project', at: { from: 'workspace', path: 'opencode.jsonc' }, write: 'existing', upward: 'repository', startsIn: 'workspace' },
    { scope: 'project', at: { from: 'workspace', path: 'opencode.json' }, write: 'create', upward: 'repository', startsIn: 'workspace' },
    {
      scope: 'global',
      at: { from: 'environment', path: '', override: [{ env: 'OPENCODE_CONFIG_DIR', path: 'opencode.jsonc' }] },
      write: 'existing',
      startsIn: 'workspace',
    },
    {
      scope: 'global',
      at: { from: 'environment', path: '', override: [{ env: 'OPENCODE_CONFIG_DIR', path: 'opencode.json' }] },
      write: 'existing',
      startsIn: 'workspace',
    },
    {
      scope: 'global',
      at: { from: 'environment', path: '', override: [{ env: 'OPENCODE_CONFIG', path: '' }] },
      write: 'existing',
      startsIn: 'workspace',
    },
    { scope: 'global', at: { from: 'xdgConfig', path: 'opencode/opencode.jsonc' }, write: 'existing', startsIn: 'workspace' },
    { scope: 'global', at: { from: 'xdgConfig', path: 'opencode/opencode.json' }, write: 'create', startsIn: 'workspace' },
  ],
  // None of the names that it reads has a dot in front; other programs write this one.
  strays: [
    { from: 'workspace', path: '.opencode.json' },
    { from: 'home', path: '.opencode.json' },
  ],
  detect: [
    { kind: 'program', name: 'opencode' },
    { kind: 'path', at: { from: 'xdgConfig', path: 'opencode' } },
  ],
  variables: ['{env:NAME}', '{file:path}'],
  inherits: 'everything',
  path: 'shell',
  reload: 'Start opencode again.',
  limits: { start: { seconds: 30, proved: '1.18.33' } },
  toolPrefix: '{server}_',
  signIn: 'Run "opencode mcp auth {server}".',
  docs: 'https://opencode.ai/docs/config/',
  sources: {
    row: { at: 'https://github.com/anomalyco/opencode/blob/dev/packages/opencode/src/config/mcp.ts', read: '2026-11-22' },
    // The managed files, the byte order mark and both layouts were seen in the program itself.
    places: { at: 'https://www.npmjs.com/package/opencode-ai/v/1.18.33', read: '2026-11-22' },
    tolerance: { at: 'https://www.npmjs.com/package/opencode-ai/v/1.18.33', read: '2026-11-22' },
    variables: { at: 'https://opencode.ai/docs/config/', read: '2026-11-01' },
    start: { at: 'https://github.com/anomalyco/opencode/blob/dev/packages/opencode/src/mcp/index.ts', read: '2026-11-22' },
    signIn: { at: 'https://opencode.ai/docs/mcp-servers/', read: '2026-11-01' },
  },
  unverified: ['Whether .agents/mcp.json and "opencode mcp approve" are released.'],
} as const satisfies Client;
