// opencode. `opencode mcp list` starts every server to see whether it answers.
export default {
  name: 'opencode',
  // It asks nobody.
  gates: [{ says: 'no record' }],
  program: 'opencode',
  path: 'opencode-linux-x64/bin/opencode',
  env: () => ({ OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1' }),
  connect: () => ({ argv: ['opencode', 'mcp', 'list'] }),
  // ●  ✓ u-stdio connected
  list: {
    line: /^●\s+\S+ (\S+) (connected|failed|disabled|needs authentication)/,
    states: { connected: 'runs', failed: 'fails', disabled: 'off' },
  },
  add: {
    stdio: (name, command) => ['opencode', 'mcp', 'add', name, '--env', 'RECORDER_ONE=own', '--', ...command],
    http: (name, url) => ['opencode', 'mcp', 'add', name, '--url', url, '--header', 'X-Recorder=own'],
  },
};
