import { isAbsolute } from 'node:path';
import { mayRunProject, startableFile, programNamed, startApart, type System } from '../system/index.ts';

/** Opens a page in the person's browser: the one that BROWSER names, or the platform's own. @returns whether one was started. */
export async function openPage(system: System, address: string): Promise<boolean> {
  const { env, platform } = system;
  const outside = { workspace: undefined };
  const named = env['BROWSER'];
  if (named !== undefined) {
    // Several may be named; each may say where the address goes. https://manpages.debian.org/bookworm/debianutils/sensible-browser.1.en.html
    for (const line of named.split(platform === 'win32' ? ';' : ':')) {
      const [name, ...args] = line.split(' ').filter((word) => word !== '');
      if (name === undefined || (await mayRunProject(system, line, outside))) continue;
      const program = isAbsolute(name) ? await startableFile(system, name, outside) : await programNamed(system, name, outside);
      const words = args.map((word) => word.replaceAll('%s', () => address));
      const all = args.some((word) => word.includes('%s')) ? words : [...words, address];
      if (program !== undefined && (await startApart(program, all, env))) return true;
    }
    return false;
  }
  if (platform === 'darwin') return startApart(await startableFile(system, '/usr/bin/open', outside), [address], env);
  if (platform === 'win32') {
    // Not `start`: a shell would read the "&" of the address.
    const file = `${env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\rundll32.exe`;
    return startApart(await startableFile(system, file, outside), ['url.dll,FileProtocolHandler', address], env);
  }
  const opener = env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? await programNamed(system, 'xdg-open', outside) : undefined;
  return opener !== undefined && startApart(opener, [address], env);
}
