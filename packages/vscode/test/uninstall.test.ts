import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';
import { meetDaemon } from '../../../src/daemon/client/index.ts';
import { daemonDesk } from '../../../src/daemon/local/index.ts';
import { endDaemon, livingDaemon, startDaemon } from '../../../src/daemon/start/index.ts';
import { nodeSystem } from '../../../src/system/node.ts';
import { writableSystem } from '../../../src/system/writable.ts';
import { builtProgram } from '../../../test/support/built-program.ts';
import { isGone } from '../../../test/support/processes.ts';
import { temporaryHome } from '../../../test/support/temporary-home.ts';

/** The program, bundled and run as the editor runs it. A failure of the program rejects. */
function hookIn(directory: string, env: NodeJS.ProcessEnv): () => Promise<unknown> {
  const outdir = join(directory, 'extension');
  buildSync({
    entryPoints: [join(import.meta.dirname, '../src/uninstall.ts')],
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    mainFields: ['module', 'main'],
    external: ['oxc-parser', '@ast-grep/napi'],
    define: { SNAP_VERSION: '"0.1.0"' },
    banner: { js: "import { createRequire as snapRequire } from 'node:module'; const require = snapRequire(import.meta.url);" },
    logLevel: 'error',
  });
  return () => promisify(execFile)(process.execPath, [join(outdir, 'uninstall.mjs'), '--type=extension-post-uninstall'], { env });
}

it('uninstalling ends the daemon where nobody uses it, and leaves every file', async () => {
  const { path, at, put, tree } = temporaryHome();
  const env = { ...process.env, HOME: path, SNAP_DATA_DIR: at('.snap-mcp') };
  const system = nodeSystem({ home: path, cwd: path, env });
  const program = { version: '0.1.0', file: builtProgram(), node: process.execPath };
  const desk = await daemonDesk({ system, program, writable: async () => writableSystem(system) });
  onTestFinished(async () => void (await endDaemon({ system, ...desk })));
  const uninstall = hookIn(path, env);
  put('.cursor/mcp.json', '{ "mcpServers": { "snap": { "command": "snap-mcp" } } }\n');
  const files = tree();

  // None runs.
  await uninstall();
  const { link } = await startDaemon({ system, ...desk });
  const { run } = link.welcome;
  // Somebody uses it.
  await uninstall();
  expect((await livingDaemon(system, desk.place))?.run.pid).toBe(run.pid);
  link.close();
  await link.ended;
  await uninstall();
  expect((await meetDaemon({ socket: desk.place.socket, hello: desk.hello, maxMs: 2_000 })).kind).toBe('absent');
  await isGone(run.pid);
  expect(tree()).toEqual(files);
});
