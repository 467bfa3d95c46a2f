// Codex. Its servers start with a prompt, so it gets a model: ours, on loopback.
import { join } from 'node:path';
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

export default {
  name: 'Codex',
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
