import { isOursByShape } from '../../clients/index.ts';
import { startableFile, type System } from '../../system/index.ts';

/** A server of snap that an assistant has started and not ended. */
export interface RunningServer {
  readonly pid: number;
}

/** Those that the system shows to this user: Linux in `/proc`, macOS through `ps`. Elsewhere none are seen. */
export async function runningServers(system: System): Promise<readonly RunningServer[]> {
  const lines = system.platform === 'linux' ? await fromProc(system) : system.platform === 'darwin' ? await fromPs(system) : [];
  return lines.flatMap(({ pid, words: [command = '', ...args] }) =>
    isOursByShape({ kind: 'command', command, args, env: new Map() }) ? [{ pid }] : [],
  );
}

interface Process {
  readonly pid: number;
  readonly words: readonly string[];
}

async function fromProc(system: System): Promise<readonly Process[]> {
  const found: Process[] = [];
  for (const name of (await system.list('/proc')) ?? []) {
    if (!/^\d+$/.test(name)) continue;
    const bytes = await system.readStart(`/proc/${name}/cmdline`, 8_192);
    const words = bytes === undefined ? [] : textsIn(bytes);
    if (words.includes('mcp') && (await usesSameFiles(system, name))) found.push({ pid: Number(name), words });
  }
  return found;
}

/** Of another user, or with another home, it has other files than those that are to be deleted. */
async function usesSameFiles(system: System, pid: string): Promise<boolean> {
  const bytes = await system.readStart(`/proc/${pid}/environ`, 256 * 1024);
  if (bytes === undefined) return false;
  const env = new Map(textsIn(bytes).map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]));
  return ['SNAP_DATA_DIR', 'HOME', 'XDG_DATA_HOME'].every((name) => (env.get(name) ?? '') === (system.env[name] ?? ''));
}

function textsIn(bytes: Uint8Array): readonly string[] {
  return Buffer.from(bytes).toString('utf8').split('\0').slice(0, -1);
}

async function fromPs(system: System): Promise<readonly Process[]> {
  const parts: Uint8Array[] = [];
  const program = await system.spawn(await startableFile(system, '/bin/ps', { workspace: undefined }), ['-xo', 'pid=,args='], {
    cwd: '/',
    env: {},
    onOutput: (bytes) => void parts.push(bytes),
    onErrorOutput: () => undefined,
    staysInGroup: true,
  });
  await program.ended;
  await program.kill();
  return Buffer.concat(parts)
    .toString('utf8')
    .split('\n')
    .flatMap((line) => {
      const [pid, ...words] = line.trim().split(/\s+/);
      return pid === undefined || pid === '' ? [] : [{ pid: Number(pid), words }];
    });
}
