import { commands, window } from 'vscode';
import type { Desk } from '../desk.ts';

/** Whether the program of snap is on this machine. Where it is not, the person is told so. */
export async function requireProgram(desk: Desk): Promise<boolean> {
  if ((await desk.program()) !== undefined) return true;
  const install = 'Install…';
  const picked = await window.showWarningMessage('The program of Snap is not on this machine, so there is nothing to start.', install);
  if (picked === install) await commands.executeCommand('snap.installCli');
  return false;
}
