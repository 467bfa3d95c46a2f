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
  path: 'shell',
  precedence: 'unknown',
  reload: 'Start Grok Build again; "grok mcp doctor" checks the server.',
  limits: { startSeconds: 30 },
  docs: 'https://docs.x.ai/build/features/mcp-servers',
  sources: { row: { at: 'https://docs.x.ai/build/features/mcp-servers', read: '2026-11-01' } },
  unverified: [
    'That "enabled" switches a server off.',
    'Whether SSE servers work.',
    'Which scope wins when two files name the same server.',
  ],
} as const satisfies Client;
