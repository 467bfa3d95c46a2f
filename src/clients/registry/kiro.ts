import type { Client } from '../client.ts';
import { mcpServers, plainWithSwitch } from './shapes.ts';

export default {
  id: 'kiro',
  name: 'Kiro',
  kind: 'editor',
  setup: 'automatic',
  format: 'json',
  tolerance: 'unknown',
  byteOrderMark: 'unknown',
  layout: mcpServers,
  entry: { ...plainWithSwitch, fields: ['autoApprove', 'disabledTools'], toolLists: { without: 'disabledTools' } },
  files: [
    {
      scope: 'project',
      at: { from: 'workspace', path: '.kiro/agents/*.json' },
      write: 'never',
      startsIn: 'unknown',
      note: 'Servers of one agent of Kiro CLI, which override those of mcp.json.',
    },
    { scope: 'project', at: { from: 'workspace', path: '.kiro/settings/mcp.json' }, write: 'create', startsIn: 'unknown' },
    { scope: 'global', at: { from: 'home', path: '.kiro/settings/mcp.json' }, write: 'create', startsIn: 'unknown' },
    {
      scope: 'global',
      at: { from: 'home', path: '.kiro/agents/*.json' },
      write: 'never',
      startsIn: 'unknown',
      note: 'Servers of one agent of Kiro CLI.',
    },
  ],
  detect: [
    { kind: 'program', name: 'kiro' },
    { kind: 'program', name: 'kiro-cli' },
    { kind: 'path', at: { darwin: { from: 'applications', path: 'Kiro.app' } } },
    { kind: 'path', at: { from: 'home', path: '.kiro' } },
  ],
  variables: ['${NAME}'],
  path: 'minimal',
  reload: 'Nothing to do: Kiro connects again when the file is saved.',
  afterRemoval: 'Nothing to do: Kiro reads the file again when it is saved.',
  docs: 'https://kiro.dev/docs/mcp/configuration',
  sources: {
    row: { at: 'https://kiro.dev/docs/cli/mcp/configuration', read: '2026-11-22' },
    places: { at: 'https://kiro.dev/docs/cli/chat/configuration', read: '2026-11-22' },
    tolerance: 'none',
    start: 'none',
    limits: 'none',
  },
  unverified: ['Whether comments and trailing commas are accepted.', 'Which directory a server starts in.'],
} as const satisfies Client;
