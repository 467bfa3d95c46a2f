import type { Moment } from '../../history/index.ts';
import { type WorkspacePath, directoryOf } from '../../workspace/index.ts';
import type { Proof } from './docs-finding.ts';
import type { Evidence } from './evidence.ts';

/** More renames of one file one after the other are not followed. */
const maxRenames = 6;

/**
 * That one of the paths existed: as a file that a commit deleted, or as a directory that lost all its files.
 * @param options `mayEndWith`: a path that may begin below the root, if it has at least `minParts` names.
 */
export async function provePaths(
  paths: readonly WorkspacePath[],
  { mayEndWith, minParts = 2 }: { readonly mayEndWith?: string; readonly minParts?: number },
  evidence: Evidence,
): Promise<Proof | undefined> {
  for (const path of paths) {
    if (path === '') continue;
    const found = (await deletedFile(path, evidence)) ?? (await deletedDirectory(path, evidence));
    if (found !== undefined) return found;
  }
  const end = mayEndWith?.replace(/^(\.{1,2}\/)+|\/$/g, '') ?? '';
  if (end.split('/').length < minParts) return undefined;
  const deletions = await evidence.past.deletions(evidence.signal);
  const longer = [...evidence.uncommitted.keys(), ...deletions.keys()].find((path) => path.endsWith(`/${end}`));
  return longer === undefined ? undefined : deletedFile(longer, evidence);
}

async function deletedFile(path: WorkspacePath, evidence: Evidence): Promise<Proof | undefined> {
  const { facts, past, signal, uncommitted } = evidence;
  for (const name of [path, path.replace(/\.([cm]?)js(x?)$/, '.$1ts$2')]) {
    if (uncommitted.has(name)) return { was: name, isUncommitted: true, now: uncommitted.get(name) ?? sameName(name, evidence) };
    const gone = (await past.deletions(signal)).get(name);
    if (gone !== undefined && !facts.has(name))
      return { was: name, gone, now: (await nameToday(name, gone, evidence)) ?? sameName(name, evidence) };
  }
  return undefined;
}

/** The one file of that name, where it is not one of many projects have. */
function sameName(path: WorkspacePath, { facts }: Evidence): WorkspacePath | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (/^(index|mod|main|__init__|types?|utils?|readme|package|config|setup)\./i.test(name)) return undefined;
  const found = facts.endingWith(name);
  return found.length === 1 ? found[0] : undefined;
}

/** Follows renames until a file exists. */
async function nameToday(
  path: WorkspacePath,
  gone: Moment,
  { facts, past, signal, uncommitted }: Evidence,
): Promise<WorkspacePath | undefined> {
  const deletions = await past.deletions(signal);
  let at = path;
  let moment: Moment | undefined = gone;
  for (let step = 0; step < maxRenames && moment !== undefined; step += 1) {
    const next: WorkspacePath | undefined = (await past.renamesIn(moment.commit, signal)).get(at) ?? undefined;
    if (next === undefined) break;
    if (facts.has(next)) return next;
    if (uncommitted.has(next)) return uncommitted.get(next);
    at = next;
    moment = deletions.get(next);
  }
  return undefined;
}

async function deletedDirectory(path: WorkspacePath, evidence: Evidence): Promise<Proof | undefined> {
  const { facts, past, signal, uncommitted } = evidence;
  const below = `${path}/`;
  const inWork = [...uncommitted].find(([file]) => file.startsWith(below));
  if (inWork !== undefined) return { was: below, isUncommitted: true, now: directoryToday(inWork[0], inWork[1], path, evidence) };
  for (const [file, gone] of await past.deletions(signal)) {
    if (!file.startsWith(below)) continue;
    const now = await nameToday(file, gone, evidence);
    return facts.has(path) ? undefined : { was: below, gone, now: directoryToday(file, now, path, evidence) };
  }
  return undefined;
}

/** `a/old/x.ts` is now `a/new/x.ts`: then `a/old/` is `a/new/`. */
function directoryToday(
  file: WorkspacePath,
  now: WorkspacePath | undefined,
  path: WorkspacePath,
  { facts }: Evidence,
): WorkspacePath | undefined {
  const rest = file.slice(path.length);
  if (now === undefined) return undefined;
  if (now.endsWith(rest)) return `${now.slice(0, -rest.length)}/`;
  const directory = directoryOf(now);
  return rest.lastIndexOf('/') === 0 && facts.has(directory) ? `${directory}/` : undefined;
}
