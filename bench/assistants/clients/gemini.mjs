// Gemini CLI. `gemini mcp list` starts every server to see whether it answers.
import { dirname, join } from 'node:path';
import { changeJson, put } from '../machine.mjs';

const states = { Connected: 'runs', Disconnected: 'fails', Disabled: 'off', Blocked: 'off' };

/** What "/permissions" writes (0.61.0). */
const trust = ({ home }, folder, word = 'TRUST_FOLDER') =>
  changeJson(join(home, '.gemini/trustedFolders.json'), (folders) => {
    folders[folder] = word;
  });
const settings = ({ home }, values) => changeJson(join(home, '.gemini/settings.json'), (document) => Object.assign(document, values));
const by = () => ({ argv: ['gemini', '-p', 'say hi'] });
const both =
  (...does) =>
  (machine) =>
    does.forEach((one) => one(machine));
const trusted = (machine) => trust(machine, machine.workspace);

const gates = [
  { says: 'no record' },
  { says: 'the folder trusted', make: trusted },
  { says: 'a folder above trusted', make: (m) => trust(m, dirname(m.workspace)) },
  { says: 'the parent of a folder beside it trusted', make: (m) => trust(m, join(dirname(m.workspace), 'other'), 'TRUST_PARENT') },
  {
    says: 'above trusted, the folder refused',
    make: both(
      (m) => trust(m, dirname(m.workspace)),
      (m) => trust(m, m.workspace, 'DO_NOT_TRUST'),
    ),
  },
  { says: 'a folder below trusted', make: (m) => trust(m, join(m.workspace, 'sub')) },
  { says: 'folder trust switched off', make: (m) => settings(m, { security: { folderTrust: { enabled: false } } }) },
  { says: 'trusted, mcp.excluded', make: both(trusted, (m) => settings(m, { mcp: { excluded: ['person'] } })) },
  { says: 'trusted, mcp.allowed', make: both(trusted, (m) => settings(m, { mcp: { allowed: ['person'] } })) },
  {
    says: 'trusted, mcp.excluded in another case, in a session',
    by,
    make: both(trusted, (m) => settings(m, { mcp: { excluded: ['PERSON'] } })),
  },
  {
    says: 'trusted, mcp.allowed in another case, in a session',
    by,
    make: both(trusted, (m) => settings(m, { mcp: { allowed: ['PERSON'] } })),
  },
];

export default {
  name: 'Gemini CLI',
  gates,
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
