import type { Workspace } from '../../workspace/index.ts';
import { claimStore, moveStore, readStoreRoot, type StoreRoot } from './store-meta.ts';
import type { StorePlace } from './store-place.ts';

/** Whether the directory of a workspace is the one its snapshots were taken of. */
export interface RootCheck {
  /** There is another directory at its path: it was created again, moved there, or its disk is not mounted. */
  isReplaced(): boolean;
  /** From now on the store belongs to the directory that is there. The caller holds the store's lock. */
  claim(): void;
}

export function openRootCheck(place: StorePlace, { root }: Pick<Workspace, 'root'>, now: () => Date): RootCheck {
  /** Device and inode, once the store is known to agree with them: it does not change while the directory stays the same. */
  let agreed: string | undefined;
  const here = (): StoreRoot | undefined => {
    const stats = place.calls.lstat(root);
    return stats?.isDirectory() === true ? { path: root, device: stats.dev, inode: stats.ino } : undefined;
  };
  const isSame = (one: StoreRoot, other: StoreRoot | undefined): boolean => {
    if (other === undefined || agreed === `${one.device} ${one.inode}`) return true;
    const isAgreed = one.device === other.device && one.inode === other.inode;
    if (isAgreed) agreed = `${one.device} ${one.inode}`;
    return isAgreed;
  };
  return {
    isReplaced() {
      const directory = here();
      if (directory === undefined || agreed === `${directory.device} ${directory.inode}`) return false;
      return !isSame(directory, readStoreRoot(place));
    },
    claim() {
      const directory = here();
      if (directory === undefined || agreed === `${directory.device} ${directory.inode}`) return;
      const known = readStoreRoot(place);
      if (known === undefined) claimStore(place, directory, now());
      else if (!isSame(directory, known)) moveStore(place, directory, now());
      agreed = `${directory.device} ${directory.inode}`;
    },
  };
}
