import { execFile } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from '../../src/cli/run.ts';
import { nodeSystem } from '../../src/system/node.ts';
import { builtProgram } from './built-program.ts';
import { removeTree } from './processes.ts';

/**
 * Whether every call of a command is a process of its own: in a storm, and where another program than ours is tested. Starting Node takes
 * four times as long as most commands.
 */
const isAlwaysStarted = process.env['SNAP_STORM'] === '1' || process.env['SNAP_TEST_PROGRAM'] !== undefined;

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as { readonly version: string };

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A home directory of its own with a project in it; the program runs there and nowhere else. */
export interface Home {
  readonly path: string;
  readonly project: string;
  /** Writes a file below the home. */
  write(path: string, text: string | Uint8Array): string;
  read(path: string): string;
  /**
   * The command with the real disk, and without input: in this process, in a storm as `start` does. Not for what ends the process, reads
   * standard input, or writes to it without a `Ui`: `mcp --stdio`, `mcp shim`, `pulse --watch`.
   */
  run(args: readonly string[], options?: RunOptions): Promise<Ran>;
  /** The same as a process of the built program. */
  start(args: readonly string[], options?: RunOptions): Promise<Ran>;
  /** Every path below the home with its content (links as links), snap's own files left out. */
  tree(): Readonly<Record<string, string>>;
  remove(): void;
}

export function makeHome(): Home {
  const path = mkdtempSync(join(tmpdir(), 'snap-test-'));
  const project = join(path, 'project');
  mkdirSync(join(project, '.git'), { recursive: true });
  const at = (name: string): string => join(path, name);
  const placed = ({ cwd = project, env = {} }: RunOptions): Required<RunOptions> => ({
    cwd,
    env: { HOME: path, PATH: process.env['PATH'] ?? '', SNAP_DATA_DIR: at('.snap-data'), LANG: 'C.UTF-8', SNAP_DAEMON: 'off', ...env },
  });
  return {
    path,
    project,
    write(name, text) {
      mkdirSync(dirname(at(name)), { recursive: true });
      writeFileSync(at(name), text);
      return at(name);
    },
    read: (name) => readFileSync(at(name), 'utf8'),
    run: (args, options = {}) => runSnap(args, placed(options)),
    start: (args, options = {}) => start(args, placed(options)),
    tree: () => treeOf(path),
    remove: () => removeTree(path),
  };
}

/** `Home.run` for a home that a test made itself; `env` is all there is. */
export function runSnap(args: readonly string[], options: Required<RunOptions>): Promise<Ran> {
  return (isAlwaysStarted ? start : runHere)(args, options);
}

function start(args: readonly string[], options: Required<RunOptions>): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(process.execPath, [builtProgram(), ...args], options, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, out, err });
    }).stdin?.end();
  });
}

/** The sources in this process, as `main.ts` runs them. */
async function runHere(args: readonly string[], { cwd, env }: Required<RunOptions>): Promise<Ran> {
  const written = { 1: '', 2: '' };
  const terminal = {
    isTerminal: () => false,
    columns: () => undefined,
    write: (descriptor: 1 | 2, text: string) => void (written[descriptor] += text),
    feed: () => Promise.resolve(false),
  };
  const code = await run(
    args,
    { version, file: builtProgram(), node: process.execPath },
    { system: () => nodeSystem({ env, cwd }), terminal },
  );
  return { code, out: written[1], err: written[2] };
}

/** What is in snap's own directory of a home, without the compiled code that every started program keeps. */
export function ownEntries(home: string): readonly string[] {
  const own = join(home, '.snap-data');
  return existsSync(own) ? readdirSync(own).filter((name) => name !== 'cache') : [];
}

function treeOf(root: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const visit = (directory: string): void => {
    for (const name of readdirSync(join(root, directory))) {
      const path = join(directory, name);
      // The second is the compiled code of a program that was started without SNAP_DATA_DIR.
      if (
        path === '.snap-data' ||
        path === '.cache/snap-mcp' ||
        (!existsSync(join(root, path)) && !lstatSync(join(root, path)).isSymbolicLink())
      )
        continue;
      const stats = lstatSync(join(root, path));
      if (stats.isSymbolicLink()) found[path] = `-> ${readlinkSync(join(root, path))}`;
      else if (stats.isDirectory()) visit(path);
      else if (stats.isFile()) found[path] = readFileSync(join(root, path), 'latin1');
    }
  };
  visit('.');
  return found;
}
