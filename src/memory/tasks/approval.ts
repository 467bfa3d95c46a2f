import { createHash } from 'node:crypto';
import { isAbsolute, join, relative } from 'node:path';
import { isRecord, jsonIn, SnapError, type System, type WritableSystem } from '../../system/index.ts';
import {
  changeApprovals,
  confine,
  isSameRepository,
  readApprovals,
  readIdentity,
  repositoryIdentity,
  type Workspace,
} from '../../workspace/index.ts';

const runners = ['npm', 'pnpm', 'yarn', 'bun'];
/**
 * Files in the root of a project that decide what a runner runs: some of their settings name a program or a file that is loaded first. https://docs.npmjs.com/cli/v11/using-npm/config (script-shell, node-options), https://yarnpkg.com/configuration/yarnrc
 */
const rules = [
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  'bunfig.toml',
  '.pnpmfile.cjs',
  'pnpm-workspace.yaml',
  'deno.json',
  'deno.jsonc',
  'Makefile',
  'makefile',
  'GNUmakefile',
  'justfile',
  'Justfile',
  '.justfile',
  'Taskfile.yml',
  'Taskfile.yaml',
  'Rakefile',
  'Cargo.toml',
  '.cargo/config.toml',
  'build.rs',
  'pyproject.toml',
  'setup.cfg',
  'tox.ini',
  'noxfile.py',
  'conftest.py',
  'composer.json',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  // Runners start scripts with the first one on the PATH, where the programs of packages come before those of the machine.
  'node_modules/.bin/sh',
  'node_modules/.bin/bash',
  'node_modules/.bin/env',
];
/** The extensions that Node tries for a name without one. */
const endings = ['', '.js', '.mjs', '.cjs', '.ts', '.json', '/index.js', '/package.json'];
const maxFileBytes = 32 * 1024 * 1024;
const maxManifestBytes = 1024 * 1024;
const maxWords = 2_000;
const maxApproved = 50;

/**
 * Records that the person approved this command of a project: in this workspace, with these arguments, the scripts of `package.json`, the
 * settings of runners, and the files of the workspace that the command or a script names, as they are now. Any change of these needs a new
 * approval, and so does another repository at the same path. Files that these files load are not covered.
 * @param shown the {@link approvalPrint} of what the person saw.
 * @throws SnapError `refused` when it is unknown what the command would run, `changed` when it is no longer what was shown; otherwise for
 * an error of the disk.
 */
export async function approve(system: WritableSystem, workspace: Workspace, command: readonly string[], shown?: string): Promise<void> {
  const print = await approvalPrint(system, workspace, command);
  if (print === undefined) {
    throw new SnapError('refused', 'snap cannot tell what this command would run, so it cannot be approved.', {
      hint: 'Name a script of package.json in the root of the workspace, or a file below 32 MiB.',
    });
  }
  if (shown !== undefined && shown !== print) {
    throw new SnapError('changed', 'The files that this command runs were changed meanwhile, so it was not approved.', {
      hint: 'Run "snap trust --goal" again.',
    });
  }
  const mark = JSON.stringify({ print, repository: await repositoryIdentity(system, workspace) });
  await changeApprovals(system, workspace, 'commands', (known) => [...known.filter((each) => each !== mark), mark].slice(-maxApproved));
}

/** Whether the person approved exactly this. False in doubt. */
export async function isApproved(system: System, workspace: Workspace, command: readonly string[]): Promise<boolean> {
  const print = await approvalPrint(system, workspace, command);
  if (print === undefined) return false;
  for (const text of await readApprovals(system, workspace, 'commands')) {
    const mark = jsonIn(text);
    const repository = isRecord(mark) && mark['print'] === print ? readIdentity(mark['repository']) : undefined;
    if (repository !== undefined && (await isSameRepository(system, workspace, repository))) return true;
  }
  return false;
}

/** A hash of all that an approval of the command covers; `undefined` when it is unknown what would run. */
export async function approvalPrint(system: System, workspace: Workspace, command: readonly string[]): Promise<string | undefined> {
  const [program = ''] = command;
  const parts: unknown[] = [workspace.root, command];
  const name = program.replace(/^.*[\\/]/, '').replace(/\.(cmd|exe|ps1)$/i, '');
  if (runners.includes(name)) {
    // An option before the script may send it to another directory (--prefix, -C, --cwd, --dir).
    if (command[1]?.startsWith('-') !== false || (command[1] === 'run' && command[2]?.startsWith('-') !== false)) return undefined;
  }
  // All scripts, because one script calls another, and some run before and after others. Also without a runner (`node --run`).
  const manifest = await packageFile(system, workspace);
  if (manifest === 'unreadable') return undefined;
  const scripts = isRecord(manifest['scripts']) ? manifest['scripts'] : {};
  parts.push([scripts, manifest['packageManager'], manifest['config']]);
  const words = new Set([...command, ...Object.values(scripts).flatMap(wordsOf)]);
  if (words.size > maxWords) return undefined;
  const named = [...words].flatMap((word) => [
    ...(word.startsWith('-') ? [] : endings.map((ending) => `${word}${ending}`)),
    ...(/^[\w@][\w.-]*$/.test(word) ? [`node_modules/.bin/${word}`] : []),
  ]);
  for (const path of new Set([...rules, ...named])) {
    const found = await hashOfFile(system, workspace, path);
    if (found === 'closed') return undefined;
    if (found !== undefined) parts.push([path, found.hash]);
  }
  return hashOf(JSON.stringify(parts));
}

/** SHA-256, in hex. */
function hashOf(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Words in a shell command that may be file names. */
function wordsOf(script: unknown): readonly string[] {
  return typeof script === 'string' ? script.split(/[\s"'`=;&|()<>,]+/).filter((word) => word !== '' && word.length <= 500) : [];
}

/** The hash of the file in the workspace that a word of the command names; `undefined` where there is none. */
async function hashOfFile(system: System, workspace: Workspace, word: string): Promise<{ readonly hash: string } | 'closed' | undefined> {
  const isBelow = isAbsolute(word) ? !relative(workspace.root, word).startsWith('..') : true;
  if (!isBelow) return undefined;
  let path: string;
  try {
    path = join(workspace.root, await confine(system, workspace, word));
  } catch (error) {
    // The word names no file of the workspace.
    if (error instanceof SnapError) return undefined;
    throw error;
  }
  const seen = await system.look(path);
  if (seen?.kind !== 'file') return undefined;
  if (seen.size > maxFileBytes) return 'closed';
  try {
    const bytes = await system.readBytes(path);
    return bytes === undefined ? undefined : { hash: hashOf(bytes) };
  } catch (error) {
    // It exists and cannot be read, so what it does is unknown.
    if (error instanceof SnapError) return 'closed';
    throw error;
  }
}

async function packageFile(system: System, { root }: Workspace): Promise<Readonly<Record<string, unknown>> | 'unreadable'> {
  const bytes = await system.readStart(join(root, 'package.json'), maxManifestBytes);
  if (bytes === undefined) return {};
  const manifest = jsonIn(Buffer.from(bytes).toString('utf8'));
  // Truncated, or not what a runner would read.
  return isRecord(manifest) ? manifest : 'unreadable';
}
