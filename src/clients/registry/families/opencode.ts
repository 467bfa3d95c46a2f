import type { EntryForm } from '../../entry-form.ts';
import { enabled, urlHeaders } from '../shapes.ts';

/** opencode, and Kilo Code, which is made from it. */
export const opencode: EntryForm = {
  typeKey: 'type',
  stdio: { type: 'local', command: 'command', commandIs: 'list', env: 'environment', cwd: 'cwd' },
  http: { type: 'remote', ...urlHeaders },
  sse: { type: 'remote', ...urlHeaders },
  untypedUrl: 'dropped',
  requiresType: true,
  strict: 'file',
  fields: ['timeout', 'oauth'],
  withoutStart: { only: ['enabled'], merges: true },
  switch: enabled,
  timeout: { key: 'timeout', unit: 'ms' },
  startTimeout: { key: 'timeout', unit: 'ms' },
};
