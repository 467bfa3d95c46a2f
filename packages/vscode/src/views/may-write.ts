import { commands, window, workspace } from 'vscode';

/** Whether snap may write in this workspace. Says why not, and where to change that. */
export async function mayWrite(what: string): Promise<boolean> {
  if (workspace.isTrusted) return true;
  const manage = 'Manage Workspace Trust';
  const answer = await window.showWarningMessage(
    `${what} is off: this workspace is not trusted, so Snap only reads in it. Nothing was changed.`,
    manage,
  );
  if (answer === manage) await commands.executeCommand('workbench.trust.manage');
  return false;
}
