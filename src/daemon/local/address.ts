import { daemonPort, SnapError, type System } from '../../system/index.ts';
import { privateDirectoryOf, type FoundWorkspace } from '../../workspace/index.ts';
import { httpPort } from '../http-port.ts';
import { daemonPlace } from '../place.ts';
import type { LocalClient } from './desk.ts';
import { boundPort } from './local-files.ts';
import { noteOpened } from './note-opened.ts';

/** Where this person's daemon is reached over HTTP, and where its token is. */
export interface LocalAddress {
  readonly transport: 'http' | 'sse';
  readonly port: number;
  /** Holds the token while the daemon listens at this port. */
  readonly tokenFile: string;
}

/** How the daemon of this person is reached. @throws SnapError `usage` for an SVC_SSE_PORT that is no port. */
export async function daemonAddress(system: System, transport: LocalAddress['transport']): Promise<LocalAddress> {
  const port = await entryPort(system);
  return { transport, port, tokenFile: daemonPlace(system, process.getuid?.()).portTokenFile(port) };
}

/**
 * The port for an entry: the one that is asked for here, else where the daemon listens (the one that follows a killed one listens there too), else
 * where the entries of before expect it.
 */
async function entryPort(system: System): Promise<number> {
  const named = system.env['SVC_SSE_PORT'] ?? '';
  if (named !== '') return requireHttpPort(named);
  const bound = boundPort(system);
  return (bound === undefined ? await wantedPort(system) : httpPort(bound)) ?? daemonPort;
}

function requireHttpPort(named: string): number {
  const port = httpPort(named);
  if (port === undefined)
    throw new SnapError('usage', 'The environment variable SVC_SSE_PORT is no port.', {
      hint: 'Set it to a number from 1 to 65535, or unset it.',
    });
  return port;
}

/**
 * After an entry with the address was written: from now on a daemon that a server starts listens for HTTP too, at the port of the entry, and lets
 * clients work in this workspace.
 */
export async function wantHttp({ system, writable }: Omit<LocalClient, 'program'>, workspace: FoundWorkspace): Promise<void> {
  const full = await writable();
  const port = new TextEncoder().encode(String(await entryPort(system)));
  await full.ownFiles.write(daemonPlace(system, process.getuid?.()).httpWantedFile, port);
  if (workspace.isProject) await noteOpened(full, { privateDirectory: privateDirectoryOf(system, workspace.path) });
}

/** The port of the entries; `undefined` where there are none. */
export async function wantedPort(system: System): Promise<number | undefined> {
  const bytes = await system.readBytes(daemonPlace(system, process.getuid?.()).httpWantedFile);
  if (bytes === undefined) return undefined;
  return httpPort(Buffer.from(bytes).toString('latin1')) ?? daemonPort;
}
