import type { Row } from '../row.ts';
import { commandArgsEnv, urlHeaders } from './shapes.ts';

const source = 'https://github.com/Mintplex-Labs/anything-llm/blob/master/server/utils/MCP/hypervisor/index.js';

export default {
  id: 'anythingllm',
  name: 'AnythingLLM',
  kind: 'desktop app',
  tolerance: 'strict',
  byteOrderMark: 'rejected',
  entry: {
    typeKey: 'type',
    stdio: commandArgsEnv,
    http: { type: 'streamable', ...urlHeaders },
    sse: { type: 'sse', ...urlHeaders },
    // Any word is read as a program where the entry has a command.
    reads: { stdio: ['stdio'], http: ['http'] },
    untypedUrl: 'sse',
    strict: 'entry',
    fields: ['anythingllm'],
  },
  files: [
    {
      at: [
        '<userData>/anythingllm-desktop/storage/plugins/anythingllm_mcp_servers.json',
        '$STORAGE_DIR/plugins/anythingllm_mcp_servers.json',
      ],
      // Guides of several servers name this folder of the desktop app; the vendor says "your storage plugins directory".
      source: { at: 'https://github.com/datagouv/datagouv-mcp', by: 'others' },
    },
  ],
  detect: [{ path: '<userData>/anythingllm-desktop' }, { path: { darwin: '<applications>/AnythingLLM.app' } }],
  // A file that is no JSON counts as one without servers.
  switchElsewhere:
    'AnythingLLM stops and starts a server on its page Agent Skills; "anythingllm": { "autoStart": false } in the entry keeps it from starting.',
  // It asks the login shell for its environment.
  path: 'shell',
  inherits: 'everything',
  reload: 'Open the page Agent Skills in AnythingLLM and press refresh.',
  limits: { start: { seconds: 30 } },
  docs: 'https://docs.anythingllm.com/mcp-compatibility/overview',
  sources: { read: '2026-11-22', row: source },
  unverified: ['That the desktop app keeps the file in this folder.', 'Which directory a server starts in.'],
} as const satisfies Row;
