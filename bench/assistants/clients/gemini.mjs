// Gemini CLI. `gemini mcp list` starts every server to see whether it answers.
import { join } from 'node:path';
import { changeJson, put } from '../machine.mjs';

const states = { Connected: 'runs', Disconnected: 'fails', Disabled: 'off', Blocked: 'off' };

export default {
  name: 'Gemini CLI',
  program: 'gemini',
  path: '.bin/gemini',
  env: ({ loopback }) => ({ GEMINI_TELEMETRY_ENABLED: 'false', GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: loopback.url }),
  seed: ({ home }) => put(join(home, '.gemini/settings.json'), { security: { auth: { selectedType: 'gemini-api-key' } } }),
  connect: () => ({ argv: ['gemini', 'mcp', 'list'] }),
  // The list waits five seconds only; a session waits for its servers before it asks the model, which is not there.
  starts: () => ({ argv: ['gemini', '-p', 'say hi'] }),
  // ✓ u-stdio: node … (stdio) - Connected
  list: { line: /^\S+ (\S+): .* \((?:stdio|http|sse)\) - (Connected|Disconnected|Disabled|Blocked|Pending approval|Rejected)/, states },
  add: {
    stdio: (name, command) => ['gemini', 'mcp', 'add', '-s', 'user', '-e', 'RECORDER_ONE=own', name, ...command],
    http: (name, url) => ['gemini', 'mcp', 'add', '-s', 'user', '-t', 'http', '-H', 'X-Recorder: own', name, url],
    sse: (name, url) => ['gemini', 'mcp', 'add', '-s', 'user', '-t', 'sse', name, url],
  },
  approval: {
    named: /\/permissions/,
    // What "/permissions" writes (0.61.0).
    give: ({ home, workspace }) =>
      changeJson(join(home, '.gemini/trustedFolders.json'), (folders) => {
        folders[workspace] = 'TRUST_FOLDER';
      }),
  },
  // What "/mcp disable" writes; the command "gemini mcp disable" finds no server of a settings file (0.61.0).
  switchOff: {
    write: ({ home }, name) =>
      changeJson(join(home, '.gemini/mcp-server-enablement.json'), (servers) => {
        servers[name] = { enabled: false };
      }),
  },
};
