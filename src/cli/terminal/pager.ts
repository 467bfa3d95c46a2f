import { mayRunProject, startableFile, programNamed, type System, type Terminal } from '../../system/index.ts';

/**
 * Shows a text with the person's pager: PAGER, unless it may run a program of the project, else less, which prints what fits the screen and ends.
 * @returns false when there is no pager or the person wants none; then nothing was shown.
 */
export async function showPaged(system: System, terminal: Terminal, text: string): Promise<boolean> {
  const { env, platform } = system;
  const outside = { workspace: undefined };
  const named = env['PAGER'];
  const pager = named !== undefined && (await mayRunProject(system, named, outside)) ? undefined : named;
  if (pager === undefined) {
    const less = env['TERM'] === 'dumb' ? undefined : await programNamed(system, 'less', outside);
    // F: ends at once when all fits. R: colours stay colours. X: the text stays on the screen.
    return less !== undefined && terminal.feed(less, ['-FRX'], text);
  }
  // An empty PAGER or "cat" means no pager: https://git-scm.com/docs/git-var#Documentation/git-var.txt-GITPAGER
  if (pager.trim() === '' || pager.trim() === 'cat') return false;
  // It is a line for a shell. https://nodejs.org/api/child_process.html#shell-requirements
  if (platform !== 'win32') return terminal.feed(await startableFile(system, '/bin/sh', outside), ['-c', pager], text);
  const shell = `${env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\cmd.exe`;
  return terminal.feed(await startableFile(system, shell, outside), ['/d', '/s', '/c', `"${pager}"`], text);
}
