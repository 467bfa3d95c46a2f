import { Disposable, workspace } from 'vscode';
import { join } from 'node:path';
import type { Bench } from '../bench/bench.ts';
import type { Desk } from '../desk.ts';

/** The thread of the first folder, shared by the views; opened by the first that needs it. */
export interface Benches extends Disposable {
  /** `undefined` where no folder is open. */
  current(): Promise<Bench | undefined>;
}

export function benchesOf(desk: Desk): Benches {
  let open: { readonly folder: string; readonly bench: Promise<Bench> } | undefined;
  const close = (): void => {
    void open?.bench.then((bench) => bench.close());
    open = undefined;
  };
  const listener = workspace.onDidChangeWorkspaceFolders(() => {
    if (desk.folder() !== open?.folder) close();
  });
  return {
    async current() {
      const folder = desk.folder();
      if (folder === undefined) return undefined;
      if (open?.folder !== folder) {
        close();
        open = { folder, bench: openFor(desk, folder) };
      }
      return open.bench;
    },
    dispose() {
      listener.dispose();
      close();
    },
  };
}

async function openFor(desk: Desk, root: string): Promise<Bench> {
  const { openBench } = await import('../bench/bench.ts');
  return openBench({
    root,
    system: () => desk.system(),
    file: join(desk.context.extensionPath, 'dist', 'bench.js'),
    ask: (...asked) => desk.daemon.ask(...asked),
    onEvent: (event) => desk.daemon.publish(event),
  });
}
