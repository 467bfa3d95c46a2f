import type { Disposable } from 'vscode';
import { join } from 'node:path';
import { openBench, type Bench } from '../bench/bench.ts';
import type { Desk } from '../desk.ts';

/** The thread of each folder, shared by the views; opened by the first that needs it. Without use it ends by itself. */
export interface Benches extends Disposable {
  /** That of the current folder; `undefined` where none is open. */
  current(): Bench | undefined;
}

export function benchesOf(desk: Desk): Benches {
  const open = new Map<string, Bench>();
  const close = (folder: string): void => {
    void open.get(folder)?.close();
    open.delete(folder);
  };
  const listener = desk.folders.onDidChange(() => {
    for (const folder of open.keys()) if (!desk.folders.all.includes(folder)) close(folder);
  });
  return {
    current() {
      const folder = desk.folder();
      if (folder === undefined) return undefined;
      const bench = open.get(folder) ?? openFor(desk, folder);
      open.set(folder, bench);
      return bench;
    },
    dispose() {
      listener.dispose();
      for (const folder of open.keys()) close(folder);
    },
  };
}

function openFor(desk: Desk, root: string): Bench {
  return openBench({
    root,
    system: () => desk.system(),
    file: join(desk.context.extensionPath, 'dist', 'bench.js'),
    ask: (...asked) => desk.daemon.ask(...asked),
    onEvent: (event) => desk.daemon.publish(event),
  });
}
