// Real repositories for the benches of "snap check": copies that may be changed, and a server that is asked about them.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { cpuOf } from '../check-quick.mjs';
import { node, program, root, scratch } from './program.mjs';
import { connect } from './rpc.mjs';

/** A copy; what is installed and what git keeps share their blocks with the original, as nothing writes there. */
export function copied(path, bench) {
  const copy = join(scratch, bench, basename(path));
  mkdirSync(dirname(copy), { recursive: true });
  execFileSync('cp', ['-al', path, copy]);
  const own = 'for f; do cp -p "$f" "$f.own~" && mv -f "$f.own~" "$f"; done';
  const kept = ['-name', 'node_modules', '-prune', '-o', '-name', '.git', '-prune', '-o'];
  execFileSync('find', [copy, ...kept, '-type', 'f', '-exec', 'sh', '-c', own, 'sh', '{}', '+']);
  return copy;
}

/** A server for one directory. `ask` answers a report with what it cost, and the longest time for which the server did not answer. */
export async function serverFor(directory, home = `${directory}.home`) {
  mkdirSync(home, { recursive: true });
  // The parsers are outside of the bundle.
  const packages = join(dirname(program()), 'node_modules');
  if (!existsSync(packages)) symlinkSync(join(root, 'node_modules'), packages);
  const argv = [node, program(), 'mcp', '--stdio', '--workspace', directory];
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    SNAP_DATA_DIR: join(home, '.snap'),
    SNAP_DAEMON: 'off',
    SVC_MCP_INTELLIGENCE_SURFACE: 'full',
  };
  const server = connect({ argv, env, cwd: directory });
  await server.handshake();
  return {
    async ask(mode) {
      const cpuBefore = cpuOf(server.child.pid);
      const began = performance.now();
      const pings = { longest: 0, running: true };
      const pinging = pinged(server, pings);
      const { structuredContent: report } = await server.call({ name: 'check', arguments: { mode } });
      const wall = performance.now() - began;
      pings.running = false;
      await pinging;
      return { report, wall, cpu: cpuOf(server.child.pid) - cpuBefore, blocked: pings.longest };
    },
    async end() {
      server.kill();
      await server.ended;
    },
  };
}

async function pinged(server, pings) {
  while (pings.running) {
    const began = performance.now();
    await server.request('ping');
    pings.longest = Math.max(pings.longest, performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
