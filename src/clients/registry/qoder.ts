import type { Client } from '../client.ts';
import { commandArgsEnv, mcpServers } from './shapes.ts';

export default {
  id: 'qoder',
  name: 'Qoder',
  kind: 'editor',
  setup: 'automatic',
  format: 'json',
  tolerance: 'unknown',
  byteOrderMark: 'unknown',
  layout: mcpServers,
  entry: {
    typeKey: 'type',
    stdio: commandArgsEnv,
    sse: { url: 'url' },
    reads: { stdio: ['stdio'], sse: ['sse'] },
    untypedUrl: 'sse',
    unsure: ['http'],
  },
  files: [
    {
      scope: 'global',
      at: { from: 'userData', path: 'Qoder/SharedClientCache/mcp.json' },
      write: 'existing',
      startsIn: 'unknown',
      note: 'Qoder makes this file: Qoder Settings > MCP > My Servers > + Add.',
    },
  ],
  detect: [
    { kind: 'program', name: 'qoder' },
    {
      kind: 'path',
      at: {
        darwin: { from: 'applications', path: 'Qoder.app' },
        win32: { from: 'localAppData', path: 'Programs/Qoder' },
      },
    },
    // ~/.qoder alone proves nothing: Qoder CLI makes it too.
    { kind: 'path', at: { from: 'userData', path: 'Qoder' } },
  ],
  manualSteps: 'In Qoder open Qoder Settings > MCP > My Servers > + Add, paste the entry into the file that opens and save it.',
  variables: [],
  variablesUnknown: true,
  // https://docs.qoder.com/user-guide/chat/model-context-protocol
  switchElsewhere: 'Qoder stores this outside the config file: open Qoder Settings > MCP and use the switch of the server.',
  path: 'minimal',
  reload: 'Open Qoder Settings > MCP and connect the server; tools are offered in Agent mode only.',
  afterRemoval: 'If Qoder still offers the tools of the server, start Qoder again.',
  limits: { servers: 10 },
  docs: 'https://docs.qoder.com/user-guide/chat/model-context-protocol',
  sources: {
    row: { at: 'https://docs.qoder.com/user-guide/chat/model-context-protocol', read: '2026-11-22' },
    // The vendor names a screen and no file.
    places: 'none',
  },
  unverified: [
    'Which file Qoder opens; snap writes this one only when it exists.',
    'Whether comments and trailing commas are accepted.',
    'Which variables are replaced, which directory a server starts in, whether roots are supported, and how a change is applied.',
  ],
} as const satisfies Client;
