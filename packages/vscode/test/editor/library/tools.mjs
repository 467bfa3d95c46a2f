// What the tests in a real editor are done with, and where it is installed.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const editorTests = fileURLToPath(new URL('..', import.meta.url));
export const packageDirectory = join(editorTests, '../..');
export const repository = join(packageDirectory, '../..');

const modules = join(editorTests, 'node_modules');
/** The directory of Node 24: code-server and vsce need a newer Node than snap does. */
const nodePackage = join(modules, `node-linux-${process.arch}`);

export const tools = {
  nodePackage,
  node: join(nodePackage, 'bin/node'),
  vsce: join(modules, '@vscode/vsce/vsce'),
  codeServer: join(modules, 'code-server/out/node/entry.js'),
  /** The editor inside of code-server, whose packages are installed apart. */
  code: join(modules, 'code-server/lib/vscode'),
};

/** The extension as it is packed, for the version in its manifest. */
export const packed = join(packageDirectory, 'snap-mcp.vsix');

/** Chromium, or a browser of the same kind; `undefined` where there is none that starts. */
export function findChromium(env = process.env) {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const onPath = (env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .flatMap((directory) => names.map((name) => join(directory, name)));
  const candidates = env.SNAP_EDITOR_CHROMIUM ? [env.SNAP_EDITOR_CHROMIUM] : onPath;
  return candidates.find((path) => isProgram(path) && spawnSync(path, ['--version'], { timeout: 20_000, stdio: 'ignore' }).status === 0);
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether the packages of the editor itself are there; code-server's package comes without them. */
export function hasCodePackages() {
  const directory = join(tools.code, 'node_modules');
  return existsSync(join(directory, '.package-lock.json')) && readdirSync(directory).length > 50;
}
