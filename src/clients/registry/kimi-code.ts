import type { Client } from '../client.ts';
import { mcpServers, plain } from './shapes.ts';

export default {
  id: 'kimi-code',
  name: 'Kimi Code',
  kind: 'terminal',
  setup: 'automatic',
  format: 'json',
  tolerance: 'unknown',
  byteOrderMark: 'unknown',
  layout: mcpServers,
  entry: plain,
  files: [
    { scope: 'project', at: { from: 'workspace', path: '.kimi-code/mcp.json' }, write: 'create', startsIn: 'workspace' },
    { scope: 'global', at: { from: 'home', path: '.kimi-code/mcp.json' }, write: 'create', startsIn: 'workspace' },
  ],
  detect: [
    { kind: 'program', name: 'kimi' },
    { kind: 'path', at: { from: 'home', path: '.kimi-code' } },
  ],
  variables: [],
  variablesUnknown: true,
  // packages/agent-core-v2/src/workspace/workspaceTrust/trustRecord.ts of https://github.com/MoonshotAI/kimi-code and
  // docs/en/customization/mcp.md there (read 2026-11-22).
  trust: {
    as: 'files',
    in: { from: 'home', path: '.kimi-code/workspace-trust', override: [{ env: 'KIMI_CODE_HOME', path: 'workspace-trust' }] },
    at: [],
    key: 'root',
    reach: 'repository',
    stops: 'project',
    otherwise: 'untrusted',
    says: 'Start "kimi" in the folder and choose "Trust this folder".',
  },
  path: 'shell',
  precedence: 'unknown',
  reload: 'Start Kimi Code again.',
  docs: 'https://moonshotai.github.io/kimi-code/en/customization/mcp.html',
  sources: {
    row: { at: 'https://moonshotai.github.io/kimi-code/en/customization/mcp.html', read: '2026-11-01', by: 'others' },
    switches: { at: 'https://github.com/MoonshotAI/kimi-code/blob/main/docs/en/customization/mcp.md', read: '2026-11-22' },
  },
  unverified: [
    'Whether comments and trailing commas are accepted.',
    'How a remote entry is spelled.',
    'Which variables are replaced.',
    'Which scope wins when two files name the same server.',
  ],
} as const satisfies Client;
