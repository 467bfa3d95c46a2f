import { createHash } from 'node:crypto';
import { posix, join } from 'node:path';
import { isRecord, SnapError, type System } from '../../system/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import { buildCommandOf, type BuildCommand } from './build/build-command.ts';
import { type Located, locateInVenv, locateOnPath, locatePackage } from './locate.ts';
import { type Package, packageManagerOf, packagesOf, scriptOf } from '../../workspace/packages/index.ts';
import { directoriesUp } from './program-files.ts';
import type { MissingProgram, Program, Programs } from './program.ts';
import { configOf, type Tool, tools, uses } from './tools.ts';

/** The packages of a workspace, and the programs that they would have run. Reads; starts nothing. */
export async function findPrograms(
  system: System,
  root: string,
  files: readonly WorkspacePath[],
): Promise<Programs & { readonly packages: readonly Package[] }> {
  const packages = await packagesOf(system, root, files);
  const looked = await Promise.all(packages.map((one) => programsOf(system, root, one, packages[0] ?? one)));
  return { packages, found: looked.flatMap(({ found }) => found), missing: looked.flatMap(({ missing }) => missing) };
}

async function programsOf(system: System, root: string, one: Package, top: Package): Promise<Programs> {
  const found: Program[] = [];
  const missing: MissingProgram[] = [];
  for (const tool of tools) {
    if (!uses(tool, one) || isSettled(tool, found)) continue;
    const { id, purpose } = tool;
    const { directory } = one;
    const configFiles = one.names.filter((name) => tool.configs.test(name)).map((name) => posix.join(directory, name));
    const located =
      id === 'node --test' ? await locateOnPath(system, root, packageManagerOf(one, top)) : await locate(system, root, tool, directory);
    const runs = id === 'node --test' ? await scriptsOf(system, root, one, ['pretest', 'test', 'posttest']) : noScripts;
    const read = [...configFiles.toSorted(), ...runs.configFiles];
    if (located !== undefined) found.push({ tool: id, purpose, directory, ...located, ...runs, configFiles: read });
    else missing.push({ tool: id, purpose, directory, why: whyMissing(tool, one) });
  }
  const build = await buildProgram(system, root, one, top);
  if (build !== undefined && 'command' in build) found.push(build);
  else if (build !== undefined) missing.push(build);
  return { found, missing };
}

/** One compiler and one test runner for a package: the others are there for something else. */
function isSettled({ purpose }: Tool, found: readonly Program[]): boolean {
  return (purpose === 'types' || purpose === 'tests') && found.some((program) => program.purpose === purpose);
}

async function locate(system: System, root: string, { npm, python, onPath }: Tool, from: WorkspacePath): Promise<Located | undefined> {
  if (npm !== undefined) return locatePackage(system, root, { from, name: npm[0], bin: npm[1] });
  const inVenv = python === undefined ? undefined : await locateInVenv(system, root, from, python);
  return inVenv ?? (onPath === undefined ? undefined : await locateOnPath(system, root, onPath));
}

function whyMissing(tool: Tool, one: Package): string {
  const said = `${tool.id} is set up in ${posix.join(one.directory, configOf(tool, one))}`;
  return tool.npm === undefined
    ? `${said}, but ${tool.onPath ?? tool.id} is not on the PATH`
    : `${said}, but ${tool.npm[0]} is not installed in node_modules`;
}

async function buildProgram(system: System, root: string, one: Package, top: Package): Promise<Program | MissingProgram | undefined> {
  const build = buildCommandOf(one, top);
  if (build === undefined) return undefined;
  const { directory } = one;
  const located = await locateBuild(system, root, directory, build);
  const named = nameOfBuild(build);
  if (located === undefined) {
    const where = whyNoBuild[build.program.kind];
    return { tool: 'build', purpose: 'build', directory, why: `the build is "${build.shown}", but ${named} ${where}` };
  }
  const runs = await scriptsOf(system, root, one, build.scripts);
  return { tool: 'build', purpose: 'build', directory, command: located.command, shown: build.shown, ...runs };
}

function nameOfBuild({ program }: BuildCommand): string {
  switch (program.kind) {
    case 'path':
      return program.name;
    case 'python':
      return 'python3';
    case 'npm':
      return program.package;
    case 'wrapper':
      return program.file;
    default:
      return program satisfies never;
  }
}

const whyNoBuild: Readonly<Record<BuildCommand['program']['kind'], string>> = {
  npm: 'is not installed in node_modules',
  wrapper: 'would download its program first',
  path: 'is not on the PATH',
  python: 'is not on the PATH',
};

/** A wrapper downloads Maven or Gradle when it is first run: then it is not run. */
async function hasFetched({ home, list }: System, file: string): Promise<boolean> {
  const names = await list(join(home, file === 'mvnw' ? '.m2' : '.gradle', 'wrapper', 'dists'));
  return names !== undefined && names.length > 0;
}

async function locateBuild(
  system: System,
  root: string,
  directory: WorkspacePath,
  { program }: BuildCommand,
): Promise<Located | undefined> {
  switch (program.kind) {
    case 'path':
      return locateOnPath(system, root, program.name);
    case 'npm':
      return locatePackage(system, root, { from: directory, name: program.package, bin: program.bin });
    case 'python':
      return (await locateInVenv(system, root, directory, 'python')) ?? (await locateOnPath(system, root, 'python3'));
    case 'wrapper':
      return (await hasFetched(system, program.file)) ? { command: [join(root, directory, program.file)], shown: program.file } : undefined;
    default:
      return program satisfies never;
  }
}

/**
 * Files that say with what a package manager runs scripts, or what is loaded first: https://docs.npmjs.com/cli/v11/using-npm/config (script-shell,
 * node-options), https://pnpm.io/settings (scriptShell, nodeOptions), https://yarnpkg.com/configuration/yarnrc (yarnPath, plugins),
 * https://bun.sh/docs/runtime/bunfig (preload) (2026-11-23).
 */
const runnerSettings = ['.npmrc', '.yarnrc', '.yarnrc.yml', 'bunfig.toml', '.pnpmfile.cjs', 'pnpm-workspace.yaml'];
const maxSettingsBytes = 1024 * 1024;

type Scripts = Pick<Program, 'configFiles' | 'scripts' | 'settings'>;
const noScripts: Scripts = { configFiles: [], scripts: [] };

/** The scripts that run, then all others of the package, since one script can call another; and the settings of what runs them. */
async function scriptsOf(system: System, root: string, one: Package, names: readonly string[]): Promise<Scripts> {
  if (names.length === 0) return noScripts;
  const { scripts: all } = one.manifest;
  const scripts = [...new Set([...names, ...(isRecord(all) ? Object.keys(all) : [])])].flatMap((name) => {
    const text = scriptOf(one, name);
    return text === undefined ? [] : [[name, text] as const];
  });
  const places = directoriesUp(one.directory).flatMap((directory) => runnerSettings.map((name) => posix.join(directory, name)));
  const read = await Promise.all(places.map(async (path) => ({ path, text: await startOf(system, join(root, path)) })));
  const there = read.filter(({ text }) => text !== undefined);
  if (there.length === 0) return { configFiles: [], scripts };
  // A hash, because they may hold tokens.
  const settings = createHash('sha256').update(JSON.stringify(there)).digest('hex');
  return { configFiles: there.map(({ path }) => path), scripts, settings };
}

async function startOf(system: System, path: string): Promise<string | undefined> {
  try {
    const bytes = await system.readStart(path, maxSettingsBytes);
    return bytes === undefined ? undefined : Buffer.from(bytes).toString('latin1');
  } catch (error) {
    if (error instanceof SnapError) return error.message;
    throw error;
  }
}
