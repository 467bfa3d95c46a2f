import type { Client } from '../client.ts';
import { commandArgsEnv, mcpServers, urlHeaders } from './shapes.ts';

export default {
  id: 'lmstudio',
  name: 'LM Studio',
  kind: 'desktop app',
  setup: 'automatic',
  format: 'json',
  tolerance: 'unknown',
  byteOrderMark: 'unknown',
  layout: mcpServers,
  entry: {
    typeKey: 'type',
    stdio: commandArgsEnv,
    http: urlHeaders,
    reads: { stdio: ['stdio'], http: ['http'] },
    untypedUrl: 'http',
  },
  files: [
    { scope: 'global', at: { from: 'home', path: '.lmstudio/mcp.json' }, write: 'create', startsIn: 'unknown' },
    {
      scope: 'global',
      at: { from: 'home', path: '.cache/lm-studio/mcp.json' },
      write: 'existing',
      startsIn: 'unknown',
      note: 'Older installations.',
    },
  ],
  detect: [
    { kind: 'program', name: 'lms' },
    { kind: 'path', at: { darwin: { from: 'applications', path: 'LM Studio.app' } } },
    { kind: 'path', at: { from: 'home', path: '.lmstudio' } },
  ],
  variables: [],
  path: 'minimal',
  reload: 'Nothing to do: LM Studio connects again when the file is saved.',
  afterRemoval: 'Nothing to do: LM Studio reads the file again when it is saved.',
  docs: 'https://lmstudio.ai/docs/app/mcp',
  sources: {
    row: { at: 'https://lmstudio.ai/docs/app/mcp', read: '2026-11-22' },
    places: { at: 'https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1371', read: '2026-11-22', by: 'others' },
    tolerance: 'none',
    start: 'none',
  },
  unverified: ['Whether comments and trailing commas are accepted.', 'That ~/.lmstudio-home-pointer names the directory in use.'],
} as const satisfies Client;
