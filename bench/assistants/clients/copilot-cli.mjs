// GitHub Copilot CLI. Its servers start with a prompt, so it gets a model: ours, on loopback.
import { dirname, join } from 'node:path';
import { changeJson } from '../machine.mjs';

const trust = ({ home }, ...folders) =>
  changeJson(join(home, '.copilot/config.json'), (config) => {
    config.trustedFolders = [...(config.trustedFolders ?? []), ...folders];
  });

const gates = [
  { says: 'no record' },
  { says: 'the folder trusted', make: (m) => trust(m, m.workspace) },
  { says: 'a folder above trusted', make: (m) => trust(m, dirname(m.workspace)) },
  { says: 'a folder below trusted', make: (m) => trust(m, join(m.workspace, 'sub')) },
  { says: 'a folder whose name only begins so trusted', make: (m) => trust(m, m.workspace.slice(0, -1)) },
  {
    says: 'trusted, disabledMcpServers',
    make: (m) => {
      trust(m, m.workspace);
      changeJson(join(m.home, '.copilot/settings.json'), (values) => Object.assign(values, { disabledMcpServers: ['person'] }));
    },
  },
];

export default {
  name: 'GitHub Copilot CLI',
  gates,
  program: 'copilot',
  path: '.bin/copilot',
  env: ({ loopback }) => ({
    COPILOT_PROVIDER_BASE_URL: loopback.model,
    COPILOT_PROVIDER_TYPE: 'openai',
    COPILOT_PROVIDER_API_KEY: 'none',
    COPILOT_MODEL: 'none',
    // Without GitHub's own server, telemetry and updates.
    COPILOT_OFFLINE: 'true',
    COPILOT_AUTO_UPDATE: 'false',
  }),
  connect: () => ({ argv: ['copilot', '-p', 'say hi', '--disable-client-telemetry'] }),
  // The list reads the files and starts nothing. What is not trusted is not in it.
  list: {
    argv: ['copilot', 'mcp', 'list'],
    line: /^\s+(\S+) \((?:local|http|sse)(, disabled)?\)/,
    states: { '': 'listed', ', disabled': 'off' },
  },
  add: {
    stdio: (name, command) => ['copilot', 'mcp', 'add', name, '--env', 'RECORDER_ONE=own', '--', ...command],
    http: (name, url) => ['copilot', 'mcp', 'add', '--transport', 'http', '--header', 'X-Recorder: own', name, url],
    sse: (name, url) => ['copilot', 'mcp', 'add', '--transport', 'sse', name, url],
  },
  approval: {
    named: /trust/i,
    // What the question of Copilot writes on "remember this folder" (1.0.102).
    give: ({ home, workspace }) =>
      changeJson(join(home, '.copilot/config.json'), (config) => {
        config.trustedFolders = [...(config.trustedFolders ?? []), workspace];
      }),
  },
  switchOff: { argv: (name) => ['copilot', 'mcp', 'disable', name] },
};
