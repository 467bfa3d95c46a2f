import type { System, Terminal } from '../../system/index.ts';

/**
 * Shows a text with the person's pager: PAGER, else less, which prints what fits the screen and ends.
 * @returns false when there is no pager or the person wants none; then nothing was shown.
 */
export async function showPaged(env: System['env'], terminal: Terminal, text: string): Promise<boolean> {
  const pager = env['PAGER'];
  // An empty PAGER or "cat" means no pager: https://git-scm.com/docs/git-var#Documentation/git-var.txt-GITPAGER
  if (pager !== undefined) return pager.trim() !== '' && pager.trim() !== 'cat' && terminal.feed(pager, undefined, text);
  // F: ends at once when all fits. R: colours stay colours. X: the text stays on the screen.
  return env['TERM'] !== 'dumb' && terminal.feed('less', ['-FRX'], text);
}
