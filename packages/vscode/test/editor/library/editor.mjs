// One editor: a server with directories of its own, and the browser pages that show it.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { markOf, marked, endAll, finished, start } from './processes.mjs';
import { repository, tools } from './tools.mjs';
import { generous, until } from './until.mjs';
import { openWindow } from './window.mjs';

/**
 * The hosts of Chromium's maker: it asks them for updates and for messages at times of its own, whichever page it shows. What a page asks for is seen
 * at the page; the editor, its server and what they start have a proxy of their own, which may be asked for nothing.
 */
const ofChromium = /(?:^CONNECT |\/\/|\.)(?:google|googleapis|gstatic|gvt1)\.com[:/]/;

const settings = {
  // Its messages would lie over the ones that are read here.
  'remote.autoForwardPorts': false,
  'security.workspace.trust.enabled': true,
  'security.workspace.trust.startupPrompt': 'never',
  'telemetry.telemetryLevel': 'off',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.reduceMotion': 'on',
  'extensions.ignoreRecommendations': true,
};

/**
 * Prepares an editor in directories of its own; nothing runs yet.
 *
 * `home` and `workspace` are files by their path; `cli` says whether `snap` is found on PATH; `trusted` whether the workspace is.
 */
export async function prepareEditor({
  browser,
  proxies,
  extensions,
  home = {},
  workspace = {},
  cli = true,
  trusted = true,
  user = {},
  env = {},
}) {
  const directory = mkdtempSync(join(tmpdir(), 'snap-ed-'));
  const at = Object.fromEntries(
    ['home', 'workspace', 'user-data', 'extensions', 'bin', 'calls', 'tmp'].map((name) => [name, join(directory, name)]),
  );
  for (const path of Object.values(at)) mkdirSync(path);
  cpSync(extensions, at.extensions, { recursive: true });
  const path = [at.bin, dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':');
  // The editor asks the login shell of the person for the PATH of extensions.
  put(at.home, { '.profile': `PATH="${path}"\nexport PATH\n`, ...home });
  put(at.workspace, workspace);
  // The settings of the extension are of the machine it runs on. A window that is connected to a server takes those from the server's machine settings
  // alone; from the person's it drops them as soon as it knows the extension, which on a busy machine is sooner or later:
  // https://code.visualstudio.com/api/references/contribution-points#Configuration-property-schema (2026-11-22).
  const [machine, person] = [true, false].map((isOfMachine) =>
    Object.fromEntries(Object.entries({ ...settings, ...user }).filter(([name]) => name.startsWith('snap.') === isOfMachine)),
  );
  put(at['user-data'], {
    'Machine/settings.json': `${JSON.stringify(machine, undefined, 2)}\n`,
    'User/settings.json': `${JSON.stringify(person, undefined, 2)}\n`,
  });
  const before = { editor: proxies.editor.asked.length, browser: proxies.browser.asked.length };
  const id = `${process.pid}-${directory.slice(-6)}`;
  const editor = {
    directory,
    at,
    env: {
      PATH: path,
      HOME: at.home,
      LANG: 'C.UTF-8',
      SHELL: '/bin/sh',
      TMPDIR: at.tmp,
      // No list of extensions to download from.
      EXTENSIONS_GALLERY: '{}',
      // For the helper of the tests (fixtures/helper).
      SNAP_EDITOR_CALLS: at.calls,
      SVC_SSE_PORT: String(await freePort()),
      ...proxies.editor.env,
      ...markOf(id),
      ...env,
    },
    windows: [],
    processes: () => marked(id),
    file: (...path) => join(directory, ...path),
    read: (...path) => (existsSync(join(directory, ...path)) ? readFileSync(join(directory, ...path), 'utf8') : undefined),
    put: (place, files) => put(at[place], files),
  };
  if (cli) addCli(editor);

  let server;
  editor.start = async () => {
    const port = await freePort();
    editor.url = `http://127.0.0.1:${port}`;
    const args = [...base(at), '--bind-addr', `127.0.0.1:${port}`, '--auth', 'none', '--disable-telemetry', '--disable-update-check'];
    if (trusted) args.push('--disable-workspace-trust');
    server = start(tools.node, [tools.codeServer, ...args, '--disable-getting-started-override'], {
      cwd: at.home,
      env: editor.env,
      log: join(directory, 'server.log'),
    });
    const answers = async () => (await fetch(`${editor.url}/healthz`)).ok;
    const gone = await Promise.race([until('the editor answers', answers).then(() => undefined), server.ended]);
    if (gone !== undefined) throw new Error(`the editor ended with ${gone}: ${editor.read('server.log')}`);
  };
  /** Opens a window on the workspace, or on another folder of this run. */
  editor.open = async (folder = at.workspace, limit = generous) => {
    const window = await openWindow(browser, editor, folder, limit);
    editor.windows.push(window);
    return window;
  };
  editor.extension = (...args) => finished(tools.node, [tools.codeServer, ...base(at), ...args], { cwd: at.home, env: editor.env });
  /** Requests for another machine: of the editor's server with all that it starts, of the browser, of the pages. */
  editor.left = () => [
    ...proxies.editor.asked.slice(before.editor),
    ...proxies.browser.asked.slice(before.browser).filter((asked) => !ofChromium.test(asked)),
    ...editor.windows.flatMap(({ elsewhere }) => elsewhere),
  ];
  editor.end = async () => {
    for (const window of editor.windows) await window.close();
    await endAll(id);
    await server?.ended;
  };
  /** For the helper of a window to take; see fixtures/helper. */
  editor.call = (helper, call) => {
    put(at.calls, { 'next.json': JSON.stringify(call) });
    renameSync(join(at.calls, 'next.json'), join(at.calls, `${helper}-call.json`));
  };
  editor.remove = () => rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  return editor;
}

/** `snap` on PATH, as `npm link` makes it. */
export function addCli(editor) {
  const path = join(editor.at.bin, 'snap');
  if (!existsSync(path)) symlinkSync(join(repository, 'dist/main.js'), path);
}

/** Installs packed extensions into a directory that editors are prepared from. */
export async function installExtensions(directory, packages) {
  const at = { 'user-data': join(directory, 'user-data'), extensions: join(directory, 'extensions') };
  for (const path of Object.values(at)) mkdirSync(path, { recursive: true });
  const args = packages.flatMap((path) => ['--install-extension', path]);
  const env = { PATH: process.env.PATH, HOME: directory, EXTENSIONS_GALLERY: '{}' };
  const { code, output } = await finished(tools.node, [tools.codeServer, ...base(at), ...args], { cwd: directory, env });
  const installed = readdirSync(at.extensions).filter((name) => !name.startsWith('.') && name !== 'extensions.json');
  if (code !== 0 || installed.length < packages.length) throw new Error(`the extensions could not be installed:\n${output}`);
  return at.extensions;
}

const base = (at) => ['--user-data-dir', at['user-data'], '--extensions-dir', at.extensions];

function put(directory, files) {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), content);
  }
}

/** Below the ports that the system gives to connections: one of those may be taken before the program listens that this one is for. */
const ports = { from: 15_000, to: 32_000 };
const given = new Set();

async function freePort() {
  return until('a free port', async () => {
    const port = ports.from + Math.floor(Math.random() * (ports.to - ports.from));
    if (given.has(port) || !(await isFree(port))) return false;
    given.add(port);
    return port;
  });
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
