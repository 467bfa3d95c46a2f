import type { System } from '../../system/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import { type DirectoryNode, placeOf } from './cached-node.ts';
import { rawChild, type RawName, rawNameOf } from '../raw-name.ts';
import type { Scan } from './scan-state.ts';
import { rootIsGone, statsOf, takeDirectory, takeEntry } from './scan.ts';

/**
 * Only what a watcher reported; a reported path may be deleted, new, or of another kind than before. Every directory on the way is looked
 * at: through a link that took the place of one nothing is read.
 */
export async function scanChanges(scan: Scan, root: DirectoryNode, paths: readonly WorkspacePath[]): Promise<DirectoryNode> {
  scan.sealed = root.totals.sealed;
  const done = new Set<RawName>();
  const sound = new Map<RawName, boolean>();
  // Outer ones first: a directory that is new as a whole is walked once.
  for (const path of [...new Set(paths)].map(rawNameOf).sort()) {
    const at = meetingPoint(scan, root, path === '' || path === '.' ? [] : path.split('/'), sound);
    const what = at.isDeep ? `${at.raw}/` : at.raw;
    if (done.has(what)) continue;
    done.add(what);
    await takeAgain(scan, at);
    const wait = scan.between();
    if (wait !== undefined) await wait;
  }
  return root;
}

interface MeetingPoint {
  /** From the root to the directory that holds the entry; the root alone for the root itself. */
  readonly chain: readonly DirectoryNode[];
  readonly raw: RawName;
  /** The change is somewhere below: everything there is looked at. */
  readonly isDeep: boolean;
}

/** How far a path is known: the entry to look at is the one named, or the first on the way that is not what it was. */
function meetingPoint(scan: Scan, root: DirectoryNode, names: readonly RawName[], sound: Map<RawName, boolean>): MeetingPoint {
  const chain: DirectoryNode[] = [root];
  let raw: RawName = '';
  for (const [i, name] of names.entries()) {
    const around: MeetingPoint = { chain: chain.slice(0, Math.max(1, i)), raw, isDeep: i < names.length - 1 };
    raw = rawChild(raw, name);
    const known = chain.at(-1)?.find(name);
    const isEnd = i === names.length - 1 || known?.kind !== 'directory';
    // Where the name is not exact, the directory around it is looked at.
    if (isEnd || !isSound(scan, known, raw, sound)) return isExactName(scan.system, name) ? { chain, raw, isDeep: false } : around;
    chain.push(known);
  }
  return { chain: [root], raw: '', isDeep: false };
}

/** Whether a known directory still is that directory. */
function isSound(scan: Scan, known: DirectoryNode, raw: RawName, sound: Map<RawName, boolean>): boolean {
  const cached = sound.get(raw);
  if (cached !== undefined) return cached;
  const stats = statsOf(scan, raw);
  const answer = typeof stats === 'object' && stats.isDirectory() && stats.ino === known.inode;
  sound.set(raw, answer);
  return answer;
}

/** False where the disk may ignore case, and where the name has bytes that are not UTF-8 (the watcher then reports U+FFFD). */
function isExactName(system: System, name: RawName): boolean {
  return system.platform === 'linux' && !name.includes('\u00ef\u00bf\u00bd');
}

async function takeAgain(scan: Scan, { chain, raw, isDeep }: MeetingPoint): Promise<void> {
  const parent = chain.at(-1);
  if (parent === undefined) return;
  if (raw === '') {
    const stats = statsOf(scan, raw);
    if (typeof stats !== 'object') throw rootIsGone(scan);
    // They are counted again.
    if (isDeep) scan.sealed -= parent.totals.sealed;
    await takeDirectory(scan, '', { raw, stats, enters: 'all' }, parent, isDeep ? 'deep' : 'known');
    return;
  }
  const name = raw.slice(raw.lastIndexOf('/') + 1);
  const { index, node: old } = placeOf(parent.look(), name);
  if (isDeep && old?.kind === 'directory') scan.sealed -= old.totals.sealed;
  const taken = await takeEntry(scan, parent, { name, raw }, old, isDeep ? 'deep' : 'shallow');
  if (taken.node !== old) parent.children.splice(index, old === undefined ? 0 : 1, ...(taken.node === undefined ? [] : [taken.node]));
  if (taken.differs) for (const directory of chain) directory.id = undefined;
  // The directory may hold other names now: the next walk lists it.
  if (taken.isHidden) [parent.mtime, parent.ctime] = [0, 0];
  // Nothing is left in it of what it was looked into for.
  if (parent.enters === 'some' && parent.look().length === 0)
    await takeAgain(scan, { chain: chain.slice(0, -1), raw: raw.slice(0, -name.length - 1), isDeep: false });
}
