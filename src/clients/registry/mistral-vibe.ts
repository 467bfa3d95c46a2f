import type { Row } from '../row.ts';
import { commandArgsEnvCwd, disabled, urlHeaders } from './shapes.ts';

export default {
  id: 'mistral-vibe',
  name: 'Mistral Vibe',
  kind: 'terminal',
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
  startsIn: 'workspace',
  files: [
    {
      at: './.vibe/config.toml',
      note: 'Read in a trusted folder only; the user file is not read then, except by versions that merge both by name.',
    },
    { at: ['~/.vibe/config.toml', '$VIBE_HOME/config.toml'] },
  ],
  detect: [{ program: 'vibe' }, { path: ['~/.vibe', '$VIBE_HOME'] }],
  environmentFiles: [{ at: ['~/.vibe/.env', '$VIBE_HOME/.env'], as: 'lines' }],
  inherits: 'basics',
  onBrokenFile: 'does not start',
  // vibe/core/trusted_folders.py and vibe/core/config/harness_files/_harness_manager.py of https://github.com/mistralai/mistral-vibe
  // (read 2026-11-22): the nearest folder that is decided counts; "vibe" asks when a project has a .vibe folder.
  trust: {
    as: 'lists',
    in: ['~/.vibe/trusted_folders.toml', '$VIBE_HOME/trusted_folders.toml'],
    at: [],
    trusted: ['trusted'],
    refused: ['untrusted'],
    reach: 'below',
    stops: 'project',
    otherwise: 'untrusted',
    says: 'Start "vibe" in the folder and trust it; for one run: vibe --trust.',
  },
  reload: 'Start Vibe again.',
  limits: { start: { seconds: 10 } },
  toolPrefix: '{server}_',
  docs: 'https://docs.mistral.ai/vibe/code/cli/mcp-servers',
  sources: {
    read: '2026-11-22',
    row: 'https://github.com/mistralai/mistral-vibe/blob/main/vibe/core/config/models.py',
    places: 'https://github.com/mistralai/mistral-vibe/blob/main/vibe/core/config/harness_files/_harness_manager.py',
    tolerance: 'https://github.com/mistralai/mistral-vibe/blob/main/vibe/core/config/_settings.py',
    variables: 'https://github.com/mistralai/mistral-vibe/blob/main/vibe/core/config/_settings.py',
    start: 'https://github.com/mistralai/mistral-vibe/blob/main/vibe/core/tools/mcp/tools.py',
    switches: 'https://github.com/mistralai/mistral-vibe/blob/main/vibe/core/trusted_folders.py',
    signIn: 'https://github.com/mistralai/mistral-vibe/blob/main/README.md',
  },
} as const satisfies Row;
