import type { Client } from '../client.ts';
import { devin, devinUserFile } from './families/codeium.ts';
import { mcpServers } from './shapes.ts';

const older = 'The file of versions before 3000.3; newer ones move its servers to mcp_config.json when they start.';

export default {
  id: 'devin-local',
  name: 'Devin CLI (Devin Local)',
  kind: 'terminal',
  setup: 'automatic',
  format: 'json',
  // The vendor says so of config.json.
  tolerance: 'comments',
  trailingCommas: 'unknown',
  byteOrderMark: 'unknown',
  layout: mcpServers,
  entry: devin,
  files: [
    { scope: 'local', at: { from: 'workspace', path: '.devin/mcp_config.local.json' }, write: 'create', startsIn: 'workspace' },
    {
      scope: 'local',
      at: { from: 'workspace', path: '.devin/config.local.json' },
      write: 'never',
      startsIn: 'workspace',
      note: older,
    },
    { scope: 'project', at: { from: 'workspace', path: '.devin/mcp_config.json' }, write: 'create', startsIn: 'workspace' },
    { scope: 'project', at: { from: 'workspace', path: '.devin/config.json' }, write: 'never', startsIn: 'workspace', note: older },
    { scope: 'global', at: devinUserFile, write: 'create', startsIn: 'workspace' },
    {
      scope: 'global',
      at: {
        darwin: { from: 'xdgConfig', path: 'devin/config.json' },
        linux: { from: 'xdgConfig', path: 'devin/config.json' },
        win32: { from: 'userData', path: 'devin/config.json' },
      },
      write: 'never',
      startsIn: 'workspace',
      note: older,
    },
  ],
  detect: [
    { kind: 'program', name: 'devin' },
    {
      kind: 'path',
      at: {
        darwin: { from: 'xdgConfig', path: 'devin' },
        linux: { from: 'xdgConfig', path: 'devin' },
        win32: { from: 'userData', path: 'devin' },
      },
    },
  ],
  variables: [],
  variablesUnknown: true,
  path: 'shell',
  precedence: 'unknown',
  reload: 'Start Devin again.',
  signIn: 'Run "devin mcp login {server}".',
  toolPrefix: 'mcp__{server}__',
  docs: 'https://docs.devin.ai/cli/extensibility/mcp/configuration',
  sources: {
    row: { at: 'https://docs.devin.ai/cli/extensibility/mcp/configuration', read: '2026-11-22' },
    tolerance: { at: 'https://docs.devin.ai/cli/extensibility/configuration', read: '2026-11-22' },
    limits: { at: 'https://docs.devin.ai/cli/extensibility/mcp/overview', read: '2026-11-22' },
    variables: 'none',
  },
  unverified: ['Whether trailing commas are accepted.', 'Which scope wins when two files name the same server.'],
} as const satisfies Client;
