import type { Row } from '../row.ts';
import { buildOfVscode, portableUser } from './families/vscode.ts';

export default {
  ...buildOfVscode('VS Code Insiders', 'Code - Insiders/User', [portableUser]),
  id: 'vscode-insiders',
  detect: [
    { program: 'code-insiders' },
    { path: { darwin: '<applications>/Visual Studio Code - Insiders.app', win32: '<localAppData>/Programs/Microsoft VS Code Insiders' } },
    { path: '<userData>/Code - Insiders/User' },
  ],
} as const satisfies Row;
