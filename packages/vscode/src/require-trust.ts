import { commands, workspace } from 'vscode';
import { say } from './say.ts';

/** Whether the folder is trusted. Where it is not, the person is told that nothing was done. */
export async function requireTrust(): Promise<boolean> {
  if (workspace.isTrusted) return true;
  const manage = 'Manage Trust';
  const picked = await say.warning(
    'This folder is not trusted, so Snap only reads: nothing was started or written. Trust the folder first, then run the command again.',
    manage,
  );
  if (picked === manage) await commands.executeCommand('workbench.trust.manage');
  return false;
}
