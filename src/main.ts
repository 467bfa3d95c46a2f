#!/usr/bin/env node
import { fileURLToPath } from 'node:url';

/** Filled in by the build. */
declare const SNAP_VERSION: string;

const argv = process.argv.slice(2);

// `--version` pays for nothing else: everything beyond it is loaded when it is asked for.
if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
  process.stdout.write(`${SNAP_VERSION}\n`);
} else {
  const { run } = await import('./cli/run.ts');
  process.exitCode = await run(argv, { version: SNAP_VERSION, file: fileURLToPath(import.meta.url), node: process.execPath });
}
