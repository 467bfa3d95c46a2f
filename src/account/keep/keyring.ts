import { Buffer } from 'node:buffer';
import { projectAroundPlace, startableFile, type System } from '../../system/index.ts';

/** The secret store of the desktop, through the program that the platform has for it. A secret is only ever written to its input. */
export interface Keyring {
  readonly name: string;
  /** @returns false where it does not take it. */
  write(account: string, secret: string): Promise<boolean>;
  read(account: string): Promise<string | undefined>;
  remove(account: string): Promise<void>;
}

const service = 'snap-mcp';
const maxMs = 10_000;
/** What these programs need of the environment to reach the session of the person. */
const needed = ['HOME', 'USER', 'LANG', 'DBUS_SESSION_BUS_ADDRESS', 'XDG_RUNTIME_DIR', 'DISPLAY', 'WAYLAND_DISPLAY'];

/**
 * Where the system itself puts these programs. What is elsewhere on a PATH gets no token: then the tokens are in a file. Debian, Fedora and Arch have
 * libsecret's program in /usr/bin (https://packages.debian.org/bookworm/amd64/libsecret-tools/filelist), NixOS and Guix in the profile of the system
 * (https://nixos.org/manual/nixos/stable/#sec-declarative-package-mgmt, https://guix.gnu.org/manual/en/html_node/Getting-Started-with-the-System.html;
 * 2026-11-23); `security` is a part of macOS.
 */
const places: Readonly<Record<System['platform'], readonly string[]>> = {
  linux: ['/usr/bin/secret-tool', '/run/current-system/sw/bin/secret-tool', '/run/current-system/profile/bin/secret-tool'],
  darwin: ['/usr/bin/security'],
  win32: [],
};

type Asking = Pick<System, 'platform' | 'env' | 'home' | 'cwd' | 'look' | 'list' | 'spawn'> & { readonly files: readonly string[] };

/** `undefined` where there is none: Windows has no program that takes a secret from its input and gives it back. */
export function keyringOf(given: System, files = places[given.platform]): Keyring | undefined {
  const system: Asking = { ...given, files };
  // Without a session bus nothing answers, and the program would wait for one.
  if (system.platform === 'linux') return isLocalBus(system) ? secretService(system) : undefined;
  return system.platform === 'darwin' ? keychain(system) : undefined;
}

/** A bus of this machine and of no project: others may be on another machine, or start a program. https://dbus.freedesktop.org/doc/dbus-specification.html#addresses */
function isLocalBus({ cwd, env, home }: Asking): boolean {
  const addresses = (env['DBUS_SESSION_BUS_ADDRESS'] ?? '').split(';').filter((each) => each !== '');
  const isLocal = (address: string): boolean => {
    const path = /^unix:(?:.*,)?(?:path|dir|tmpdir)=([^,]+)/.exec(address)?.[1];
    if (path !== undefined) return !path.includes('%') && path.startsWith('/') && projectAroundPlace(path, home, '', cwd) === undefined;
    return /^unix:(?:.*,)?(?:abstract=|runtime=yes)/.test(address);
  };
  return addresses.length > 0 && addresses.every(isLocal);
}

/** https://manpages.debian.org/bookworm/libsecret-tools/secret-tool.1.en.html (2026-11-22) */
function secretService(system: Asking): Keyring {
  const attributes = (account: string): string[] => ['service', service, 'account', account];
  return {
    name: 'the Secret Service of the desktop',
    write: async (account, secret) => {
      const { isDone } = await ask(system, ['store', '--label', 'snap', ...attributes(account)], secret);
      return isDone;
    },
    read: async (account) => {
      const { isDone, out } = await ask(system, ['lookup', ...attributes(account)]);
      return isDone && out !== '' ? out.replace(/\n$/, '') : undefined;
    },
    remove: async (account) => void (await ask(system, ['clear', ...attributes(account)])),
  };
}

/** `security -i` reads commands from its input, so that a secret is in no argument; `-X` takes it in hexadecimal. `man security` (2026-11-22) */
function keychain(system: Asking): Keyring {
  const named = (account: string): string => `-s ${service} -a "${account.replaceAll(/["\\]/g, '')}"`;
  return {
    name: 'the keychain',
    write: async (account, secret) => {
      const { isDone } = await ask(system, ['-i'], `add-generic-password -U ${named(account)} -X ${Buffer.from(secret).toString('hex')}\n`);
      return isDone;
    },
    read: async (account) => {
      const { isDone, out } = await ask(system, ['find-generic-password', '-s', service, '-a', account, '-w']);
      if (!isDone || out === '') return undefined;
      const text = out.trim();
      // What is no plain text is printed in hexadecimal.
      return /^(?:[0-9a-f]{2})+$/.test(text) ? Buffer.from(text, 'hex').toString('utf8') : text;
    },
    remove: async (account) => void (await ask(system, ['delete-generic-password', '-s', service, '-a', account])),
  };
}

async function ask(system: Asking, args: readonly string[], input?: string): Promise<{ readonly isDone: boolean; readonly out: string }> {
  const pieces: Buffer[] = [];
  const env = Object.fromEntries(needed.flatMap((name) => (system.env[name] === undefined ? [] : [[name, system.env[name]]])));
  const file = (await Promise.all(system.files.map(async (one) => ((await system.look(one))?.kind === 'file' ? one : undefined)))).find(
    Boolean,
  );
  if (file === undefined) return { isDone: false, out: '' };
  const running = await system.spawn(await startableFile(system, file, { workspace: undefined }), args, {
    cwd: system.home,
    env,
    maxMs,
    onOutput: (bytes) => pieces.push(Buffer.from(bytes)),
    onErrorOutput: () => undefined,
  });
  try {
    if (input !== undefined) running.write(input);
    running.endInput();
    const ended = await running.ended;
    return { isDone: 'code' in ended && ended.code === 0, out: Buffer.concat(pieces).toString('utf8') };
  } finally {
    await running.kill();
  }
}
