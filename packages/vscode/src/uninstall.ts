// What the editor runs when it starts for the first time after the extension was uninstalled, as a program of its own, without the editor's API
// and for five seconds at most: https://code.visualstudio.com/api/references/extension-manifest#extension-uninstall-hook (2026-11-23).
// Ends the daemon if no client is connected to it. What the person has written with Configure MCP, and what Snap has kept for them, stays.
import { core } from './core.ts';

declare const SNAP_VERSION: string;

const maxMs = 2_000;

const [{ nodeSystem }, { writableSystem }, { daemonDesk }, { meetDaemon }] = await Promise.all([
  core.node(),
  core.writable(),
  core.daemonLocal(),
  core.daemonClient(),
]);
const system = nodeSystem();
const program = { version: SNAP_VERSION, file: import.meta.filename, node: process.execPath };
const { hello, place } = await daemonDesk({ system, program, writable: async () => writableSystem(system) });
const met = await meetDaemon({ socket: place.socket, hello, maxMs });
if (met.kind === 'ready') {
  const { link } = met;
  const { clients } = await link.call('status', {}, { maxMs });
  // Of others than this program.
  if (clients.length === 0) await link.call('stop', { when: 'idle' }, { maxMs });
  link.close();
}
