import { createHash } from 'node:crypto';
import { SnapError, displayPath, type System, folded, partsBelow, pathsOf, realPathOf } from '../system/index.ts';
import { repositoryOf, type Repository } from './repository.ts';
import type { Workspace } from './workspace.ts';

/**
 * The workspace at a directory. Nothing is written: its directories are made when something is stored.
 * @throws SnapError `no-workspace` where {@link refusalOf} has something to say.
 */
export async function openWorkspace(system: System, root: string): Promise<Workspace> {
  const refusal = await refusalOf(system, root);
  if (refusal !== undefined) {
    throw new SnapError('no-workspace', refusal, { hint: 'Name the directory of a project with --workspace.' });
  }
  const paths = pathsOf(system);
  const { path } = await realPathAsFar(system, root);
  const repository = await repositoryOf(system, path);
  return {
    root: path,
    privateDirectory: privateDirectoryOf(system, path),
    knowledgeDirectory: paths.join(system.own.data, 'knowledge', knowledgeName(system, path, repository)),
    projectDirectory: paths.join(path, '.snap'),
    gitDirectory: repository?.directory,
  };
}

/** Where what is private about a workspace is kept, which is there when snap has stored something. @param root its real path. */
export function privateDirectoryOf(system: System, root: string): string {
  const paths = pathsOf(system);
  return paths.join(system.own.data, 'workspaces', `${nameOf(paths.basename(root))}-${shortHash(keyOf(system, root))}`);
}

/** Why a directory can be no workspace, in a sentence; `undefined` when it can. */
export async function refusalOf(system: System, path: string): Promise<string | undefined> {
  const absolute = system.resolve(path);
  const shown = displayPath(absolute, system);
  const seen = await system.look(absolute);
  if (seen?.kind !== 'directory') return `${shown}: there is no such directory.`;
  const real = (await realPathAsFar(system, absolute)).path;
  const paths = pathsOf(system);
  if (paths.dirname(real) === real) return `${shown}: the root of a disk is no workspace.`;
  // The token of the daemon is among them, and what tools show of a workspace goes to a model.
  for (const own of Object.values(system.own)) {
    if (partsBelow(system, (await realPathAsFar(system, own)).path, real) !== undefined)
      return `${shown}: snap keeps its own files there, so it is no workspace.`;
  }
  const home = (await realPathAsFar(system, system.home)).path;
  const below = partsBelow(system, real, home);
  if (below === undefined) return undefined;
  return below.length === 0
    ? `${shown}: the home directory is no workspace.`
    : `${shown}: it holds the home directory, so it is no workspace.`;
}

async function realPathAsFar(system: System, path: string): Promise<{ readonly path: string }> {
  const absolute = system.resolve(path);
  const real = await realPathOf(system, absolute);
  return real.kind === 'unknown' ? { path: absolute } : real;
}

/**
 * Work trees of one repository hold the same files, so what is known of them is the same: it goes by the place in the main work tree.
 * That is the place itself where there is no other, so what was learned before `git init` is found after it.
 */
function knowledgeName(system: System, path: string, repository: Repository | undefined): string {
  const paths = pathsOf(system);
  const place = repository?.common === undefined ? path : placeInMain(system, path, { ...repository, common: repository.common });
  return `${nameOf(paths.basename(place).replace(/\.git$/, ''))}-${shortHash(keyOf(system, place))}`;
}

function placeInMain(system: System, path: string, { common, root }: Repository & { readonly common: string }): string {
  const paths = pathsOf(system);
  const main = paths.basename(common) === '.git' ? paths.dirname(common) : common;
  return paths.join(main, ...(partsBelow(system, root, path) ?? []));
}

/** What a person recognises a directory by: at most 24 of the letters that every disk takes. */
function nameOf(text: string): string {
  const name = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .slice(0, 24)
    .replaceAll(/^-+|-+$/g, '');
  return name === '' ? 'workspace' : name;
}

function keyOf(system: System, path: string): string {
  return system.platform === 'linux' ? path : folded(path);
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
