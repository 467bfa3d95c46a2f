import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = new URL('../..', import.meta.url);
const variable = 'SNAP_TEST_PROGRAM';

/** As vitest's globalSetup: the program is built once, before the first test. With the variable set, that program is tested. */
export default function setup(): void {
  process.env[variable] ??= build();
}

/** The built program. */
export function builtProgram(): string {
  const program = process.env[variable];
  if (program === undefined)
    throw new Error("vitest.config.ts lacks globalSetup: ['test/support/build-once.ts'], which builds the program.");
  return program;
}

function build(): string {
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: fileURLToPath(root), stdio: ['ignore', 'ignore', 'inherit'] });
  return fileURLToPath(new URL('dist/main.js', root));
}
