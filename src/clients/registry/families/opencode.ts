import type { EntryForm } from '../../entry-form.ts';
import { disabled, enabled, urlHeaders } from '../shapes.ts';

const shared: EntryForm = {
  typeKey: 'type',
  stdio: { type: 'local', command: 'command', commandIs: 'list', env: 'environment', cwd: 'cwd' },
  http: { type: 'remote', ...urlHeaders },
  sse: { type: 'remote', ...urlHeaders },
  untypedUrl: 'dropped',
  requiresType: true,
  strict: 'file',
  fields: ['timeout', 'oauth'],
  withoutStart: { only: ['enabled', 'disabled'], merges: true },
};

/** opencode, and Kilo Code, which is made from it. */
export const opencode: EntryForm = {
  ...shared,
  // Seen with opencode 1.18.33 (2026-11-22): either of them switches an entry off.
  switch: { ...enabled, also: disabled },
  timeout: { key: 'timeout', unit: 'ms' },
  startTimeout: { key: 'timeout', unit: 'ms' },
};

/**
 * opencode's later layout, `mcp.servers`: its own word is `disabled`, and `timeout` is a map of `startup` and `request`. A number there
 * drops the entry without a word (seen with 1.18.33, 2026-11-22).
 * https://github.com/anomalyco/opencode/blob/dev/packages/core/src/config/mcp.ts
 */
export const opencodeServers: EntryForm = { ...shared, switch: { ...disabled, also: enabled }, maps: ['timeout'] };
