import type { EntryFacts, Setup } from '../../setup.ts';
import { maskText } from '../../../secrets/index.ts';

/** A port that an entry tells its server to listen on. */
export interface FixedPort {
  readonly port: string;
  /** The option or variable that names it, as it is to be shown. */
  readonly where: string;
}

/** Options whose value is a port to listen on. `-p` is left out: it also means a package, a project, a password. */
const option = /^--?(?:(?:http|server|listen|web|ws|sse|mcp|dashboard|bridge|ui)-?)?port(?:=(\d{2,5}))?$/i;
const variable = /(?:^|_)PORT$/;

/** The ports that the arguments and variables of an entry fix. A port of another machine is not one. */
export function fixedPorts({ command, entry }: EntryFacts): readonly FixedPort[] {
  if (command === undefined || entry.server.kind !== 'command') return [];
  const ports: FixedPort[] = [];
  // With a host that is elsewhere, the port is one that the server calls.
  if (callsElsewhere(command.args)) return [];
  for (const [i, arg] of command.args.entries()) {
    const found = option.exec(arg);
    if (found === null) continue;
    const port = found[1] ?? command.args[i + 1] ?? '';
    if (isPort(port)) ports.push({ port, where: `"${maskText(arg.split('=')[0] ?? arg)}"` });
  }
  for (const [name, value] of entry.server.env) {
    if (variable.test(name) && /^(?:PORT|(?:HTTP|SERVER|MCP|LISTEN|WS|SSE)_PORT|MCP_\w*PORT)$/.test(name) && isPort(value))
      ports.push({ port: value, where: `the variable ${name}` });
  }
  return ports;
}

/** Other entries that are switched on and fix the same port for their own server. */
export function entriesWithPort({ entries }: Pick<Setup, 'entries'>, than: EntryFacts, port: string): readonly EntryFacts[] {
  return entries.filter(
    (other) =>
      other !== than &&
      other.isEffective &&
      other.entry.enabled &&
      (other.client !== than.client || other.entry.name !== than.entry.name) &&
      fixedPorts(other).some((one) => one.port === port),
  );
}

function isPort(text: string): boolean {
  return /^\d{2,5}$/.test(text) && Number(text) <= 65_535;
}

function callsElsewhere(args: readonly string[]): boolean {
  return args.some((arg, i) => {
    const host = /^--?(?:\w+-)?host(?:name)?(?:=(.*))?$/i.exec(arg);
    const value = host?.[1] ?? (host === null ? undefined : args[i + 1]);
    return value !== undefined && !/^(localhost|127\.|0\.0\.0\.0|::1?$|\[::1?\])/.test(value);
  });
}

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
