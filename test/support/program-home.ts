import { execFile } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { builtProgram } from './built-program.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A home directory of its own with a project in it; the built program runs there and nowhere else. */
export interface Home {
  readonly path: string;
  readonly project: string;
  /** Writes a file below the home. */
  write(path: string, text: string | Uint8Array): string;
  read(path: string): string;
  run(args: readonly string[], options?: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> }): Promise<Ran>;
  /** Every path below the home with its content (links as links), snap's own files left out. */
  tree(): Readonly<Record<string, string>>;
  remove(): void;
}

export function makeHome(): Home {
  const path = mkdtempSync(join(tmpdir(), 'snap-test-'));
  const project = join(path, 'project');
  mkdirSync(join(project, '.git'), { recursive: true });
  const at = (name: string): string => join(path, name);
  return {
    path,
    project,
    write(name, text) {
      mkdirSync(dirname(at(name)), { recursive: true });
      writeFileSync(at(name), text);
      return at(name);
    },
    read: (name) => readFileSync(at(name), 'utf8'),
    run: (args, options = {}) =>
      new Promise((resolve) => {
        const env = { HOME: path, PATH: process.env['PATH'] ?? '', SNAP_DATA_DIR: at('.snap-data'), LANG: 'C.UTF-8', ...options.env };
        execFile(process.execPath, [builtProgram(), ...args], { cwd: options.cwd ?? project, env }, (error, out, err) => {
          resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, out, err });
        }).stdin?.end();
      }),
    tree: () => treeOf(path),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

function treeOf(root: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const visit = (directory: string): void => {
    for (const name of readdirSync(join(root, directory))) {
      const path = join(directory, name);
      if (path === '.snap-data' || (!existsSync(join(root, path)) && !lstatSync(join(root, path)).isSymbolicLink())) continue;
      const stats = lstatSync(join(root, path));
      if (stats.isSymbolicLink()) found[path] = `-> ${readlinkSync(join(root, path))}`;
      else if (stats.isDirectory()) visit(path);
      else if (stats.isFile()) found[path] = readFileSync(join(root, path), 'latin1');
    }
  };
  visit('.');
  return found;
}
