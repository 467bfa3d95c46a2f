// Claude Code. `claude mcp list` starts every server to see whether it answers, those too that are switched off; a session with a prompt does
// not, but it starts what nobody approved. So each is asked for what it respects.
import { join } from 'node:path';
import { changeJson } from '../machine.mjs';

const states = { Connected: 'runs', 'Failed to connect': 'fails', 'Pending approval': 'waits', Disabled: 'off' };

export default {
  name: 'Claude Code',
  program: 'claude',
  path: '@anthropic-ai/claude-code-linux-x64/claude',
  env: ({ loopback }) => ({
    ANTHROPIC_API_KEY: 'none',
    ANTHROPIC_BASE_URL: loopback.url,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_ERROR_REPORTING: '1',
  }),
  connect: () => ({ argv: ['claude', 'mcp', 'list'] }),
  session: { argv: ['claude', '-p', 'say hi'], servers: ['off-stdio'] },
  // u-stdio: node … - ✔ Connected
  list: { ignoresSwitch: true, line: /^(\S+): .* - \S+ (Connected|Failed to connect|Pending approval|Disabled)/, states },
  add: {
    stdio: (name, command) => ['claude', 'mcp', 'add', name, '-s', 'user', '-e', 'RECORDER_ONE=own', '--', ...command],
    http: (name, url) => ['claude', 'mcp', 'add', name, '-s', 'user', '-t', 'http', url, '-H', 'X-Recorder: own'],
    sse: (name, url) => ['claude', 'mcp', 'add', name, '-s', 'user', '-t', 'sse', url],
  },
  approval: {
    named: /[Ss]tart Claude Code|"claude"/,
    eachServer: true,
    // What the question of Claude Code writes on yes (2.1.197).
    give: ({ workspace }, servers) =>
      changeJson(join(workspace, '.claude/settings.local.json'), (settings) => {
        settings.enabledMcpjsonServers = servers;
      }),
  },
};
