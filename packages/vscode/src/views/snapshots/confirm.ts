import { ThemeIcon, window, type QuickPickItem } from 'vscode';
import type { Words } from '../../core.ts';
import { withoutIcons } from '../../shown-text.ts';
import { countsText, listText, type PlannedLine } from './plan-text.ts';
import { say } from '../../say.ts';

/** Lines that a message shows without its buttons leaving the screen. */
const maxInMessage = 15;

/**
 * Shows everything that would change and asks. A few files are listed in a message; more are a list that can be searched, with the question as its
 * first row. @returns whether the person agreed.
 */
export async function confirmRestore(title: string, lines: readonly PlannedLine[], words: Words, yes: string): Promise<boolean> {
  const saved = 'The files as they are now are kept in a snapshot first, and "Snap: Undo Last Restore" brings them back.';
  if (lines.length <= maxInMessage) {
    const detail = `${countsText(lines, words)}.\n\n${listText(lines, words)}\n\n${saved}`;
    return (await say.warning(title, { modal: true, detail }, yes)) === yes;
  }
  const restore: QuickPickItem = {
    label: `${yes}: ${countsText(lines, words)}`,
    detail: saved,
    iconPath: new ThemeIcon('discard'),
    alwaysShow: true,
  };
  const signs = { write: 'diff-modified', delete: 'diff-removed', leave: 'circle-slash' } as const;
  const told = { write: 'will be written', delete: 'will be deleted', leave: 'is left as it is' } as const;
  const items = lines.map(({ what, path, note }): QuickPickItem => ({
    label: withoutIcons(words.cleanLine(path)),
    description: note === undefined ? told[what] : `${told[what]} (${withoutIcons(words.cleanLine(note))})`,
    iconPath: new ThemeIcon(signs[what]),
  }));
  const placeHolder = `Select the first row to ${yes.toLowerCase()}, or press Escape to leave everything as it is`;
  for (;;) {
    const picked = await window.showQuickPick([restore, ...items], { title, placeHolder, matchOnDescription: true, ignoreFocusOut: true });
    if (picked === undefined) return false;
    if (picked === restore) return true;
  }
}
