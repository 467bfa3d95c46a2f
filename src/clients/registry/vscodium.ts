import type { Client } from '../client.ts';
import { buildOfVscode, unverifiedOfFamily } from './families/vscode.ts';

export default {
  ...buildOfVscode('VSCodium', 'VSCodium/User', [
    {
      scope: 'global',
      at: { from: 'userData', path: 'Code - OSS/User/mcp.json' },
      write: 'existing',
      startsIn: 'workspace',
      note: 'Builds that call themselves Code - OSS.',
    },
  ]),
  id: 'vscodium',
  detect: [
    { kind: 'program', name: 'codium' },
    { kind: 'path', at: { darwin: { from: 'applications', path: 'VSCodium.app' } } },
    { kind: 'path', at: { from: 'userData', path: 'VSCodium/User' } },
  ],
  unverified: [...unverifiedOfFamily, 'That VSCodium behaves like VS Code in all of this.'],
} as const satisfies Client;
