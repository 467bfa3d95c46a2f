import type { Client } from '../client.ts';
import { opencode } from './families/opencode.ts';
import { mcp } from './shapes.ts';

export default {
  id: 'opencode',
  name: 'opencode',
  kind: 'terminal',
  setup: 'automatic',
  format: 'json',
  tolerance: 'comments-and-commas',
  byteOrderMark: 'unknown',
  layout: mcp,
  alsoReads: [{ kind: 'map', at: ['mcp', 'servers'] }],
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
      startsIn: 'workspace',
    },
    { scope: 'project', at: { from: 'workspace', path: '.opencode/opencode.json' }, write: 'existing', startsIn: 'workspace' },
    { scope: 'project', at: { from: 'workspace', path: 'opencode.jsonc' }, write: 'existing', startsIn: 'workspace' },
    { scope: 'project', at: { from: 'workspace', path: 'opencode.json' }, write: 'create', startsIn: 'workspace' },
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
  detect: [
    { kind: 'program', name: 'opencode' },
    { kind: 'path', at: { from: 'xdgConfig', path: 'opencode' } },
  ],
  variables: ['{env:NAME}', '{file:path}'],
  path: 'shell',
  reload: 'Start opencode again.',
  limits: { startSeconds: 5 },
  signIn: 'Run "opencode mcp auth {server}".',
  docs: 'https://opencode.ai/docs/config/',
  sources: { row: { at: 'https://opencode.ai/docs/config/', read: '2026-11-01' } },
  unverified: ['Whether .agents/mcp.json and "opencode mcp approve" are released.', 'Where the managed files are on Linux and Windows.'],
} as const satisfies Client;
