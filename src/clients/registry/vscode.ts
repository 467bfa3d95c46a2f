import type { Row } from '../row.ts';
import { buildOfVscode, portableUser } from './families/vscode.ts';

export default {
  ...buildOfVscode('VS Code', 'Code/User', [portableUser]),
  id: 'vscode',
  detect: [
    { program: 'code' },
    { path: { darwin: '<applications>/Visual Studio Code.app', win32: '<localAppData>/Programs/Microsoft VS Code' } },
    { path: '<userData>/Code/User' },
  ],
} as const satisfies Row;
