import { join } from 'node:path';
import { displayPath, SnapError, type WritableSystem } from '../../system/index.ts';
import { hashOf } from '../../system/writable.ts';
import type { Workspace } from '../../workspace/index.ts';
import { byteLines, lineBytes, textOf } from './byte-lines.ts';
import { findStorePlace, learningsFile, movedTo, redirectFile, storeLock, violationsFile } from './store-place.ts';
import { parseLine } from './record.ts';

/** What {@link initProject} did, or would do. */
export interface Initialised {
  readonly directory: string;
  /** Names of the files that were created; none when all existed. */
  readonly created: readonly string[];
  /** Records that were moved, or copied from another worktree. */
  readonly moved: Moved;
}

/** What {@link uninitProject} did, or would do. */
export interface Uninitialised {
  readonly directory: string;
  readonly removed: readonly string[];
  /** Names that stay: changed since, or not created by snap. */
  readonly left: readonly string[];
  readonly moved: Moved;
}

export interface Moved {
  readonly learnings: number;
  readonly violations: number;
}

export interface MoveOptions {
  /** Writes nothing; the result says what would happen. */
  readonly dryRun?: boolean;
}

/** The learnings last: they make the directory a store, and then it must be complete. */
const storeFiles = [violationsFile, learningsFile] as const;
/** Settings files may have another extension. */
const settingsNames = ['settings.json', 'settings.jsonc', 'settings.yaml'];

/**
 * Creates `.snap/` and moves the records of the workspace there. May be called again: existing files stay, and an interrupted move is
 * finished. Writers wait meanwhile, and then write to the new place.
 * @throws SnapError `refused` when something else has that name, or a file of it is a link; otherwise for an error of the disk.
 */
export async function initProject(
  system: WritableSystem,
  workspace: Workspace,
  { dryRun = false }: MoveOptions = {},
): Promise<Initialised> {
  const { knowledgeDirectory, projectDirectory } = workspace;
  const work = async (inner: WritableSystem): Promise<Initialised> => {
    await requireOwnDirectory(inner, projectDirectory);
    // Another worktree may have the store. Its records are copied and stay there.
    const { directory: current } = await findStorePlace(inner, workspace);
    const sources = [...new Set([current, knowledgeDirectory])].filter((directory) => directory !== projectDirectory);
    const created: string[] = [];
    const present = (await inner.list(projectDirectory)) ?? [];
    for (const [name, text] of Object.entries(projectFiles)) {
      if (present.includes(name) || (settingsNames.includes(name) && settingsNames.some((other) => present.includes(other)))) continue;
      if (!dryRun) await inner.replaceBytes(join(projectDirectory, name), 'absent', Buffer.from(text), { newFileMode: 0o644 });
      created.push(name);
    }
    const moved = { learnings: 0, violations: 0 };
    for (const name of storeFiles) {
      const to = join(projectDirectory, name);
      for (const source of sources) moved[kindOf(name)] += await copyLines(inner, join(source, name), to, { dryRun, write: toProject });
      if (present.includes(name)) continue;
      created.push(name);
      if (!dryRun && (await inner.readBytes(to)) === undefined) await toProject(inner, to, undefined, new Uint8Array());
    }
    if (dryRun) return { directory: projectDirectory, created, moved };
    const redirect = Buffer.from(`${JSON.stringify({ v: 1, to: projectDirectory })}\n`);
    if ((await movedTo(inner, workspace)) !== projectDirectory) await inner.ownFiles.write(redirectFile(workspace), redirect);
    for (const name of storeFiles) {
      await empty(inner, join(knowledgeDirectory, name), (from) =>
        copyLines(inner, from, join(projectDirectory, name), { dryRun, write: toProject }),
      );
    }
    return { directory: projectDirectory, created, moved };
  };
  return dryRun ? work(system) : system.withLocks([storeLock(workspace)], work);
}

/**
 * Moves the records back to the user's data directory, and removes the files of {@link initProject} that are unchanged.
 * @throws SnapError as {@link initProject}.
 */
export async function uninitProject(
  system: WritableSystem,
  workspace: Workspace,
  { dryRun = false }: MoveOptions = {},
): Promise<Uninitialised> {
  const { knowledgeDirectory, projectDirectory } = workspace;
  const work = async (inner: WritableSystem): Promise<Uninitialised> => {
    await requireOwnDirectory(inner, projectDirectory);
    const present = (await inner.list(projectDirectory)) ?? [];
    const moved = { learnings: 0, violations: 0 };
    const copy = (name: string) => copyLines(inner, join(projectDirectory, name), join(knowledgeDirectory, name), { dryRun, write: toOwn });
    for (const name of storeFiles) moved[kindOf(name)] += await copy(name);
    const removed: string[] = storeFiles.filter((name) => present.includes(name));
    if (!dryRun) {
      if ((await movedTo(inner, workspace)) === projectDirectory) await inner.ownFiles.remove(redirectFile(workspace));
      // The learnings first: without them it is no store, and the next writer uses the other place.
      for (const name of storeFiles.toReversed()) await empty(inner, join(projectDirectory, name), () => copy(name));
    }
    for (const [name, text] of Object.entries(projectFiles)) {
      const path = join(projectDirectory, name);
      const seen = await inner.look(path);
      if (seen?.kind !== 'file' || seen.target !== undefined || seen.size !== Buffer.byteLength(text)) continue;
      const expected = hashOf(Buffer.from(text));
      if (hashOf(await inner.readBytes(path)) !== expected) continue;
      if (!dryRun) await inner.removeFile(path, expected);
      removed.push(name);
    }
    if (!dryRun) await inner.removeFile(join(projectDirectory, learningsFile), 'absent', [projectDirectory]);
    return { directory: projectDirectory, removed, left: present.filter((name) => !removed.includes(name)), moved };
  };
  return dryRun ? work(system) : system.withLocks([storeLock(workspace)], work);
}

function kindOf(name: (typeof storeFiles)[number]): keyof Moved {
  return name === learningsFile ? 'learnings' : 'violations';
}

/** A real directory or nothing, and no links among the files of the store. */
async function requireOwnDirectory(system: WritableSystem, directory: string): Promise<void> {
  const seen = await system.look(directory);
  if (seen !== undefined && (seen.kind !== 'directory' || seen.target !== undefined)) {
    throw refused(system, directory, seen.target === undefined ? 'this is not a directory' : 'this is a symbolic link');
  }
  for (const name of storeFiles) {
    const path = join(directory, name);
    const file = await system.look(path);
    if (file === undefined || (file.kind === 'file' && file.target === undefined)) continue;
    throw refused(system, path, file.target === undefined ? 'this is not a regular file' : 'this is a symbolic link');
  }
}

function refused({ home }: WritableSystem, path: string, what: string): SnapError {
  return new SnapError('refused', `${displayPath(path, { home })}: ${what}, and snap does not store records there.`, {
    hint: 'Move it away, then run the command again.',
  });
}

type Write = (system: WritableSystem, path: string, before: Uint8Array | undefined, after: Uint8Array) => Promise<void>;

const toProject: Write = (system, path, before, after) => system.replaceBytes(path, hashOf(before), after, { newFileMode: 0o644 });
const toOwn: Write = (system, path, _, after) => system.ownFiles.write(path, after);

/**
 * Durably appends to `to` the lines of `from` that it does not have, records or not.
 * @returns the number of records among them.
 */
async function copyLines(
  system: WritableSystem,
  from: string,
  to: string,
  { dryRun, write }: { readonly dryRun: boolean; readonly write: Write },
): Promise<number> {
  const lines = byteLines(await system.readBytes(from));
  if (lines.length === 0) return 0;
  const before = await system.readBytes(to);
  const there = byteLines(before);
  const known = new Set(there);
  const missing = lines.filter((line) => line !== '' && !known.has(line));
  if (missing.length === 0) return 0;
  if (!dryRun) await write(system, to, before, lineBytes([...there, ...missing]));
  return missing.filter((line) => {
    const parsed = parseLine(textOf(line));
    return parsed !== undefined && 'record' in parsed;
  }).length;
}

/** Removes a file whose lines were copied. Lines that a process without the lock adds meanwhile are copied first. */
async function empty(system: WritableSystem, path: string, copy: (from: string) => Promise<number>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const bytes = await system.readBytes(path);
    if (bytes === undefined) return;
    await copy(path);
    try {
      return await system.removeFile(path, hashOf(bytes));
    } catch (error) {
      // Lines were added between copying and removing.
      if (attempt >= 5 || !(error instanceof SnapError) || error.code !== 'changed') throw error;
    }
  }
}

/**
 * The files that `snap init` creates next to the records, by name. `snap init --undo` removes those that are unchanged, so their text stays as it
 * is: a new wording would leave the old files behind.
 */
const projectFiles: Readonly<Record<string, string>> = {
  'settings.json': `{
  "$schema": "urn:snap-mcp:schema:settings:1"
}
`,
  // Union: both sides' lines stay, in any order. https://git-scm.com/docs/gitattributes#Documentation/gitattributes.txt-union
  '.gitattributes': `*.jsonl merge=union text eol=lf
`,
  '.gitignore': `# Left behind only when snap is ended in the middle of a write.
.*.snap-mcp.tmp
`,
  'README.md': `# What snap knows about this project

- \`learnings.jsonl\`: what was learned while working here, one record a line.
- \`violations.jsonl\`: rules that were broken, one report a line; they are counted by type.
- \`settings.json\`: settings of this project.

These files are meant to be committed: whoever works here then knows the same. They are plain text, lines are only ever added, and
git keeps the lines of both sides in a merge (\`.gitattributes\`). Secrets are taken out before a line is written; read a change
before you commit it all the same. How often something was shown and whether it helped is not in here, but in your own data directory.

\`snap init --undo\` moves the records back to your own data directory and removes this directory.
`,
};
