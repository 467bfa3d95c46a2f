import type { Row } from '../row.ts';
import { commandArgsEnv, urlHeaders, words } from './shapes.ts';

const source = 'https://github.com/danny-avila/LibreChat/blob/main/packages/data-provider/src/mcp.ts';

export default {
  id: 'librechat',
  name: 'LibreChat',
  kind: 'desktop app',
  format: 'yaml',
  tolerance: 'strict',
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
    fields: words(
      'title description startup iconPath timeout sseReadTimeout initTimeout chatMenu serverInstructions requiresOAuth ' +
        'oauth oauth_headers apiKey obo customUserVars stderr proxy',
    ),
  },
  files: [
    {
      at: ['./librechat.yaml', '$CONFIG_PATH'],
      write: 'existing',
      note: 'The settings of a LibreChat server, in the folder from which it is run.',
    },
  ],
  detect: [{ path: './librechat.yaml' }],
  manualSteps: 'Run snap in the folder of your LibreChat server, where librechat.yaml is.',
  variables: ['${NAME}'],
  variablesUnknown: true,
  path: 'shell',
  inherits: 'basics',
  reload: 'Start the LibreChat server again.',
  docs: 'https://www.librechat.ai/docs/configuration/librechat_yaml/object_structure/mcp_servers',
  sources: { read: '2026-11-22', row: source, places: 'https://www.librechat.ai/docs/features/mcp' },
  unverified: [
    'Which directory a server starts in.',
    'Which of the names in {{…}} are filled in; they are those of LibreChat and of customUserVars.',
  ],
} as const satisfies Row;
