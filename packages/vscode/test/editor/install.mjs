// Installs what the tests in a real editor need: `node packages/vscode/test/editor/install.mjs [--packer]`
// With --packer only what packs the extension. Exit code 0: ready. 3: cannot be installed here, with the reason. 1: failed.
//
// code-server is installed without its install script: that compiles eight native modules, 2.5 minutes on two cores, and none of
// them is needed to run an extension (tried with 4.139.1 on 2026-11-22). The editor watches files with a prebuilt module. The one
// that is built, where there is a compiler, writes the editor's log files.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { editorTests, findChromium, hasCodePackages, tools } from './library/tools.mjs';

/** Installation is not possible on this machine; the message says why. */
export class NotHere extends Error {}

const stamp = join(editorTests, 'node_modules/.installed');

/** Installs what is missing; returns the browser. Throws `NotHere` where that is not possible. */
export async function install(say = () => {}) {
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) {
    throw new NotHere(`the editor is installed on Linux (x64, arm64) only, and this is ${process.platform} ${process.arch}`);
  }
  const [chromium] = await Promise.all([ensureChromium(say), ensurePacker(say).then(() => ensureCode(say))]);
  return { chromium };
}

/** Node 24, vsce, code-server and the driver of the browser, as the lock file pins them. */
export async function ensurePacker(say = () => {}) {
  const wanted = createHash('sha256')
    .update(readFileSync(join(editorTests, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && existsSync(tools.node)) return;
  const npmCi = () => run('npm', ['ci', ...quiet], { cwd: editorTests, minutes: 4 });
  await timed(say, 'packages', async () => {
    const first = await npmCi();
    if (first.code !== 0) must(await npmCi(), 'npm ci');
  });
  writeFileSync(stamp, wanted);
}

async function ensureCode(say) {
  if (hasCodePackages()) return;
  const options = { cwd: tools.code, minutes: 4, env: node24() };
  await timed(say, 'packages of the editor', async () => {
    // Not `npm ci`: the lock file that code-server ships does not fit its own package.json.
    const { code, output } = await run('npm', ['install', '--omit=dev', ...quiet], options);
    if (code !== 0) throw new NotHere(`npm could not install the packages of the editor: ${firstLine(output)}`);
  });
  await timed(say, "the editor's log files", async () => {
    const args = ['rebuild', '@vscode/spdlog', '--no-audit', '--no-fund', '--loglevel=error'];
    const { code } = await run('npm', args, { ...options, minutes: 3 });
    if (code !== 0) say('the editor will run without log files: their module could not be built');
  });
}

async function ensureChromium(say) {
  const there = findChromium();
  if (there !== undefined) return there;
  if (process.env.SNAP_EDITOR_CHROMIUM) throw new NotHere(`SNAP_EDITOR_CHROMIUM=${process.env.SNAP_EDITOR_CHROMIUM} does not start`);
  if (process.getuid?.() !== 0) throw new NotHere('there is no Chromium, and apt-get needs root to install it');
  if ((await run('apt-get', ['--version'], { minutes: 1 })).code !== 0) throw new NotHere('there is no Chromium, and no apt-get');

  const options = { minutes: 5, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  const apt = (...args) => run('apt-get', ['-o', 'DPkg::Lock::Timeout=120', '-o', 'Acquire::Retries=2', ...args], options);
  return timed(say, 'Chromium', async () => {
    const installing = ['install', '-y', '--no-install-recommends', 'chromium'];
    let last = await apt(...installing);
    if (last.code !== 0) {
      await apt('update');
      last = await apt(...installing);
    }
    const found = last.code === 0 ? findChromium() : undefined;
    if (found === undefined) throw new NotHere(`Chromium could not be installed by apt-get: ${firstLine(last.output)}`);
    return found;
  });
}

const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/** npm under Node 24, and the headers of that Node; npm's own settings may name the headers of another one. */
function node24() {
  return {
    ...process.env,
    PATH: `${dirname(tools.node)}${delimiter}${process.env.PATH}`,
    npm_config_nodedir: tools.nodePackage,
    JOBS: '2',
  };
}

async function timed(say, what, work) {
  const begun = Date.now();
  const result = await work();
  say(`${what}: ${Math.round((Date.now() - begun) / 1000)} s`);
  return result;
}

function run(command, args, { cwd, env = process.env, minutes }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: minutes * 60_000 });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output = (output + chunk).slice(-20_000)));
    child.on('error', (error) => resolve({ code: 127, output: error.message }));
    child.on('close', (code, signal) =>
      resolve({ code: code ?? 1, output: signal ? `${output}\nstopped after ${minutes} minutes` : output }),
    );
  });
}

function must({ code, output }, what) {
  if (code !== 0) throw new Error(`${what} failed:\n${output.trim()}`);
}

function firstLine(output) {
  const lines = output.split('\n').map((line) => line.trim());
  return lines.find((line) => /^(npm error|E:|stopped after)/.test(line)) ?? lines.find(Boolean) ?? 'no message';
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const say = (line) => console.log(line);
  try {
    if (process.argv.includes('--packer')) await ensurePacker(say);
    else console.log(`ready, with ${(await install(say)).chromium}`);
  } catch (error) {
    console.log(error instanceof NotHere ? `cannot be installed here, skipped: ${error.message}` : error.message);
    process.exitCode = error instanceof NotHere ? 3 : 1;
  }
}
