import { commands, QuickPickItemKind, window, type QuickPickItem } from 'vscode';
import { core } from '../core.ts';
import type { Desk } from '../desk.ts';
import { withoutIcons } from '../shown-text.ts';
import { seeStatus } from '../status/see-status.ts';
import { statusSections } from '../status/status-rows.ts';

interface Item extends QuickPickItem {
  readonly command?: string | undefined;
}

/** One page: every gate with its state, the daemon, the assistants. Choosing a line runs its command. */
export default async function mcpStatus(desk: Desk): Promise<void> {
  const pick = window.createQuickPick<Item>();
  pick.title = 'Snap: MCP Status';
  pick.placeholder = 'The state just now. Choose a line to change it';
  pick.matchOnDetail = true;
  pick.busy = true;
  pick.show();
  pick.onDidHide(() => pick.dispose());
  pick.onDidAccept(async () => {
    const [item] = pick.selectedItems;
    pick.hide();
    if (item?.command !== undefined) await commands.executeCommand(item.command);
  });
  try {
    const [{ cleanLine, displayPath }, system] = await Promise.all([core.system(), desk.system()]);
    const shown = (text: string): string => withoutIcons(cleanLine(text.replaceAll(system.home, displayPath(system.home, system))));
    pick.items = statusSections(await seeStatus(desk)).flatMap(({ title, rows }): Item[] => [
      { label: title, kind: QuickPickItemKind.Separator },
      ...rows.map(({ icon, label, detail, command }) => ({ label: `$(${icon}) ${shown(label)}`, detail: shown(detail), command })),
    ]);
  } catch (error) {
    pick.hide();
    throw error;
  } finally {
    pick.busy = false;
  }
}
