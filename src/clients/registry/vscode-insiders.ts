import type { Client } from '../client.ts';
import { buildOfVscode, portableUser } from './families/vscode.ts';

export default {
  ...buildOfVscode('VS Code Insiders', 'Code - Insiders/User', [portableUser]),
  id: 'vscode-insiders',
  detect: [
    { kind: 'program', name: 'code-insiders' },
    {
      kind: 'path',
      at: {
        darwin: { from: 'applications', path: 'Visual Studio Code - Insiders.app' },
        win32: { from: 'localAppData', path: 'Programs/Microsoft VS Code Insiders' },
      },
    },
    { kind: 'path', at: { from: 'userData', path: 'Code - Insiders/User' } },
  ],
} as const satisfies Client;
