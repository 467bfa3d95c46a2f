import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = new URL('../..', import.meta.url);
const built = 'SNAP_TEST_PROGRAM';

/** As vitest's globalSetup: the program is built before the first test, and once. */
export default function setup(): void {
  process.env[built] = build();
}

/** The built program. Builds it when the tests run without the globalSetup. */
export function builtProgram(): string {
  return (process.env[built] ??= build());
}

function build(): string {
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: fileURLToPath(root), stdio: ['ignore', 'ignore', 'inherit'] });
  return fileURLToPath(new URL('dist/main.js', root));
}
