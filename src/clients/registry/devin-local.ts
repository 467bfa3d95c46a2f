import type { Row } from '../row.ts';
import { devin, devinUserFile } from './families/codeium.ts';

const older = 'The file of versions before 3000.3; newer ones move its servers to mcp_config.json when they start.';

export default {
  id: 'devin-local',
  name: 'Devin CLI (Devin Local)',
  kind: 'terminal',
  // The vendor says so of config.json.
  tolerance: 'comments',
  trailingCommas: 'unknown',
  entry: devin,
  startsIn: 'workspace',
  files: [
    { scope: 'local', at: './.devin/mcp_config.local.json' },
    { scope: 'local', at: './.devin/config.local.json', write: 'never', note: older },
    { at: './.devin/mcp_config.json' },
    { at: './.devin/config.json', write: 'never', note: older },
    { at: devinUserFile },
    {
      at: { darwin: '<xdgConfig>/devin/config.json', linux: '<xdgConfig>/devin/config.json', win32: '<userData>/devin/config.json' },
      write: 'never',
      note: older,
    },
  ],
  detect: [{ program: 'devin' }, { path: { darwin: '<xdgConfig>/devin', linux: '<xdgConfig>/devin', win32: '<userData>/devin' } }],
  variablesUnknown: true,
  precedence: 'unknown',
  reload: 'Start Devin again.',
  signIn: 'Run "devin mcp login {server}".',
  toolPrefix: 'mcp__{server}__',
  sources: {
    read: '2026-11-22',
    row: 'https://docs.devin.ai/cli/extensibility/mcp/configuration',
    tolerance: 'https://docs.devin.ai/cli/extensibility/configuration',
    limits: 'https://docs.devin.ai/cli/extensibility/mcp/overview',
    variables: 'none',
  },
  unverified: ['Whether trailing commas are accepted.', 'Which scope wins when two files name the same server.'],
} as const satisfies Row;
