// Factory Droid. `droid mcp list` starts every server to see whether it answers.
export default {
  name: 'Factory Droid',
  // It asks nobody.
  gates: [{ says: 'no record' }],
  program: 'droid',
  path: '.bin/droid',
  env: () => ({ FACTORY_DROID_AUTO_UPDATE_ENABLED: 'false' }),
  connect: () => ({ argv: ['droid', 'mcp', 'list'] }),
  //   u-stdio  stdio  connected  [user]
  list: {
    line: /^\s+(\S+)\s+(?:stdio|http|sse)\s+(connected|disconnected|failed|error|disabled)/,
    states: { connected: 'runs', disconnected: 'fails', failed: 'fails', error: 'fails', disabled: 'off' },
  },
  add: {
    stdio: (name, command) => ['droid', 'mcp', 'add', name, command.join(' '), '--env', 'RECORDER_ONE=own'],
    http: (name, url) => ['droid', 'mcp', 'add', name, url, '--type', 'http', '--header', 'X-Recorder: own'],
    sse: (name, url) => ['droid', 'mcp', 'add', name, url, '--type', 'sse'],
  },
};
