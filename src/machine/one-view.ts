import type { Seen, System } from '../system/index.ts';

/**
 * The machine as one examination sees it: every path is looked at and every directory listed once, so that all who ask get the same
 * answer. Not for work that changes the disk.
 */
export function oneView(system: System): System {
  const seen = new Map<string, Promise<Seen | undefined>>();
  const listed = new Map<string, Promise<readonly string[] | undefined>>();
  // The rest stays with the system itself: some of it is made when it is first asked for.
  const view: System = Object.create(system);
  return Object.assign(view, {
    look: (path: string) => once(seen, path, () => system.look(path)),
    list: (path: string) => once(listed, path, () => system.list(path)),
  });
}

function once<T>(known: Map<string, Promise<T>>, path: string, ask: () => Promise<T>): Promise<T> {
  const found = known.get(path) ?? ask();
  known.set(path, found);
  return found;
}
