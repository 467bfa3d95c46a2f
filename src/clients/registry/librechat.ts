import type { Client } from '../client.ts';
import { commandArgsEnv, mcpServers, urlHeaders } from './shapes.ts';

const source = { at: 'https://github.com/danny-avila/LibreChat/blob/main/packages/data-provider/src/mcp.ts', read: '2026-11-22' } as const;

export default {
  id: 'librechat',
  name: 'LibreChat',
  kind: 'desktop app',
  setup: 'automatic',
  format: 'yaml',
  tolerance: 'strict',
  byteOrderMark: 'unknown',
  layout: mcpServers,
  entry: {
    typeKey: 'type',
    stdio: { type: 'stdio', ...commandArgsEnv },
    http: { type: 'streamable-http', ...urlHeaders },
    sse: { type: 'sse', ...urlHeaders },
    reads: { http: ['http'] },
    // WebSocketOptionsSchema: an address with ws:// needs no word, and fits no other one.
    websocket: 'websocket',
    // The first form of the schema that fits a url without a type is the one of SSE.
    untypedUrl: 'sse',
    timeout: { key: 'timeout', unit: 'ms' },
    startTimeout: { key: 'initTimeout', unit: 'ms' },
    fields: [
      'title',
      'description',
      'startup',
      'iconPath',
      'timeout',
      'sseReadTimeout',
      'initTimeout',
      'chatMenu',
      'serverInstructions',
      'requiresOAuth',
      'oauth',
      'oauth_headers',
      'apiKey',
      'obo',
      'customUserVars',
      'stderr',
      'proxy',
    ],
  },
  files: [
    {
      scope: 'project',
      at: { from: 'workspace', path: 'librechat.yaml', override: [{ env: 'CONFIG_PATH', path: '' }] },
      write: 'existing',
      startsIn: 'unknown',
      note: 'The settings of a LibreChat server, in the folder from which it is run.',
    },
  ],
  detect: [{ kind: 'path', at: { from: 'workspace', path: 'librechat.yaml' } }],
  manualSteps: 'Run snap in the folder of your LibreChat server, where librechat.yaml is.',
  variables: ['${NAME}'],
  variablesUnknown: true,
  path: 'shell',
  inherits: 'basics',
  reload: 'Start the LibreChat server again.',
  docs: 'https://www.librechat.ai/docs/configuration/librechat_yaml/object_structure/mcp_servers',
  sources: {
    row: source,
    places: { at: 'https://www.librechat.ai/docs/features/mcp', read: '2026-11-22' },
  },
  unverified: [
    'Which directory a server starts in.',
    'Which of the names in {{…}} are filled in; they are those of LibreChat and of customUserVars.',
  ],
} as const satisfies Client;
