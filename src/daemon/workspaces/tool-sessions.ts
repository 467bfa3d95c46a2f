import { snapTools, type ConnectionOptions, type ToolResult, type ToolRunner } from '../../server/index.ts';
import type { WritableSystem } from '../../system/index.ts';
import type { Workbench, Workbenches } from '../../workbench/index.ts';
import type { HostedCall, HostedOptions } from '../workspace-host.ts';

/** The clients over HTTP, each with its own tasks. */
export interface ToolSessions {
  call(root: string, asked: HostedCall, options: HostedOptions): Promise<ToolResult>;
  leave(session: string): void;
  close(): void;
}

interface Session {
  readonly runner: Promise<ToolRunner>;
  readonly benches: Workbench[];
}

export function toolSessions(system: WritableSystem, workbenches: Workbenches, about: ConnectionOptions['about']): ToolSessions {
  const sessions = new Map<string, Session>();

  const begin = (root: string, { session, client, isFull }: HostedCall): Session => {
    const benches: Workbench[] = [];
    const tools = snapTools(async (path) => {
      const owner = { kind: 'connection', run: system.run, nonce: session, ...(client === undefined ? {} : { client }) } as const;
      const bench = await workbenches.open(path, owner);
      benches.push(bench);
      return { ...bench, assistance: async () => `Runs in the daemon (process ${process.pid}).` };
    });
    const runner = tools.runner({
      system: async () => system,
      about,
      namedWorkspace: root,
      isFull,
      log: (text) => void process.stderr.write(text),
      client: () => client,
      roots: async () => undefined,
    });
    const begun = { runner, benches };
    sessions.set(session, begun);
    // The next call tries again.
    runner.catch(() => sessions.delete(session));
    return begun;
  };

  const leave = (session: string): void => {
    const found = sessions.get(session);
    sessions.delete(session);
    // The process lives on, so no other process could see that the task has no owner any more.
    for (const { tasks } of found?.benches ?? []) tasks.release().catch(() => undefined);
    found?.runner.then(
      (runner) => runner.close(),
      // What could not be loaded needs no end.
      () => undefined,
    );
  };

  return {
    async call(root, asked, { signal, notify }) {
      const { runner } = sessions.get(asked.session) ?? begin(root, asked);
      return (await runner).call({ params: { name: asked.name, arguments: asked.input }, signal, notify });
    },
    leave,
    close() {
      for (const session of sessions.keys()) leave(session);
    },
  };
}
