import { join } from 'node:path';
import { type FileStamp, SnapError, type System, type TreeFile } from '../../system/index.ts';
import { exclusions, type KeyedExclusions, type Workspace, type WorkspacePath } from '../../workspace/index.ts';
import { isConfig, isIgnoreFile, sourceKind } from './source-kinds.ts';

/** The files of a workspace at one time. */
export interface Listing {
  /** Every file that the ignore rules leave, but for `node_modules`. */
  readonly files: ReadonlySet<WorkspacePath>;
  /** Of modules and of configs: equal as long as the file is the same. */
  readonly stamps: ReadonlyMap<WorkspacePath, string>;
  /** Another one when a file was added or removed, or a config has changed: then every specifier may mean something else. */
  readonly key: number;
}

/** More of them than any workspace has; those beyond are not looked at. */
const maxFiles = 200_000;
/** What was written so shortly before it was looked at may have changed since without another time. */
const racyMs = 50;

/** Lists the files of a workspace: the first time by walking it, later by looking at the times of what is known. */
export class SourceFiles {
  readonly #system: System;
  readonly #workspace: Workspace;
  readonly #exclude: readonly string[];
  #rules: KeyedExclusions | undefined;
  #files = new Set<WorkspacePath>();
  #stamps = new Map<WorkspacePath, string>();
  /** Of each directory that was listed. */
  #directories = new Map<WorkspacePath, string>();
  #key = 0;

  constructor(system: System, workspace: Workspace, exclude: readonly string[]) {
    this.#system = system;
    this.#workspace = workspace;
    this.#exclude = exclude;
  }

  async look(signal: AbortSignal | undefined): Promise<Listing> {
    if (this.#rules === undefined || !(await this.#lookAgain(this.#rules, signal))) await this.#walkAll(signal);
    signal?.throwIfAborted();
    return { files: this.#files, stamps: this.#stamps, key: this.#key };
  }

  async #walkAll(signal: AbortSignal | undefined): Promise<void> {
    const known = this.#rules?.ignoreFiles ?? ['.gitignore'];
    const rules = await exclusions(this.#system, this.#workspace, this.#exclude, signal, { ignoreFiles: known });
    for (let round = 0; ; round += 1) {
      const found = await this.#walk('', rules, signal);
      let isOther = false;
      for (const path of found.ignoreFiles) isOther = ((await rules.learn(path)) ?? false) || isOther;
      // A rule below may take back what one above leaves out.
      if (
        isOther &&
        round < 3 &&
        (found.refusedDirectories.some((one) => rules.enters(one)) || found.refusedFiles.some((one) => rules.wants(one)))
      )
        continue;
      this.#rules = rules;
      this.#files = new Set();
      this.#stamps = new Map();
      this.#directories = new Map();
      await this.#take(found, rules, { top: '', isOther });
      this.#key += 1;
      return;
    }
  }

  /** @returns false when the rules have changed, so that everything has to be walked. */
  async #lookAgain(rules: KeyedExclusions, signal: AbortSignal | undefined): Promise<boolean> {
    const paths = [...this.#directories.keys(), ...this.#stamps.keys()];
    const directories = this.#directories.size;
    const seen = await this.#system.stamps(paths.map((path) => this.#at(path)));
    const now = this.#system.now().getTime();
    let isOther = false;
    const changed: WorkspacePath[] = [];
    for (const [i, path] of paths.entries()) {
      const stamp = seen[i];
      const isDirectory = i < directories;
      if (isDirectory) {
        if (stamp?.kind !== 'directory') isOther = this.#dropDirectory(path) || isOther;
        else if (stampText(stamp, now) !== this.#directories.get(path)) changed.push(path);
        continue;
      }
      if (!this.#stamps.has(path)) continue;
      const text = stamp?.kind === 'file' ? stampText(stamp, now) : undefined;
      if (text === this.#stamps.get(path)) continue;
      if (isIgnoreFile(path)) return false;
      if (text === undefined || isConfig(path)) isOther = true;
      if (text === undefined) this.#drop(path);
      else this.#stamps.set(path, text);
    }
    for (const directory of changed) {
      if (!this.#directories.has(directory)) continue;
      const before = this.#files.size;
      const own = [...this.#files].filter((file) => isIn(file, directory));
      for (const file of own) this.#drop(file);
      this.#directories.delete(directory);
      const found = await this.#walk(directory, rules, signal);
      if (found.ignoreFiles.some((path) => !rules.ignoreFiles.includes(path))) return false;
      await this.#take(found, rules, { top: directory, isOther: false });
      isOther ||= before !== this.#files.size || own.some((file) => !this.#files.has(file));
    }
    if (isOther) this.#key += 1;
    return true;
  }

  #drop(path: WorkspacePath): void {
    this.#files.delete(path);
    this.#stamps.delete(path);
  }

  /** What is there now may be a link, through which everything below would still be seen. */
  #dropDirectory(directory: WorkspacePath): boolean {
    for (const path of this.#directories.keys()) if (path === directory || path.startsWith(`${directory}/`)) this.#directories.delete(path);
    const below = [...this.#files].filter((file) => file.startsWith(`${directory}/`));
    for (const file of below) this.#drop(file);
    return below.length > 0;
  }

  #at(path: WorkspacePath): string {
    return path === '' ? this.#workspace.root : join(this.#workspace.root, path);
  }

  /** Below a directory, but for directories that are known. */
  async #walk(top: WorkspacePath, rules: KeyedExclusions, signal: AbortSignal | undefined): Promise<Found> {
    const prefix = top === '' ? '' : `${top}/`;
    const found: Found = { files: [], directories: top === '' ? [''] : [top], ignoreFiles: [], refusedDirectories: [], refusedFiles: [] };
    const { files } = await this.#system.walk(this.#at(top), {
      enters: (below) => {
        const path = prefix + below;
        if (/(?:^|\/)(?:node_modules|\.git|\.snap)$/.test(path) || (top !== '' && this.#directories.has(path))) return false;
        const isEntered = rules.enters(path);
        (isEntered ? found.directories : found.refusedDirectories).push(path);
        return isEntered;
      },
      wants: (below) => {
        const path = prefix + below;
        if (isIgnoreFile(path)) found.ignoreFiles.push(path);
        const isWanted = rules.wants(path);
        if (!isWanted) found.refusedFiles.push(path);
        return isWanted;
      },
      maxFiles,
      signal,
    });
    signal?.throwIfAborted();
    if (top === '' && files.length === 0 && (await this.#system.look(this.#workspace.root)) === undefined)
      throw new SnapError('not-found', `${this.#workspace.root}: this folder is not there any more.`);
    found.files.push(...files);
    return found;
  }

  /**
   * @param top the directory that was walked: paths in `found.files` are from there.
   * @param isOther whether the rules have changed since.
   */
  async #take(
    { files, directories, ignoreFiles }: Found,
    rules: KeyedExclusions,
    { isOther, top }: { readonly top: WorkspacePath; readonly isOther: boolean },
  ): Promise<void> {
    const prefix = top === '' ? '' : `${top}/`;
    const now = this.#system.now().getTime();
    for (const file of files) {
      const path = prefix + file.path;
      if (isOther && !rules.wants(path)) continue;
      if (file.kind === 'file') this.#files.add(path);
      if (file.kind === 'file' && (sourceKind(path) === 'module' || isConfig(path))) this.#stamps.set(path, stampText(file, now));
    }
    const stamps = await this.#system.stamps([...directories, ...ignoreFiles].map((path) => this.#at(path)));
    for (const [i, path] of directories.entries()) {
      const stamp = stamps[i];
      if (stamp?.kind === 'directory') this.#directories.set(path, stampText(stamp, now));
    }
    for (const [i, path] of ignoreFiles.entries()) {
      const stamp = stamps[directories.length + i];
      if (stamp?.kind === 'file') this.#stamps.set(path, stampText(stamp, now));
    }
  }
}

interface Found {
  readonly files: TreeFile[];
  readonly directories: WorkspacePath[];
  readonly ignoreFiles: WorkspacePath[];
  readonly refusedDirectories: WorkspacePath[];
  readonly refusedFiles: WorkspacePath[];
}

function isIn(file: WorkspacePath, directory: WorkspacePath): boolean {
  return file.lastIndexOf('/') === (directory === '' ? -1 : directory.length) && file.startsWith(directory);
}

/** Of this process, and how many were made. */
const ownMark = Math.random().toString(36).slice(2);
let racy = 0;

/** Never equal for something that may have changed just before it was looked at, not even in the same millisecond. */
export function stampText(
  { size, modifiedMs, changedMs, inode }: Pick<FileStamp, 'size' | 'modifiedMs' | 'changedMs' | 'inode'>,
  now: number,
): string {
  const isRacy = Math.max(modifiedMs, changedMs) > now - racyMs;
  return `${size} ${modifiedMs} ${changedMs} ${inode}${isRacy ? ` ${ownMark} ${(racy += 1)}` : ''}`;
}
