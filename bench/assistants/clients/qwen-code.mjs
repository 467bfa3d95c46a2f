// Qwen Code. Its servers start with a prompt, so it gets a model: ours, on loopback.
import { join } from 'node:path';
import { changeJson, run } from '../machine.mjs';

const states = { Connected: 'runs', Disconnected: 'fails', Disabled: 'off', 'Pending approval': 'waits', Rejected: 'off' };

const settings = ({ home }, values) => changeJson(join(home, '.qwen/settings.json'), (document) => Object.assign(document, values));
const trust = ({ home }, folder, word) =>
  changeJson(join(home, '.qwen/trustedFolders.json'), (folders) => {
    folders[folder] = word;
  });
const asks = { security: { folderTrust: { enabled: true } } };

const gates = [
  { says: 'no record', since: '0.24' },
  { says: 'approved', since: '0.24', make: (m) => run(m, ['qwen', 'mcp', 'approve', 'project']) },
  { says: 'mcp.excluded, in a session', scopes: ['global'], make: (m) => settings(m, { mcp: { excluded: ['person'] } }) },
  { says: 'mcp.excluded in another case, in a session', scopes: ['global'], make: (m) => settings(m, { mcp: { excluded: ['PERSON'] } }) },
  { says: 'mcp.allowed, in a session', scopes: ['global'], make: (m) => settings(m, { mcp: { allowed: ['other'] } }) },
  { says: 'folder trust on, no record', since: '0.24', scopes: ['global'], make: (m) => settings(m, asks) },
  { says: 'folder trust on, refused', scopes: ['global'], make: (m) => (settings(m, asks), trust(m, m.workspace, 'DO_NOT_TRUST')) },
  { says: 'folder trust on, trusted', scopes: ['global'], make: (m) => (settings(m, asks), trust(m, m.workspace, 'TRUST_FOLDER')) },
];

export default {
  name: 'Qwen Code',
  gates,
  program: 'qwen',
  path: '.bin/qwen',
  env: ({ loopback }) => ({
    OPENAI_API_KEY: 'none',
    OPENAI_BASE_URL: loopback.model,
    OPENAI_MODEL: 'none',
    QWEN_TELEMETRY_ENABLED: 'false',
    // 0.15.10 sends what is meant for loopback through a proxy, whatever NO_PROXY says.
    HTTP_PROXY: undefined,
    HTTPS_PROXY: undefined,
    http_proxy: undefined,
    https_proxy: undefined,
  }),
  connect: () => ({ argv: ['qwen', '--auth-type', 'openai', '-p', 'say hi'] }),
  // The list starts every server to see whether it answers, those too that "mcp.excluded" names.
  // ✓ u-stdio: node … (stdio) - Connected
  list: {
    argv: ['qwen', 'mcp', 'list'],
    ignoresSwitch: true,
    line: /^\S+ (\S+): .* \((?:stdio|http|sse)\) - (Connected|Disconnected|Disabled|Blocked|Pending approval|Rejected)/,
    states,
  },
  add: {
    stdio: (name, command) => ['qwen', 'mcp', 'add', '-s', 'user', '-e', 'RECORDER_ONE=own', name, ...command],
    http: (name, url) => ['qwen', 'mcp', 'add', '-s', 'user', '-t', 'http', '-H', 'X-Recorder: own', name, url],
    sse: (name, url) => ['qwen', 'mcp', 'add', '-s', 'user', '-t', 'sse', name, url],
  },
  approval: { named: /qwen mcp approve/, command: /qwen mcp approve [\w-]+/g },
};
