#!/usr/bin/env node
/** Filled in by the build. */
declare const SNAP_VERSION: string;

void main(process.argv.slice(2));

/** argv in, exit code out. `--version` pays for nothing else: everything beyond it is loaded when it is asked for. */
async function main(argv: readonly string[]): Promise<void> {
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
    process.stdout.write(`${SNAP_VERSION}\n`);
    return;
  }
  const { run } = await import('./cli/run.ts');
  process.exitCode = await run(argv, { version: SNAP_VERSION, file: import.meta.filename, node: process.execPath });
}
