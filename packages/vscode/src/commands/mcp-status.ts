import { commands, QuickPickItemKind, window, type QuickPickItem } from 'vscode';
import { core } from '../core.ts';
import type { Desk } from '../desk.ts';
import { withoutIcons } from '../shown-text.ts';
import { seeStatus } from '../status/see-status.ts';
import { statusSections, type StatusSeen } from '../status/status-rows.ts';

interface Item extends QuickPickItem {
  readonly command?: string | undefined;
}

/** One page: every gate with its state, the daemon, the assistants. Choosing a line runs its command. */
export default async function mcpStatus(desk: Desk): Promise<void> {
  const pick = window.createQuickPick<Item>();
  pick.title = 'Snap: MCP Status';
  pick.placeholder = 'What was seen last; Snap is looking again. Choose a line to change it';
  pick.matchOnDetail = true;
  pick.keepScrollPosition = true;
  pick.busy = true;
  pick.show();
  let isOpen = true;
  pick.onDidHide(() => {
    isOpen = false;
    pick.dispose();
  });
  pick.onDidAccept(async () => {
    const [item] = pick.selectedItems;
    pick.hide();
    if (item?.command !== undefined) await commands.executeCommand(item.command);
  });
  try {
    const toItems = await itemsIn(desk);
    let shown = '';
    await seeStatus(desk, (seen) => {
      const items = toItems(seen);
      // Setting the rows moves the selection back to the first one.
      if (!isOpen || JSON.stringify(items) === shown) return;
      shown = JSON.stringify(items);
      const [active] = pick.activeItems;
      pick.items = items;
      if (active !== undefined) pick.activeItems = items.filter((item) => textOf(item) === textOf(active));
    });
    if (isOpen) pick.placeholder = 'The state just now. Choose a line to change it';
  } catch (error) {
    pick.hide();
    throw error;
  } finally {
    if (isOpen) pick.busy = false;
  }
}

async function itemsIn(desk: Desk): Promise<(seen: StatusSeen) => readonly Item[]> {
  const [{ cleanLine, displayPath }, system] = await Promise.all([core.system(), desk.system()]);
  const shown = (text: string): string => withoutIcons(cleanLine(text.replaceAll(system.home, displayPath(system.home, system))));
  return (seen) =>
    statusSections(seen).flatMap(({ title, rows }): Item[] => [
      { label: title, kind: QuickPickItemKind.Separator },
      ...rows.map(({ icon, label, detail, command }) => ({ label: `$(${icon}) ${shown(label)}`, detail: shown(detail), command })),
    ]);
}

/** The label without its icon, which changes with the state. */
function textOf({ label }: Item): string {
  return label.replace(/^\$\([\w~-]+\)/, '');
}
