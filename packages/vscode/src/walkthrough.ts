import { commands, Disposable } from 'vscode';
import { join } from 'node:path';
import type { Desk } from './desk.ts';
import type { GateFacts } from './gates/facts.ts';

/** The steps of the walkthrough complete themselves by these (package.json, `completionEvents`). */
const contexts = {
  'snap.hasProgram': ({ cli }: GateFacts) => cli.kind === 'found',
  'snap.isReady': ({ daemon, workspace }: GateFacts) => daemon.kind === 'connected' && workspace.kind === 'initialized',
  'snap.isConnected': ({ mcp, cli }: GateFacts) => cli.kind === 'found' && mcp.kind === 'configured',
};

/** Tells the editor which steps are done. */
export function registerWalkthrough(desk: Desk): Disposable {
  const told = new Map<string, boolean>();
  const tell = (name: string, value: boolean): void => {
    if (told.get(name) === value) return;
    told.set(name, value);
    void commands.executeCommand('setContext', name, value);
  };
  const tellAll = (): void => {
    for (const [name, isDone] of Object.entries(contexts)) tell(name, isDone(desk.gates.facts));
  };
  const tellSnapshots = async (): Promise<void> => {
    if (told.get('snap.hasSnapshot') === true) return;
    const folder = await desk.workspace();
    if (folder === undefined) return;
    const kept = await (await desk.system()).list(join(folder.workspace.privateDirectory, 'snapshots'));
    tell('snap.hasSnapshot', kept !== undefined && kept.length > 0);
  };
  const follow = (): void => {
    tellAll();
    tellSnapshots().catch((error: unknown) => desk.log.warn(String(error)));
  };
  follow();
  return Disposable.from(
    desk.gates.onDidSee(follow),
    desk.daemon.onEvent(({ type }) => {
      if (type === 'snapshot.created') tell('snap.hasSnapshot', true);
    }),
  );
}
