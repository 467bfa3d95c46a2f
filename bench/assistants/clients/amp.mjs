// Amp. `amp mcp doctor` starts every server. It wants a key and never uses it for that; its service is out of reach.
import { run } from '../machine.mjs';

const gates = [{ says: 'no record' }, { says: 'approved', make: (m) => run(m, ['amp', 'mcp', 'approve', 'project']) }];

export default {
  name: 'Amp',
  gates,
  program: 'amp',
  path: '@ampcode/cli-linux-x64/amp',
  env: ({ loopback }) => ({ AMP_API_KEY: 'none', AMP_URL: loopback.url, AMP_SKIP_UPDATE_CHECK: '1' }),
  connect: () => ({ argv: ['amp', 'mcp', 'doctor'] }),
  // u-stdio (user settings): connected (1 tools: echo)
  list: {
    line: /^(\S+) \(.*\): (connected|failed|error|awaiting approval|disabled)/,
    states: { connected: 'runs', failed: 'fails', error: 'fails', 'awaiting approval': 'waits', disabled: 'off' },
  },
  add: {
    stdio: (name, command) => ['amp', 'mcp', 'add', name, '--env', 'RECORDER_ONE=own', '--', ...command],
    http: (name, url) => ['amp', 'mcp', 'add', name, '--header', 'X-Recorder=own', url],
  },
  approval: { named: /amp mcp approve/, command: /amp mcp approve [\w-]+/g },
};
