import type { Client } from '../client.ts';
import { commandArgsEnv, urlHeaders } from './shapes.ts';

export default {
  id: 'mistral-vibe',
  name: 'Mistral Vibe',
  kind: 'terminal',
  setup: 'automatic',
  format: 'toml',
  tolerance: 'strict',
  byteOrderMark: 'unknown',
  // [[mcp_servers]]: an array of tables with a name each.
  layout: { kind: 'list', at: ['mcp_servers'] },
  entry: {
    typeKey: 'transport',
    stdio: { type: 'stdio', ...commandArgsEnv },
    http: { type: 'streamable-http', ...urlHeaders },
    reads: { http: ['http'] },
    untypedUrl: 'dropped',
    unsure: ['untyped'],
  },
  files: [
    { scope: 'project', at: { from: 'workspace', path: '.vibe/config.toml' }, write: 'create', startsIn: 'workspace' },
    { scope: 'global', at: { from: 'home', path: '.vibe/config.toml' }, write: 'create', startsIn: 'workspace' },
  ],
  detect: [
    { kind: 'program', name: 'vibe' },
    { kind: 'path', at: { from: 'home', path: '.vibe' } },
  ],
  variables: [],
  variablesUnknown: true,
  // vibe/core/trusted_folders.py and vibe/core/config/harness_files/_harness_manager.py of https://github.com/mistralai/mistral-vibe
  // (read 2026-11-22): the nearest folder that is decided counts; "vibe" asks when a project has a .vibe folder.
  trust: {
    as: 'lists',
    in: { from: 'home', path: '.vibe/trusted_folders.toml', override: [{ env: 'VIBE_HOME', path: 'trusted_folders.toml' }] },
    at: [],
    trusted: ['trusted'],
    refused: ['untrusted'],
    reach: 'below',
    stops: 'project',
    otherwise: 'untrusted',
    says: 'Start "vibe" in the folder and trust it; for one run: vibe --trust.',
  },
  path: 'shell',
  precedence: 'unknown',
  reload: 'Start Vibe again.',
  docs: 'https://docs.mistral.ai/vibe/code/cli/mcp-servers',
  sources: {
    row: { at: 'https://docs.mistral.ai/vibe/code/cli/mcp-servers', read: '2026-11-01' },
    switches: { at: 'https://github.com/mistralai/mistral-vibe/blob/main/vibe/core/trusted_folders.py', read: '2026-11-22' },
  },
  unverified: ['What an entry without "transport" means.', 'Which scope wins when two files name the same server.'],
} as const satisfies Client;
