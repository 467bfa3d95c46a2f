import type { Row } from '../row.ts';
import { commandArgsEnv } from './shapes.ts';

export default {
  id: 'qoder',
  name: 'Qoder',
  kind: 'editor',
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
      at: '<userData>/Qoder/SharedClientCache/mcp.json',
      write: 'existing',
      note: 'Qoder makes this file: Qoder Settings > MCP > My Servers > + Add.',
    },
  ],
  detect: [
    { program: 'qoder' },
    { path: { darwin: '<applications>/Qoder.app', win32: '<localAppData>/Programs/Qoder' } },
    // ~/.qoder alone proves nothing: Qoder CLI makes it too.
    { path: '<userData>/Qoder' },
  ],
  manualSteps: 'In Qoder open Qoder Settings > MCP > My Servers > + Add, paste the entry into the file that opens and save it.',
  variablesUnknown: true,
  // https://docs.qoder.com/user-guide/chat/model-context-protocol
  switchElsewhere: 'Qoder stores this outside the config file: open Qoder Settings > MCP and use the switch of the server.',
  reload: 'Open Qoder Settings > MCP and connect the server; tools are offered in Agent mode only.',
  afterRemoval: 'If Qoder still offers the tools of the server, start Qoder again.',
  limits: { servers: 10 },
  sources: {
    read: '2026-11-22',
    row: 'https://docs.qoder.com/user-guide/chat/model-context-protocol',
    // The vendor names a screen and no file.
    places: 'none',
  },
  unverified: [
    'Which file Qoder opens; snap writes this one only when it exists.',
    'Whether comments and trailing commas are accepted.',
    'Which variables are replaced, which directory a server starts in, whether roots are supported, and how a change is applied.',
  ],
} as const satisfies Row;
