#!/usr/bin/env node
/** Filled in by the build. */
declare const SNAP_VERSION: string;

// Whatever no other place has caught: words instead of Node's own report of a crash.
process.on('uncaughtException', (error) => void end(error));

void main(process.argv.slice(2));

/** argv in, exit code out. `--version` pays for nothing else: everything beyond it is loaded when it is asked for. */
async function main(argv: readonly string[]): Promise<void> {
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
    process.stdout.write(`${SNAP_VERSION}\n`);
    return;
  }
  const program = { version: SNAP_VERSION, file: import.meta.filename, node: process.execPath };
  // What assistants start all day, spelled as entries spell it: neither help nor the other commands are loaded for it.
  const [command, flag, option, workspace, ...more] = argv;
  const isPlain = option === undefined || (option === '--workspace' && workspace !== undefined && !workspace.startsWith('-'));
  if (command === 'mcp' && flag === '--stdio' && isPlain && more.length === 0) {
    const { startServer } = await import('./cli/start-server.ts');
    return startServer(program, workspace);
  }
  if (command === 'mcp' && flag === 'shim') {
    const { startPlainShim } = await import('./cli/start-shim.ts');
    if (await startPlainShim(program, argv.slice(2))) return;
  }
  // In a thread of the daemon, which begins as the program does.
  if (command === '__thread') return (await import('./daemon/workspaces/thread.ts')).serveWorkspaces();
  const { run } = await import('./cli/run.ts');
  // What stays where the command never ends although nothing is left to wait for: that is a fault of snap's, and no success.
  process.exitCode = 4;
  process.exitCode = await run(argv, program);
}

async function end(error: unknown): Promise<void> {
  try {
    const { reportCrash } = await import('./cli/crash.ts');
    reportCrash(error);
  } catch {
    // Not even that could be loaded: the files of the program are gone.
    process.stderr.write('snap: its own files are missing or cannot be read. Install it again, then run the command again.\n');
  }
  process.exit(4);
}
