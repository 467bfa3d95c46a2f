import { join } from 'node:path';
import type { DaemonAddress } from '../../changes/index.ts';
import { daemonPlace, defaultHttpPort, httpPort } from '../../daemon/index.ts';
import type { Invocation } from '../command.ts';
import type { Workspace } from '../../machine/index.ts';
import { SnapError, type System } from '../../system/index.ts';
import { privateDirectoryOf } from '../../workspace/index.ts';

/** How the daemon of this person is reached. @throws SnapError `usage` for an SVC_SSE_PORT that is no port. */
export async function daemonAddress(system: System, transport: DaemonAddress['transport']): Promise<DaemonAddress> {
  const { tokenFile } = daemonPlace(system, process.getuid?.());
  return { transport, port: requireHttpPort(system), tokenFile, token: await readToken(system, tokenFile) };
}

/** The token that is valid now; `undefined` before the daemon was first started. */
async function readToken(system: System, tokenFile: string): Promise<string | undefined> {
  const bytes = await system.readBytes(tokenFile);
  const text = bytes === undefined ? '' : Buffer.from(bytes).toString('latin1').trim();
  return /^[\w-]{20,200}$/.test(text) ? text : undefined;
}

function requireHttpPort({ env }: System): number {
  const port = httpPort(env['SVC_SSE_PORT']);
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
export async function wantHttp({ system, writable }: Pick<Invocation, 'system' | 'writable'>, workspace: Workspace): Promise<void> {
  const { ownFiles } = await writable();
  const nothing = new Uint8Array();
  const port = new TextEncoder().encode(String(requireHttpPort(system)));
  await ownFiles.write(daemonPlace(system, process.getuid?.()).httpWantedFile, port);
  if (workspace.isProject) await ownFiles.write(join(privateDirectoryOf(system, workspace.path), 'opened'), nothing);
}

/** The port of the entries; `undefined` where there are none. */
export async function wantedPort(system: System): Promise<number | undefined> {
  const bytes = await system.readBytes(daemonPlace(system, process.getuid?.()).httpWantedFile);
  if (bytes === undefined) return undefined;
  return httpPort(Buffer.from(bytes).toString('latin1')) ?? defaultHttpPort;
}
