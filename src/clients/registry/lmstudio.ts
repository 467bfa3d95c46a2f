import type { Row } from '../row.ts';
import { commandArgsEnv, urlHeaders } from './shapes.ts';

export default {
  id: 'lmstudio',
  name: 'LM Studio',
  kind: 'desktop app',
  entry: { typeKey: 'type', stdio: commandArgsEnv, http: urlHeaders, reads: { stdio: ['stdio'], http: ['http'] }, untypedUrl: 'http' },
  files: [{ at: '~/.lmstudio/mcp.json' }, { at: '~/.cache/lm-studio/mcp.json', write: 'existing', note: 'Older installations.' }],
  detect: [{ program: 'lms' }, { path: { darwin: '<applications>/LM Studio.app' } }, { path: '~/.lmstudio' }],
  reload: 'Nothing to do: LM Studio connects again when the file is saved.',
  afterRemoval: 'Nothing to do: LM Studio reads the file again when it is saved.',
  sources: {
    read: '2026-11-22',
    row: 'https://lmstudio.ai/docs/app/mcp',
    places: { at: 'https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1371', by: 'others' },
    tolerance: 'none',
    start: 'none',
  },
  unverified: ['Whether comments and trailing commas are accepted.', 'That ~/.lmstudio-home-pointer names the directory in use.'],
} as const satisfies Row;
