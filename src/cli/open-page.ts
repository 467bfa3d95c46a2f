import { startApart, type System } from '../system/index.ts';

/** Opens a page in the person's browser: the one that BROWSER names, or the platform's own. @returns whether one was started. */
export async function openPage({ env, platform }: Pick<System, 'env' | 'platform'>, address: string): Promise<boolean> {
  const named = env['BROWSER'];
  if (named !== undefined) {
    // Several may be named; each may say where the address goes. https://manpages.debian.org/bookworm/debianutils/sensible-browser.1.en.html
    for (const line of named.split(platform === 'win32' ? ';' : ':')) {
      const [program, ...args] = line.split(' ').filter((word) => word !== '');
      if (program === undefined) continue;
      const words = args.map((word) => word.replaceAll('%s', () => address));
      if (await startApart(program, args.some((word) => word.includes('%s')) ? words : [...words, address])) return true;
    }
    return false;
  }
  if (platform === 'darwin') return startApart('open', [address]);
  // Not `start`: a shell would read the "&" of the address.
  if (platform === 'win32') return startApart('rundll32', ['url.dll,FileProtocolHandler', address]);
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? startApart('xdg-open', [address]) : false;
}
