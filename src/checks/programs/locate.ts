import { dirname, join, posix } from 'node:path';
import { isRecord, jsonIn, programNamed, textIn, type System } from '../../system/index.ts';
import { readTextBelow } from '../../workspace/packages/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';

/** A program that is there. */
export interface Located {
  readonly command: readonly string[];
  /** As in `Program.shown`. */
  readonly shown: string;
  readonly version?: string | undefined;
}

/**
 * A program of an npm package, as Node would find the package from a directory of the workspace: in a `node_modules` there or above,
 * as far as the root. Started by its own file with snap's Node, never through a package runner, which could fetch another one.
 */
export async function locatePackage(
  system: System,
  root: string,
  { from, name, bin }: { readonly from: WorkspacePath; readonly name: string; readonly bin: string },
): Promise<Located | undefined> {
  for (let directory = from; ; directory = posix.dirname(directory) === '.' ? '' : posix.dirname(directory)) {
    const place = posix.join(directory, 'node_modules', name);
    const manifest = jsonIn(await readTextBelow(system, root, `${place}/package.json`));
    if (isRecord(manifest)) return entryOf(system, join(root, place), { place, manifest, bin });
    if (directory === '') return undefined;
  }
}

async function entryOf(
  system: System,
  directory: string,
  { place, manifest, bin }: { readonly place: string; readonly manifest: Readonly<Record<string, unknown>>; readonly bin: string },
): Promise<Located | undefined> {
  const bins = manifest['bin'];
  const entry = typeof bins === 'string' ? bins : isRecord(bins) ? textIn(bins[bin]) : undefined;
  if (entry === undefined) return undefined;
  const file = join(directory, entry);
  if ((await system.look(file))?.kind !== 'file') return undefined;
  const version = textIn(manifest['version']);
  const native = manifest['name'] === 'typescript' ? await nativeTypescript(system, directory) : undefined;
  return { command: native === undefined ? [nodeProgram(), file] : [native], shown: place, version };
}

/**
 * From version 7 the compiler is a program of the machine, which its script starts: without that script it is 80 ms faster.
 * https://github.com/microsoft/typescript-go, `lib/getExePath.js` of the package.
 */
async function nativeTypescript(system: System, directory: string): Promise<string | undefined> {
  const real = (await system.look(directory))?.target ?? directory;
  const name = `typescript-${process.platform}-${process.arch}`;
  const file = join(dirname(real), '@typescript', name, 'lib', process.platform === 'win32' ? 'tsc.exe' : 'tsc');
  return (await system.look(file))?.kind === 'file' ? file : undefined;
}

/** The Node that runs snap. */
export function nodeProgram(): string {
  return process.execPath;
}

/** A program of the machine. `undefined` where the PATH has none outside of the workspace. */
export async function locateOnPath(system: System, root: string, name: string): Promise<Located | undefined> {
  const found = await programNamed(system, name, { workspace: root });
  return found === undefined ? undefined : { command: [found.file], shown: `${name}, from the PATH` };
}

/** A program of a virtual environment of Python in the workspace: `.venv` or `venv`, in the directory or in the root. */
export async function locateInVenv(system: System, root: string, from: WorkspacePath, name: string): Promise<Located | undefined> {
  const file = system.platform === 'win32' ? `Scripts/${name}.exe` : `bin/${name}`;
  for (const directory of new Set([from, ''])) {
    for (const venv of ['.venv', 'venv']) {
      const place = posix.join(directory, venv, file);
      if ((await system.look(join(root, place)))?.kind === 'file') return { command: [join(root, place)], shown: place };
    }
  }
  return undefined;
}
