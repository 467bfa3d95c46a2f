import type { Client } from '../client.ts';
import { buildOfVscode, portableUser } from './families/vscode.ts';

export default {
  ...buildOfVscode('VS Code', 'Code/User', [portableUser]),
  id: 'vscode',
  detect: [
    { kind: 'program', name: 'code' },
    {
      kind: 'path',
      at: {
        darwin: { from: 'applications', path: 'Visual Studio Code.app' },
        win32: { from: 'localAppData', path: 'Programs/Microsoft VS Code' },
      },
    },
    { kind: 'path', at: { from: 'userData', path: 'Code/User' } },
  ],
} as const satisfies Client;
