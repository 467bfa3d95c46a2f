import { readdirSync, readlinkSync } from 'node:fs';
import { readProcText } from '../proc-stat.ts';

/** A process that listens on a port, as far as this user may see. */
export interface PortHolder {
  readonly pid: number;
  /** The name of its program. */
  readonly program: string;
}

/** State 0A of a socket is LISTEN. https://docs.kernel.org/networking/proc_net_tcp.html (2026-11-22) */
const listening = '0A';

/** `undefined` without /proc, and for a process of another user. */
export function portHolder(port: number): PortHolder | undefined {
  const sockets = new Set(['tcp', 'tcp6'].flatMap((name) => listeningSockets(`/proc/net/${name}`, port)));
  if (sockets.size === 0) return undefined;
  for (const name of filesIn('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const holds = filesIn(`/proc/${name}/fd`).some((descriptor) => sockets.has(linkOf(`/proc/${name}/fd/${descriptor}`)));
    if (holds) return { pid: Number(name), program: (readProcText(`/proc/${name}/comm`) ?? '').trim() };
  }
  return undefined;
}

/** As their links below /proc/<pid>/fd spell them. */
function listeningSockets(file: string, port: number): readonly string[] {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  return (readProcText(file) ?? '')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local = '', , state]) => local.endsWith(`:${hex}`) && state === listening)
    .map((fields) => `socket:[${fields[9] ?? ''}]`);
}

function filesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    // It has ended, or belongs to another user.
    return [];
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
