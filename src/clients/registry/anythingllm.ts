import type { Client } from '../client.ts';
import { commandArgsEnv, mcpServers, urlHeaders } from './shapes.ts';

const source = {
  at: 'https://github.com/Mintplex-Labs/anything-llm/blob/master/server/utils/MCP/hypervisor/index.js',
  read: '2026-11-22',
} as const;

export default {
  id: 'anythingllm',
  name: 'AnythingLLM',
  kind: 'desktop app',
  setup: 'automatic',
  format: 'json',
  tolerance: 'strict',
  byteOrderMark: 'rejected',
  layout: mcpServers,
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
      scope: 'global',
      at: {
        from: 'userData',
        path: 'anythingllm-desktop/storage/plugins/anythingllm_mcp_servers.json',
        override: [{ env: 'STORAGE_DIR', path: 'plugins/anythingllm_mcp_servers.json' }],
      },
      write: 'create',
      startsIn: 'unknown',
      // Guides of several servers name this folder of the desktop app; the vendor says "your storage plugins directory".
      source: { at: 'https://github.com/datagouv/datagouv-mcp', read: '2026-11-22', by: 'others' },
    },
  ],
  detect: [
    { kind: 'path', at: { from: 'userData', path: 'anythingllm-desktop' } },
    { kind: 'path', at: { darwin: { from: 'applications', path: 'AnythingLLM.app' } } },
  ],
  variables: [],
  // A file that is no JSON counts as one without servers.
  switchElsewhere:
    'AnythingLLM stops and starts a server on its page Agent Skills; "anythingllm": { "autoStart": false } in the entry keeps it from starting.',
  // It asks the login shell for its environment.
  path: 'shell',
  inherits: 'everything',
  reload: 'Open the page Agent Skills in AnythingLLM and press refresh.',
  limits: { start: { seconds: 30 } },
  docs: 'https://docs.anythingllm.com/mcp-compatibility/overview',
  sources: { row: source },
  unverified: ['That the desktop app keeps the file in this folder.', 'Which directory a server starts in.'],
} as const satisfies Client;
