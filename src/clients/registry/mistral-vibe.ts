import type { Client } from '../client.ts';
import { commandArgsEnvCwd, disabled, urlHeaders } from './shapes.ts';

export default {
  id: 'mistral-vibe',
  name: 'Mistral Vibe',
  kind: 'terminal',
  setup: 'automatic',
  format: 'toml',
  tolerance: 'strict',
  // tomllib
  byteOrderMark: 'rejected',
  // [[mcp_servers]]: an array of tables with a name each.
  layout: { kind: 'list', at: ['mcp_servers'] },
  entry: {
    typeKey: 'transport',
    // MCPStdio.argv: shlex.split of a text; a list is taken as it is.
    stdio: { type: 'stdio', ...commandArgsEnvCwd, orList: true, splits: 'always' },
    http: {
      type: 'streamable-http',
      ...urlHeaders,
      bearerFrom: 'api_key_env',
      bearerAs: { header: 'api_key_header', format: 'api_key_format' },
    },
    reads: { http: ['http'] },
    // "transport" is the discriminator of the model: an entry without it fails the configuration.
    untypedUrl: 'dropped',
    requiresType: true,
    strict: 'file',
    // "api_key_env" alone is a bearer token; these make something else of it.
    credentials: ['auth', 'api_key_header', 'api_key_format'],
    fields: ['prompt', 'sampling_enabled', 'disabled_tools', 'auth', 'api_key_env', 'api_key_header', 'api_key_format'],
    switch: disabled,
    toolLists: { without: 'disabled_tools' },
    timeout: { key: 'tool_timeout_sec', unit: 's' },
    startTimeout: { key: 'startup_timeout_sec', unit: 's' },
  },
  files: [
    {
      scope: 'project',
      at: { from: 'workspace', path: '.vibe/config.toml' },
      write: 'create',
      startsIn: 'workspace',
      note: 'Read in a trusted folder only; the user file is not read then, except by versions that merge both by name.',
    },
    {
      scope: 'global',
      at: { from: 'home', path: '.vibe/config.toml', override: [{ env: 'VIBE_HOME', path: 'config.toml' }] },
      write: 'create',
      startsIn: 'workspace',
    },
  ],
  detect: [
    { kind: 'program', name: 'vibe' },
    { kind: 'path', at: { from: 'home', path: '.vibe', override: [{ env: 'VIBE_HOME', path: '' }] } },
  ],
  variables: [],
  environmentFiles: [{ at: { from: 'home', path: '.vibe/.env', override: [{ env: 'VIBE_HOME', path: '.env' }] }, as: 'lines' }],
  inherits: 'basics',
  onBrokenFile: 'does not start',
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
  reload: 'Start Vibe again.',
  limits: { start: { seconds: 10 } },
  toolPrefix: '{server}_',
  docs: 'https://docs.mistral.ai/vibe/code/cli/mcp-servers',
  sources: {
    row: { at: 'https://github.com/mistralai/mistral-vibe/blob/main/vibe/core/config/models.py', read: '2026-11-22' },
    places: {
      at: 'https://github.com/mistralai/mistral-vibe/blob/main/vibe/core/config/harness_files/_harness_manager.py',
      read: '2026-11-22',
    },
    tolerance: { at: 'https://github.com/mistralai/mistral-vibe/blob/main/vibe/core/config/_settings.py', read: '2026-11-22' },
    variables: { at: 'https://github.com/mistralai/mistral-vibe/blob/main/vibe/core/config/_settings.py', read: '2026-11-22' },
    start: { at: 'https://github.com/mistralai/mistral-vibe/blob/main/vibe/core/tools/mcp/tools.py', read: '2026-11-22' },
    switches: { at: 'https://github.com/mistralai/mistral-vibe/blob/main/vibe/core/trusted_folders.py', read: '2026-11-22' },
    signIn: { at: 'https://github.com/mistralai/mistral-vibe/blob/main/README.md', read: '2026-11-22' },
  },
  unverified: [],
} as const satisfies Client;
