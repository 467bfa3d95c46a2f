// Codex. Its servers start with a prompt, so it gets a model: ours, on loopback.
import { dirname, join } from 'node:path';
import { appendFileSync } from 'node:fs';
import { put } from '../machine.mjs';

const model = (url) => `model = "none"
model_provider = "bench"
check_for_update_on_startup = false

[analytics]
enabled = false

[model_providers.bench]
name = "bench"
base_url = "${url}"
wire_api = "responses"
`;

/** What the question of Codex writes. */
const level = ({ home }, folder, word = 'trusted') =>
  appendFileSync(join(home, '.codex/config.toml'), `\n[projects."${folder}"]\ntrust_level = "${word}"\n`);
const below = ({ workspace }) => join(workspace, 'sub');

const gates = [
  { says: 'no record' },
  { says: 'the folder trusted', make: (m) => level(m, m.workspace) },
  { says: 'the folder untrusted', make: (m) => level(m, m.workspace, 'untrusted') },
  { says: 'a folder above trusted', make: (m) => level(m, dirname(m.workspace)) },
  { says: 'above trusted, the folder untrusted', make: (m) => (level(m, dirname(m.workspace)), level(m, m.workspace, 'untrusted')) },
  { says: 'started below, the repository trusted', at: below, make: (m) => level(m, dirname(m.workspace)) },
];

export default {
  name: 'Codex',
  gates,
  program: 'codex',
  path: '.bin/codex',
  seed: ({ home, loopback }) => put(join(home, '.codex/config.toml'), model(loopback.model)),
  connect: () => ({ argv: ['codex', 'exec', 'say hi'] }),
  // The list reads the files and starts nothing.
  list: { argv: ['codex', 'mcp', 'list'], line: /^(\S+) .* (enabled|disabled) /, states: { enabled: 'listed', disabled: 'off' } },
  add: {
    stdio: (name, command) => ['codex', 'mcp', 'add', name, '--env', 'RECORDER_ONE=own', '--', ...command],
    http: (name, url) => ['codex', 'mcp', 'add', name, '--url', url],
  },
  approval: {
    named: /trust/,
    // What the question of Codex writes on yes.
    give: ({ home, workspace }) =>
      appendFileSync(join(home, '.codex/config.toml'), `\n[projects."${workspace}"]\ntrust_level = "trusted"\n`),
  },
};
