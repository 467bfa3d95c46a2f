import type { Client } from '../clients/index.ts';
import type { System } from '../system/index.ts';
import { pathOf } from './evidence.ts';

/**
 * The PATH with which a client looks for the program of an entry. An app that is started from the desktop does not see what the
 * shell's start files add: https://developer.apple.com/library/archive/documentation/MacOSX/Conceptual/BPRuntimeConfig/
 * (launchd's default on macOS; the one of /etc/login.defs on Linux). On Windows both see the same.
 */
export function clientPath(client: Client, system: System): string {
  const shell = pathOf(system);
  if (client.path === 'shell') return shell;
  switch (system.platform) {
    case 'darwin':
      return '/usr/bin:/bin:/usr/sbin:/sbin';
    case 'linux':
      return '/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games';
    case 'win32':
      return shell;
    default:
      return system.platform satisfies never;
  }
}
