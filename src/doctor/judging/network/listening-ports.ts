import type { Setup } from '../../setup.ts';

/** What the kernel of Linux says of its sockets: https://www.kernel.org/doc/html/latest/networking/proc_net_tcp.html */
const tables = ['/proc/net/tcp', '/proc/net/tcp6'];

/** What {@link listeningPorts} needs, for a diagnostic's `reads`; nothing where the platform has no such files. */
export function portTables({ facts }: Pick<Setup, 'facts'>): readonly string[] {
  return facts.platform === 'linux' ? tables : [];
}

/** The ports of this machine on which a program listens; `undefined` where that could not be read. */
export function listeningPorts({ texts }: Pick<Setup, 'texts'>): ReadonlySet<string> | undefined {
  const read = tables.flatMap((path) => texts.get(path) ?? []);
  if (read.length === 0) return undefined;
  const ports = new Set<string>();
  for (const text of read) {
    // The state 0A is "listening".
    for (const found of text.matchAll(/^\s*\d+: [0-9A-F]+:([0-9A-F]{4}) [0-9A-F]+:[0-9A-F]{4} 0A /gm))
      ports.add(String(Number.parseInt(found[1] ?? '', 16)));
  }
  return ports;
}
