// Kilo Code. `kilo mcp list` starts every server to see whether it answers.
export default {
  name: 'Kilo Code',
  // It asks nobody.
  gates: [{ says: 'no record' }],
  program: 'kilo',
  path: '@kilocode/cli-linux-x64/bin/kilo',
  env: () => ({ KILO_DISABLE_AUTOUPDATE: '1', KILO_DISABLE_MODELS_FETCH: '1', KILO_TELEMETRY_LEVEL: 'off' }),
  connect: () => ({ argv: ['kilo', 'mcp', 'list'] }),
  // ●  ✓ u-stdio connected
  list: {
    line: /^●\s+\S+ (\S+) (connected|failed|disabled|needs authentication)/,
    states: { connected: 'runs', failed: 'fails', disabled: 'off' },
  },
  add: {
    stdio: (name, command) => ['kilo', 'mcp', 'add', name, '--env', 'RECORDER_ONE=own', '--', ...command],
    http: (name, url) => ['kilo', 'mcp', 'add', name, '--url', url, '--header', 'X-Recorder=own'],
  },
};
