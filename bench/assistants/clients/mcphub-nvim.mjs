// mcp-hub, the program that mcphub.nvim starts, with the files that the plugin hands over. It has no command to add a server.
import { join } from 'node:path';

export default {
  name: 'mcp-hub',
  // It asks nobody.
  gates: [{ says: 'no record' }],
  program: 'mcp-hub',
  path: '.bin/mcp-hub',
  connect: ({ home, workspace }, port) => {
    const files = [join(home, '.config/mcphub/servers.json'), join(workspace, '.mcphub/servers.json')];
    return {
      argv: ['mcp-hub', '--port', String(port), ...files.flatMap((file) => ['--config', file])],
      // It serves until it is ended, and says itself when every server was tried.
      until: async () => {
        const health = await fetch(`http://127.0.0.1:${port}/api/health`, { signal: AbortSignal.timeout(2000) });
        const { state, servers } = await health.json();
        return state === 'ready' ? servers.map(({ name, status }) => `${name} ${status}\n`).join('') : undefined;
      },
    };
  },
  list: {
    line: /^(\S+) (connected|disconnected|disabled|connecting|unauthorized)/,
    states: { connected: 'runs', disconnected: 'fails', disabled: 'off', unauthorized: 'fails' },
  },
};
