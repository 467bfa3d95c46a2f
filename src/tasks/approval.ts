import { createHash } from 'node:crypto';
import { isAbsolute, join, relative } from 'node:path';
import { isRecord, jsonIn, SnapError, type System, type WritableSystem } from '../system/index.ts';
import { confine, type Workspace } from '../workspace/index.ts';

const runners = ['npm', 'pnpm', 'yarn', 'bun'];
const mostBytes = 1024 * 1024;
const mostApproved = 50;

/**
 * Notes that the person lets this command of a project run: in this workspace, with these words, with the scripts of `package.json`
 * and the files of the workspace that it names as they are now. Any change of these needs another yes.
 * @throws SnapError `refused` for a command whose content cannot be told; what the disk says otherwise.
 */
export async function approve(system: WritableSystem, workspace: Workspace, command: readonly string[]): Promise<void> {
  const print = await fingerprint(system, workspace, command);
  if (print === undefined) {
    throw new SnapError('refused', 'This command runs a script of another directory, whose content would not be part of the approval.', {
      hint: 'Name a script of package.json in the root of the workspace.',
    });
  }
  const path = approvedPath(workspace);
  await system.withLocks([path], async (locked) => {
    const known = await readApproved(locked, workspace);
    if (known.includes(print)) return;
    const text = JSON.stringify({ v: 1, approved: [...known, print].slice(-mostApproved) });
    await locked.ownFiles.write(path, Buffer.from(`${text}\n`));
  });
}

/** Whether the person said yes to exactly this. In doubt not. */
export async function isApproved(system: System, workspace: Workspace, command: readonly string[]): Promise<boolean> {
  const print = await fingerprint(system, workspace, command);
  return print !== undefined && (await readApproved(system, workspace)).includes(print);
}

function approvedPath({ privateDirectory }: Workspace): string {
  return join(privateDirectory, 'approved.json');
}

async function readApproved(system: System, workspace: Workspace): Promise<readonly string[]> {
  const bytes = await system.readBytes(approvedPath(workspace));
  const value = bytes === undefined ? undefined : jsonIn(Buffer.from(bytes).toString('utf8'));
  const approved = isRecord(value) && value['v'] === 1 ? value['approved'] : undefined;
  return Array.isArray(approved) ? approved.filter((entry) => typeof entry === 'string') : [];
}

/** `undefined` when what would run cannot be told. */
async function fingerprint(system: System, workspace: Workspace, command: readonly string[]): Promise<string | undefined> {
  const [program = ''] = command;
  const parts: unknown[] = [workspace.root, command];
  const name = program.replace(/^.*[\\/]/, '').replace(/\.(cmd|exe|ps1)$/i, '');
  if (runners.includes(name)) {
    // An option before the script may send it to another directory (--prefix, -C, --cwd, --dir).
    if (command[1]?.startsWith('-') !== false || (command[1] === 'run' && command[2]?.startsWith('-') !== false)) return undefined;
    // All of them: one script calls another, and some are run before and after.
    const packageFile = await textOf(system, join(workspace.root, 'package.json'));
    const manifest = packageFile === undefined ? undefined : jsonIn(packageFile);
    parts.push(isRecord(manifest) ? manifest['scripts'] : undefined);
  }
  for (const word of command) {
    const hash = await hashOfFile(system, workspace, word);
    if (hash !== undefined) parts.push([word, hash]);
  }
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** Of a file in the workspace that a word of the command names. */
async function hashOfFile(system: System, workspace: Workspace, word: string): Promise<string | undefined> {
  const isBelow = isAbsolute(word) ? !relative(workspace.root, word).startsWith('..') : true;
  if (!isBelow) return undefined;
  try {
    const path = join(workspace.root, await confine(system, workspace, word));
    const seen = await system.look(path);
    if (seen?.kind !== 'file' || seen.size > mostBytes) return undefined;
    const bytes = await system.readBytes(path);
    return bytes === undefined ? undefined : createHash('sha256').update(bytes).digest('hex');
  } catch (error) {
    // A word that names no file of the workspace is a word.
    if (error instanceof SnapError) return undefined;
    throw error;
  }
}

async function textOf(system: System, path: string): Promise<string | undefined> {
  const bytes = await system.readStart(path, mostBytes);
  return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8');
}
