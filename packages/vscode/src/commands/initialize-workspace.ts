import { commands, window, workspace, type QuickPickItem } from 'vscode';
import { core } from '../core.ts';
import type { Desk, OpenFolder } from '../desk.ts';
import { requireTrust } from '../require-trust.ts';
import { say } from '../say.ts';
import { lookBriefly } from '../waiting.ts';

/** Asks where Snap may keep its data for the folder, and creates the place. */
export default async function initializeWorkspace(desk: Desk): Promise<void> {
  if (!(await requireTrust())) return;
  if (desk.folder() === undefined) {
    const open = 'Open Folder';
    const picked = await say.info('Snap works in a folder, and this window has none.', open);
    if (picked === open) await commands.executeCommand('vscode.openFolder');
    return;
  }
  const folder = await desk.workspace();
  const { SnapError } = await core.system();
  if (folder === undefined) {
    const { refusalOf } = await core.workspace();
    const reason = await refusalOf(await desk.system(), desk.folder() ?? '');
    throw new SnapError('no-workspace', reason ?? 'This folder cannot be a workspace of Snap.', { hint: 'Open the folder of a project.' });
  }
  const place = await askPlace(desk, folder);
  if (place === 'private') await keepPrivately(desk, folder);
  if (place === 'project') await keepInProject(desk, folder);
}

type Place = 'private' | 'project';

async function askPlace(desk: Desk, { isInitialized, keptIn, workspace: { root } }: OpenFolder): Promise<Place | undefined> {
  const [{ cleanLine, displayPath }, system] = await Promise.all([core.system(), desk.system()]);
  const now = (place: Place): string => (isInitialized && keptIn === place ? 'as it is now' : '');
  const items: readonly (QuickPickItem & { readonly place: Place })[] = [
    {
      place: 'private',
      label: '$(lock) On this machine, for you alone',
      description: now('private'),
      detail: `Nothing is added to the project. Snap stores what it learns in ${cleanLine(displayPath(system.own.data, system))}.`,
    },
    {
      place: 'project',
      label: '$(organization) In the project, to share with your team',
      description: now('project'),
      detail: 'Creates the folder .snap, which you can commit. Private learnings stay on this machine.',
    },
  ];
  const picked = await window.showQuickPick(items, {
    title: `Snap: where to keep the learnings of ${cleanLine(displayPath(root, system))}`,
    placeHolder: 'Nothing is written before you choose',
  });
  return picked?.place;
}

async function keepPrivately(desk: Desk, { keptIn, workspace: place }: OpenFolder): Promise<void> {
  if (keptIn === 'project') {
    await say.info(
      'The learnings of this folder are in .snap. To move them back, run "snap init --undo" in a terminal: it shows what it moves and removes.',
    );
    return;
  }
  const [{ noteOpened }, writable] = await Promise.all([core.daemonLocal(), desk.writable()]);
  await noteOpened(writable, place);
  await lookBriefly(desk);
}

async function keepInProject(desk: Desk, { workspace: place }: OpenFolder): Promise<void> {
  const [{ initProject }, { noteOpened }, { count }, writable] = await Promise.all([
    core.learnings(),
    core.daemonLocal(),
    core.system(),
    desk.writable(),
  ]);
  const { created, moved } = await initProject(writable, place, { dryRun: true });
  if (created.length + moved.learnings + moved.violations === 0) {
    await noteOpened(writable, place);
    await lookBriefly(desk);
    await say.info('The folder .snap is there already; nothing was changed.');
    return;
  }
  const create = 'Create';
  const moves = moved.learnings + moved.violations;
  const picked = await say.info(
    'Create the folder .snap in this project?',
    {
      modal: true,
      detail: [
        ...(created.length === 0 ? [] : [`New files: ${created.map((name) => `.snap/${name}`).join(', ')}.`]),
        ...(moves === 0 ? [] : [`${count(moves, 'record')} of this folder will be moved there from your own data directory.`]),
        '"snap init --undo" undoes it.',
      ].join('\n'),
    },
    create,
  );
  if (picked !== create) return;
  await initProject(writable, place);
  await noteOpened(writable, place);
  await lookBriefly(desk);
  say.passing(`Snap: created .snap in ${workspace.name ?? 'the project'}`, 5_000);
}
