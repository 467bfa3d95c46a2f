import { commands, Disposable, window } from 'vscode';
import { join } from 'node:path';
import type { Desk } from './desk.ts';
import type { GateFacts } from './gates/facts.ts';
import { watchedPaths } from './observe/watched-paths.ts';
import { soon } from './soon.ts';

/** The steps of the walkthrough complete themselves by these (package.json, `completionEvents`). */
const contexts = {
  'snap.hasProgram': ({ cli }: GateFacts) => cli.kind === 'found',
  'snap.isReady': ({ daemon, workspace }: GateFacts) => daemon.kind === 'connected' && workspace.kind === 'initialized',
  'snap.isConnected': ({ mcp, cli }: GateFacts) => cli.kind === 'found' && mcp.kind === 'configured',
};

/**
 * Is true for a moment each time the editor is told what is done. A step waits for both: the editor takes note of what becomes true while it knows the
 * walkthrough, and it may know it only from when the person opens it. What is true by then it never marks
 * (`registerDoneListeners` and `progressByEvent` in src/vs/workbench/contrib/welcomeGettingStarted/browser/gettingStartedService.ts of VS Code, 2026-11-23).
 */
const moment = 'snap.tellsSteps';
/** The editor reads the walkthrough after it has shown its tab. */
const opensMs = 500;

/** Tells the editor which steps are done. */
export function registerWalkthrough(desk: Desk): Disposable {
  const told = new Map<string, boolean>();
  const tellMoment = (): void => {
    void commands.executeCommand('setContext', moment, true);
    void commands.executeCommand('setContext', moment, false);
  };
  const tell = (name: string, value: boolean): void => {
    if (told.get(name) === value) return;
    told.set(name, value);
    void commands.executeCommand('setContext', name, value);
    tellMoment();
  };
  const tellAll = (): void => {
    for (const [name, isDone] of Object.entries(contexts)) tell(name, isDone(desk.gates.facts));
  };
  const tellSnapshots = async (): Promise<void> => {
    if (told.get('snap.hasSnapshot') === true) return;
    const folder = await desk.workspace();
    if (folder === undefined) return;
    const directory = join(folder.workspace.privateDirectory, 'snapshots');
    const kept = await (await desk.system()).list(directory);
    tell('snap.hasSnapshot', kept !== undefined && kept.length > 0);
    // The daemon tells only of snapshots that it has taken itself.
    await taken.follow(told.get('snap.hasSnapshot') === true ? [] : [join(directory, '/')]);
  };
  const lookForSnapshots = (): void => {
    tellSnapshots().catch((error: unknown) => desk.log.warn(String(error)));
  };
  const taken = watchedPaths(lookForSnapshots);
  const follow = (): void => {
    tellAll();
    lookForSnapshots();
  };
  const opened = soon(tellMoment, { quietMs: opensMs, lateMs: 2 * opensMs });
  follow();
  return Disposable.from(
    desk.gates.onDidSee(() => {
      follow();
      tellMoment();
    }),
    // A page of the editor, such as the walkthrough, has no input that extensions know.
    window.tabGroups.onDidChangeTabs((tabs) => {
      if ([...tabs.opened, ...tabs.changed].some(({ input }) => input === undefined)) opened.call();
    }),
    opened,
    new Disposable(() => taken.close()),
    desk.daemon.onEvent(({ type }) => {
      if (type === 'snapshot.created') tell('snap.hasSnapshot', true);
    }),
  );
}
