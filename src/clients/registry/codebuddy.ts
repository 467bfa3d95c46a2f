import type { Row } from '../row.ts';
import { typed } from './shapes.ts';

export default {
  id: 'codebuddy',
  name: 'CodeBuddy CLI',
  kind: 'terminal',
  entry: { ...typed, unsure: ['untyped'] },
  startsIn: 'workspace',
  files: [
    {
      scope: 'local',
      at: '~/.codebuddy.json',
      layout: { kind: 'map', at: ['projects', { key: 'workspace' }, 'mcpServers'] },
      note: 'For this workspace and this user only.',
    },
    { at: './.mcp.json', note: 'CodeBuddy asks once before it starts these servers.' },
    { at: '~/.codebuddy.json' },
  ],
  detect: [{ program: 'codebuddy' }, { path: '~/.codebuddy.json' }],
  variablesUnknown: true,
  reload: 'Start CodeBuddy again.',
  toolPrefix: 'mcp__{server}__',
  docs: 'https://www.codebuddy.ai/docs/cli/mcp',
  // A copy of the manual, of November 2025; the page of the vendor could not be read.
  sources: { read: '2026-11-22', row: { at: 'https://www.w3cschool.cn/codebuddydocs/codebuddy-cli-mcp.html', by: 'others' } },
  unverified: [
    'That any of this still holds: it rests on a copy of the manual of November 2025.',
    'Whether comments and trailing commas are accepted.',
    'Which variables are replaced.',
  ],
} as const satisfies Row;
