// Continue CLI. Its servers start with a prompt, so it gets a model: ours, on loopback. It has no list and no command to add a server.
import { join } from 'node:path';
import { put } from '../machine.mjs';

const model = (url) => `name: bench
version: 0.0.1
schema: v1
models:
  - name: none
    provider: openai
    model: none
    apiKey: none
    apiBase: ${url}
`;

export default {
  name: 'Continue CLI',
  // It asks nobody.
  gates: [{ says: 'no record' }],
  program: 'cn',
  path: '.bin/cn',
  env: () => ({ CONTINUE_CLI_ENABLE_TELEMETRY: '0', CONTINUE_CLI_AUTO_UPDATED: 'true' }),
  seed: ({ home, loopback }) => put(join(home, '.continue/config.yaml'), model(loopback.model)),
  // The row is about the extension.
  waits: { local: 60, remote: 60 },
  connect: () => ({ argv: ['cn', '-p', 'say hi'] }),
};
