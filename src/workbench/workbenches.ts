import type { WritableSystem } from '../system/index.ts';
import type { Owner } from '../memory/index.ts';
import type { Assist } from './assist/pieces.ts';
import { assisted } from './assist/assisted.ts';
import { openSharedWorkbench, type SharedWorkbench } from './shared-workbench.ts';
import type { PublishFor } from './work-events.ts';
import { workbenchOf, type Workbench } from './workbench.ts';

/** The workspaces that a process has open: each once, for all of its connections. */
export interface Workbenches {
  /** The workspace at `root` (a real path) as this owner works with it. The shared part is closed with the last one that uses it. */
  open(root: string, owner: Owner): Promise<Workbench>;
  /** The part of it that all share; the caller releases it at the end. */
  hold(root: string): Promise<HeldWorkbench>;
  /** It is opened again for all that ask from now on, by the settings of today; for the others it stays as it is. */
  renew(root: string): void;
}

export interface HeldWorkbench {
  readonly shared: SharedWorkbench;
  release(): void;
}

interface Opened {
  readonly shared: Promise<SharedWorkbench>;
  users: number;
}

export interface WorkbenchesOptions {
  /** Asked first for pieces of work that it may have prepared. */
  readonly assist?: Assist | undefined;
  readonly publish?: PublishFor | undefined;
}

/** Opens nothing until it is asked. The workspaces are watched, since such a process lives long. */
export function createWorkbenches(system: WritableSystem, { assist, publish }: WorkbenchesOptions = {}): Workbenches {
  const byRoot = new Map<string, Opened>();

  const openShared = async (root: string): Promise<SharedWorkbench> => {
    const shared = await openSharedWorkbench(system, root, {
      watch: true,
      publish: publish === undefined ? undefined : (type, data) => publish(shared.workspace.root, type, data),
    });
    if (assist === undefined) return shared;
    assist.opened(shared.workspace.root);
    return assisted(shared, assist);
  };

  const release = (root: string, opened: Opened): void => {
    opened.users -= 1;
    if (opened.users > 0) return;
    if (byRoot.get(root) === opened) byRoot.delete(root);
    opened.shared.then(
      (shared) => shared.close(),
      // What could not be opened needs no close.
      () => undefined,
    );
  };

  const hold = async (root: string): Promise<HeldWorkbench> => {
    const opened = byRoot.get(root) ?? { shared: openShared(root), users: 0 };
    byRoot.set(root, opened);
    opened.users += 1;
    let isOpen = true;
    const close = (): void => {
      if (!isOpen) return;
      isOpen = false;
      release(root, opened);
    };
    try {
      return { shared: await opened.shared, release: close };
    } catch (error) {
      close();
      throw error;
    }
  };

  return {
    hold,
    async open(root, owner) {
      const { shared, release: close } = await hold(root);
      // Again, with the name of the assistant.
      if (owner.kind === 'connection' && owner.client !== undefined) assist?.opened(shared.workspace.root, owner.client);
      return workbenchOf(shared, owner, close);
    },
    renew: (root) => void byRoot.delete(root),
  };
}
