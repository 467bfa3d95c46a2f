import type { Row } from '../row.ts';
import { plainWithSwitch } from './shapes.ts';

export default {
  id: 'kiro',
  name: 'Kiro',
  kind: 'editor',
  entry: { ...plainWithSwitch, fields: ['autoApprove', 'disabledTools'], toolLists: { without: 'disabledTools' } },
  files: [
    { at: './.kiro/agents/*.json', write: 'never', note: 'Servers of one agent of Kiro CLI, which override those of mcp.json.' },
    { at: './.kiro/settings/mcp.json' },
    { at: '~/.kiro/settings/mcp.json' },
    { at: '~/.kiro/agents/*.json', write: 'never', note: 'Servers of one agent of Kiro CLI.' },
  ],
  detect: [{ program: 'kiro' }, { program: 'kiro-cli' }, { path: { darwin: '<applications>/Kiro.app' } }, { path: '~/.kiro' }],
  variables: ['${NAME}'],
  reload: 'Nothing to do: Kiro connects again when the file is saved.',
  afterRemoval: 'Nothing to do: Kiro reads the file again when it is saved.',
  docs: 'https://kiro.dev/docs/mcp/configuration',
  sources: {
    read: '2026-11-22',
    row: 'https://kiro.dev/docs/cli/mcp/configuration',
    places: 'https://kiro.dev/docs/cli/chat/configuration',
    tolerance: 'none',
    start: 'none',
    limits: 'none',
  },
  unverified: ['Whether comments and trailing commas are accepted.', 'Which directory a server starts in.'],
} as const satisfies Row;
