import { expect, it } from 'vitest';
import { scriptArgument } from '../../../../src/doctor/judging/programs/known-programs.ts';

it.each<[string, readonly string[], string | undefined]>([
  ['node', ['server.js'], 'server.js'],
  ['/opt/bin/node', ['--no-warnings', '/opt/x'], '/opt/x'],
  [String.raw`C:\n\node.exe`, [String.raw`C:\x\index.js`], String.raw`C:\x\index.js`],
  ['node', ['--import', './hook.js', 'server.js'], 'server.js'],
  ['node', ['--import=./hook.js', 'dist/server.mjs'], 'dist/server.mjs'],
  ['python3.12', ['-u', '~/x.py'], '~/x.py'],
  ['bun', ['run', 'src/x.ts'], 'src/x.ts'],
  ['deno', ['run', '-A', './x.ts'], './x.ts'],
  ['bash', ['./start.sh'], './start.sh'],
  // No script, or none that is surely a file.
  ['node', ['-e', 'require("./x.js")'], undefined],
  ['python', ['-m', 'server.py'], undefined],
  ['bash', ['-c', '/opt/x.sh'], undefined],
  ['php', ['artisan', 'mcp.php'], undefined],
  ['bun', ['run', 'start'], undefined],
  ['deno', ['run', 'jsr:@a/x.ts'], undefined],
  ['deno', ['run', 'https://x.example/x.ts'], undefined],
  ['npx', ['./x.js'], undefined],
  ['uv', ['run', 'x.py'], undefined],
  ['node', ['@scope/x.js'], undefined],
  ['node', [], undefined],
])('of %s %j it is %s', (command, args, expected) => {
  const index = scriptArgument(command, args);
  expect(index === undefined ? undefined : args[index]).toBe(expected);
});
