import type { Client } from '../client.ts';
import { mcpServers, typed } from './shapes.ts';

export default {
  id: 'codebuddy',
  name: 'CodeBuddy CLI',
  kind: 'terminal',
  setup: 'automatic',
  format: 'json',
  tolerance: 'unknown',
  byteOrderMark: 'unknown',
  layout: mcpServers,
  entry: { ...typed, unsure: ['untyped'] },
  files: [
    {
      scope: 'local',
      at: { from: 'home', path: '.codebuddy.json' },
      write: 'create',
      layout: { kind: 'map', at: ['projects', { key: 'workspace' }, 'mcpServers'] },
      startsIn: 'workspace',
      note: 'For this workspace and this user only.',
    },
    {
      scope: 'project',
      at: { from: 'workspace', path: '.mcp.json' },
      write: 'create',
      startsIn: 'workspace',
      note: 'CodeBuddy asks once before it starts these servers.',
    },
    { scope: 'global', at: { from: 'home', path: '.codebuddy.json' }, write: 'create', startsIn: 'workspace' },
  ],
  detect: [
    { kind: 'program', name: 'codebuddy' },
    { kind: 'path', at: { from: 'home', path: '.codebuddy.json' } },
  ],
  variables: [],
  variablesUnknown: true,
  path: 'shell',
  reload: 'Start CodeBuddy again.',
  toolPrefix: 'mcp__{server}__',
  docs: 'https://www.codebuddy.ai/docs/cli/mcp',
  // A copy of the manual, of November 2025; the page of the vendor could not be read.
  sources: { row: { at: 'https://www.w3cschool.cn/codebuddydocs/codebuddy-cli-mcp.html', read: '2026-11-22', by: 'others' } },
  unverified: [
    'That any of this still holds: it rests on a copy of the manual of November 2025.',
    'Whether comments and trailing commas are accepted.',
    'Which variables are replaced.',
  ],
} as const satisfies Client;
