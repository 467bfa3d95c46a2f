import type { Row } from '../row.ts';
import { buildOfVscode, unverifiedOfFamily } from './families/vscode.ts';

export default {
  ...buildOfVscode('VSCodium', 'VSCodium/User', [
    { at: '<userData>/Code - OSS/User/mcp.json', write: 'existing', note: 'Builds that call themselves Code - OSS.' },
  ]),
  id: 'vscodium',
  detect: [{ program: 'codium' }, { path: { darwin: '<applications>/VSCodium.app' } }, { path: '<userData>/VSCodium/User' }],
  unverified: [...unverifiedOfFamily, 'That VSCodium behaves like VS Code in all of this.'],
} as const satisfies Row;
