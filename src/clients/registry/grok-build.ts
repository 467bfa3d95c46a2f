import type { Client } from '../client.ts';
import { commandArgsEnv, enabled, urlHeaders } from './shapes.ts';

export default {
  id: 'grok-build',
  name: 'Grok Build',
  kind: 'terminal',
  setup: 'automatic',
  format: 'toml',
  tolerance: 'strict',
  byteOrderMark: 'unknown',
  layout: { kind: 'map', at: ['mcp_servers'] },
  entry: {
    typeKey: 'type',
    stdio: commandArgsEnv,
    http: urlHeaders,
    untypedUrl: 'http',
    unsure: ['sse'],
    switch: enabled,
    timeout: { key: 'startup_timeout_sec', unit: 's' },
    startTimeout: { key: 'startup_timeout_sec', unit: 's' },
  },
  files: [
    { scope: 'project', at: { from: 'workspace', path: '.grok/config.toml' }, write: 'create', startsIn: 'workspace' },
    {
      scope: 'global',
      at: { from: 'home', path: '.grok/config.toml', override: [{ env: 'GROK_HOME', path: 'config.toml' }] },
      write: 'create',
      startsIn: 'workspace',
    },
  ],
  detect: [
    { kind: 'program', name: 'grok' },
    { kind: 'path', at: { from: 'home', path: '.grok', override: [{ env: 'GROK_HOME', path: '' }] } },
  ],
  variables: ['${NAME}', '${NAME:-default}'],
  // crates/codegen/xai-grok-workspace/src/trust.rs and folder_trust.rs of https://github.com/xai-org/grok-build (read 2026-11-22): on by
  // default, the longest folder decides, and a record about the home directory is ignored.
  trust: {
    as: 'words',
    in: { from: 'home', path: '.grok/trusted_folders.toml', override: [{ env: 'GROK_HOME', path: 'trusted_folders.toml' }] },
    at: ['folders'],
    key: 'trusted',
    trusted: [true],
    refused: [false],
    reach: 'below',
    notHome: true,
    stops: 'project',
    otherwise: 'untrusted',
    setting: { at: ['folder_trust', 'enabled'], otherwise: true },
    variables: [
      { name: 'GROK_FOLDER_TRUST', value: '0', means: 'trusted' },
      { name: 'GROK_FOLDER_TRUST', value: 'false', means: 'trusted' },
    ],
    says: 'Start "grok" in the folder and answer its question, or run: grok --trust',
  },
  path: 'shell',
  precedence: 'unknown',
  reload: 'Start Grok Build again; "grok mcp doctor" checks the server.',
  limits: { startSeconds: 30 },
  docs: 'https://docs.x.ai/build/features/mcp-servers',
  sources: {
    row: { at: 'https://docs.x.ai/build/features/mcp-servers', read: '2026-11-01' },
    switches: { at: 'https://github.com/xai-org/grok-build/blob/main/crates/codegen/xai-grok-workspace/src/trust.rs', read: '2026-11-22' },
  },
  unverified: [
    'That "enabled" switches a server off.',
    'Whether SSE servers work.',
    'Which scope wins when two files name the same server.',
  ],
} as const satisfies Client;
