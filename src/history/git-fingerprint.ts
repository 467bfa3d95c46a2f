import { join } from 'node:path';
import type { System } from '../system/index.ts';
import type { Workspace } from '../workspace/index.ts';

/** A file written twice within one tick of the disk's clock has one time for two contents. */
export const writtenJustNowMs = 1_000;
/** Files of settings are mostly much shorter; a longer one is not compared. */
const maxBytes = 64 * 1024;

const inGitDirectory = ['HEAD', 'config', 'config.worktree', 'info/exclude', 'info/attributes', 'info/sparse-checkout'];

/**
 * Equal only while the answer of `git status` depends on nothing but the files of the workspace: the index, the commit that is checked out,
 * the settings and the rules outside of the work tree are the same. `undefined` where that cannot be seen: the workspace is not the top
 * of a plain repository, has submodules, or the index was written just now.
 */
export async function gitFingerprint(system: System, workspace: Workspace): Promise<string | undefined> {
  const { gitDirectory, root } = workspace;
  if (gitDirectory === undefined || !(await isPlainRepository(system, root, gitDirectory))) return undefined;
  const stamps = await stampsOf(system, gitDirectory);
  const texts = await textsOf(
    system,
    inGitDirectory.map((name) => join(gitDirectory, name)),
  );
  const commit = await commitOf(system, gitDirectory, texts?.[0]);
  const person = await personSettings(system);
  if (stamps === undefined || texts === undefined || commit === undefined || person === undefined) return undefined;
  return JSON.stringify([stamps, texts, commit, person]);
}

/** The person's own settings and rules, and those of the machine; `undefined` when one is too long. https://git-scm.com/docs/git-config#FILES */
export async function personSettings(system: System): Promise<string | undefined> {
  const home = system.env['HOME'] ?? system.home;
  const configured = system.env['XDG_CONFIG_HOME'];
  const own = join(configured === undefined || configured === '' ? join(home, '.config') : configured, 'git');
  const paths = ['/etc/gitconfig', '/etc/gitattributes', join(home, '.gitconfig')];
  const texts = await textsOf(system, [...paths, ...['config', 'ignore', 'attributes'].map((name) => join(own, name))]);
  return texts === undefined ? undefined : JSON.stringify(texts);
}

async function isPlainRepository(system: System, root: string, gitDirectory: string): Promise<boolean> {
  if (gitDirectory !== join(root, '.git')) return false;
  const seen = await system.look(gitDirectory);
  if (seen?.kind !== 'directory' || seen.target !== undefined) return false;
  // Commits may be replaced by others, and submodules have states of their own.
  const replaced = await system.list(join(gitDirectory, 'refs', 'replace'));
  return (replaced ?? []).length === 0 && (await system.look(join(root, '.gitmodules'))) === undefined;
}

/** Size, times and inode of what is too large to be read. */
async function stampsOf(system: System, gitDirectory: string): Promise<string | undefined> {
  const names = ['index', 'packed-refs', 'commondir'];
  const { files } = await system.walk(gitDirectory, { enters: () => false, wants: (name) => names.includes(name), maxFiles: names.length });
  const unchangedSince = system.now().getTime() - writtenJustNowMs;
  // A directory with "commondir" belongs to a second work tree.
  const isPlain = files.every(({ changedMs, kind, path }) => kind === 'file' && path !== 'commondir' && changedMs < unchangedSince);
  if (!isPlain) return undefined;
  return files.map(({ changedMs, inode, modifiedMs, path, size }) => `${path}:${size}:${modifiedMs}:${changedMs}:${inode}`).join(' ');
}

/** What the branch in HEAD names; `packed` where that is in another file, `detached` where HEAD is a commit itself. */
async function commitOf(system: System, gitDirectory: string, head: string | null | undefined): Promise<string | undefined> {
  if (head === undefined || head === null) return undefined;
  if (/^[0-9a-f]{40,64}\n?$/.test(head)) return 'detached';
  const name = /^ref: (refs\/heads\/.+)\n?$/.exec(head)?.[1];
  // The form of repositories whose refs are in tables.
  if (name === undefined || name === 'refs/heads/.invalid') return undefined;
  const commit = (await textsOf(system, [join(gitDirectory, name)]))?.[0];
  if (commit === null) return 'packed';
  // A branch may name another one.
  return commit !== undefined && /^[0-9a-f]{40,64}\n?$/.test(commit) ? commit : undefined;
}

/** `null` for a file that does not exist or cannot be read. */
async function textsOf(system: System, paths: readonly string[]): Promise<readonly (string | null)[] | undefined> {
  const texts: (string | null)[] = [];
  for (const path of paths) {
    const bytes = await system.readStart(path, maxBytes);
    if (bytes !== undefined && bytes.length >= maxBytes) return undefined;
    texts.push(bytes === undefined ? null : Buffer.from(bytes).toString('latin1'));
  }
  return texts;
}
