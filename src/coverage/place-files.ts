import { type WorkspacePath, pathFrom } from '../workspace/index.ts';

/** Where a path of a report is in the workspace. */
export type Placed = { readonly file: WorkspacePath } | { readonly problem: 'absent' | 'ambiguous' };

export interface ReportPlace {
  /** Root of the workspace, with `/`. */
  readonly root: string;
  /** The package whose report it is; empty for the root. */
  readonly base: WorkspacePath;
  /** What the report itself says its paths are relative to. */
  readonly roots: readonly string[];
  /** Paths of modules of Go with their directories, the longest path first. */
  readonly modules: readonly { readonly path: string; readonly directory: WorkspacePath }[];
}

/** The files of a workspace, found by their ends. */
export class FilesByName {
  readonly #files: ReadonlySet<WorkspacePath>;
  readonly #byName = new Map<string, string[]>();
  #looks = 0;

  constructor(files: Iterable<WorkspacePath>) {
    this.#files = new Set(files);
    for (const file of this.#files) {
      const name = file.slice(file.lastIndexOf('/') + 1);
      const same = this.#byName.get(name);
      if (same === undefined) this.#byName.set(name, [file]);
      else same.push(file);
    }
  }

  has(file: WorkspacePath): boolean {
    return this.#files.has(file);
  }

  /** The files that end in most of the last names of a path, and in how many. */
  withLongestEnd(path: readonly string[]): { readonly files: readonly WorkspacePath[]; readonly names: number } {
    let [files, most]: [WorkspacePath[], number] = [[], 0];
    // A name that thousands of files have says nothing, and a report of nothing but such names neither.
    for (const file of (this.#byName.get(path.at(-1) ?? '') ?? []).slice(0, maxSameName)) {
      this.#looks += 1;
      if (this.#looks > maxLooks) return { files: [], names: 0 };
      const names = commonEnd(file.split('/'), path);
      if (names > most) [files, most] = [[file], names];
      else if (names === most) files.push(file);
    }
    return { files, names: most };
  }
}

const maxSameName = 2_000;
const maxLooks = 1_000_000;

/**
 * Finds the files that a report names. Paths of this machine, and those relative to the package or a directory above it, are taken
 * as they are. Of another machine's, the longest common ends say which directory there is which one here, and that holds for all
 * paths of the report: a file that was deleted since is not taken for another one of its name. Only files of the workspace are found.
 */
export function placeFiles(paths: readonly string[], place: ReportPlace, files: FilesByName): ReadonlyMap<string, Placed> {
  const placed = new Map<string, Placed>();
  const foreign = new Map<string, readonly string[]>();
  for (const path of paths) {
    const known = placeHere(path, place, files);
    if (known.kind === 'here') placed.set(path, known.placed);
    else foreign.set(path, known.names);
  }
  const directories = sameDirectories([...foreign.values()], files);
  for (const [path, names] of foreign) placed.set(path, placeForeign(names, directories, place, files));
  return placed;
}

type Here = { readonly kind: 'here'; readonly placed: Placed } | { readonly kind: 'foreign'; readonly names: readonly string[] };

function placeHere(path: string, place: ReportPlace, files: FilesByName): Here {
  const plain = plainPath(path);
  const module = place.modules.find((each) => plain.startsWith(`${each.path}/`));
  if (module !== undefined) return here(pathFrom('', joinedText(module.directory, plain.slice(module.path.length + 1))), files);
  // Where a report names directories, its paths begin there and nowhere else.
  const isFromRoots = place.roots.length > 0 && !isAbsolute(plain);
  const spelled = isFromRoots ? place.roots.map((root) => joinedText(plainPath(root), plain)) : [plain];
  for (const each of spelled) {
    const inside = insideOf(place.root, each);
    if (inside !== undefined && files.has(inside)) return here(inside, files);
    if (inside !== undefined && !isFromRoots) return here(undefined, files);
    if (isAbsolute(each)) continue;
    for (const base of upwards(place.base)) {
      const file = pathFrom('', joinedText(base, each));
      if (file !== undefined && files.has(file)) return here(file, files);
    }
  }
  const ends = spelled.map(namesOf).map((names) => ({ names, count: files.withLongestEnd(names).names }));
  const [best] = ends.toSorted((one, other) => other.count - one.count);
  return { kind: 'foreign', names: best?.names ?? [] };
}

function here(file: WorkspacePath | undefined, files: FilesByName): Here {
  return { kind: 'here', placed: file !== undefined && files.has(file) ? { file } : { problem: 'absent' } };
}

interface SameDirectory {
  readonly there: string;
  readonly here: WorkspacePath;
  readonly voters: number;
  /** Whether more than the name of a file speaks for it. */
  readonly isSure: boolean;
}

/** Which directory of the other machine is which one here; the one that most paths speak for first. */
function sameDirectories(paths: readonly (readonly string[])[], files: FilesByName): readonly SameDirectory[] {
  const votes = new Map<string, { readonly there: string; readonly here: string; voters: number; isSure: boolean }>();
  for (const names of paths) {
    const { files: found, names: count } = files.withLongestEnd(names);
    const [file] = found;
    if (file === undefined || found.length > 1) continue;
    const local = file.split('/');
    const pair = { there: names.slice(0, names.length - count).join('/'), here: local.slice(0, local.length - count).join('/') };
    const key = `${pair.there}\0${pair.here}`;
    const vote = votes.get(key) ?? { ...pair, voters: 0, isSure: false };
    vote.voters += 1;
    vote.isSure ||= count >= 2 || vote.voters >= 2;
    votes.set(key, vote);
  }
  return [...votes.values()].filter(({ isSure }) => isSure).toSorted((one, other) => other.voters - one.voters);
}

function placeForeign(names: readonly string[], directories: readonly SameDirectory[], place: ReportPlace, files: FilesByName): Placed {
  const { files: ends, names: count } = files.withLongestEnd(names);
  // The whole path is the end of a file's, as in reports of Java.
  if (count === names.length) {
    const own = place.base === '' ? ends : ends.filter((file) => file.startsWith(`${place.base}/`));
    const [file, ...others] = own.length > 0 ? own : ends;
    if (file !== undefined && others.length === 0 && names.length > 1) return { file };
  }
  const path = names.join('/');
  const matching = directories.filter(({ there }) => there === '' || path.startsWith(`${there}/`));
  const [best] = matching;
  if (best === undefined) return { problem: ends.length > 1 ? 'ambiguous' : 'absent' };
  const found = matching
    .filter(({ voters }) => voters === best.voters)
    .map(({ there, here: directory }) => pathFrom('', joinedText(directory, there === '' ? path : path.slice(there.length + 1))))
    .filter((file) => file !== undefined && files.has(file));
  const [file, ...others] = new Set(found);
  if (file === undefined) return { problem: 'absent' };
  return others.length === 0 ? { file } : { problem: 'ambiguous' };
}

function commonEnd(one: readonly string[], other: readonly string[]): number {
  let count = 0;
  while (count < one.length && count < other.length && one[one.length - 1 - count] === other[other.length - 1 - count]) count += 1;
  return count;
}

/** With `/`, without what addresses and bundlers add. */
function plainPath(path: string): string {
  const local = /^file:\/\//i.test(path) ? fromAddress(path) : path;
  const isWindows = /^[A-Za-z]:[\\/]|^\\\\/.test(local) || !local.includes('/');
  return isWindows ? local.replaceAll('\\', '/') : local;
}

function fromAddress(address: string): string {
  const path = address.replace(/^file:\/\/[^/]*/i, '').replace(/[?#].*$/, '');
  const local = /^\/[A-Za-z]:/.test(path) ? path.slice(1) : path;
  try {
    return decodeURIComponent(local);
  } catch {
    // A `%` that encodes nothing belongs to the name.
    return local;
  }
}

function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:\//.test(path);
}

function namesOf(path: string): readonly string[] {
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return names;
}

/** From the root of the workspace; `undefined` for a path elsewhere. */
function insideOf(root: string, path: string): WorkspacePath | undefined {
  if (!isAbsolute(path)) return undefined;
  const full = namesOf(path).join('/');
  const top = namesOf(root).join('/');
  return full.startsWith(`${top}/`) ? full.slice(top.length + 1) : undefined;
}

function joinedText(directory: string, path: string): string {
  return directory === '' ? path : `${directory.replace(/\/$/, '')}/${path}`;
}

/** A directory, and those above it up to the root. */
function upwards(directory: WorkspacePath): readonly WorkspacePath[] {
  const all: WorkspacePath[] = [];
  for (let at = directory; at !== ''; at = at.includes('/') ? at.slice(0, at.lastIndexOf('/')) : '') all.push(at);
  return [...all, ''];
}
