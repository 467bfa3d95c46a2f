// Cline CLI. Its servers start with a prompt, so it gets a model: ours, on loopback.
export default {
  name: 'Cline CLI',
  // It asks nobody.
  gates: [{ says: 'no record' }],
  program: 'cline',
  path: '.bin/cline',
  env: () => ({ CLINE_TELEMETRY_DISABLED: '1', CLINE_NO_AUTO_UPDATE: '1' }),
  before: ({ loopback }) => [['cline', 'auth', 'openai-compatible', '-k', 'none', '-m', 'none', '-b', loopback.model]],
  // The row is about the extension, which gives a server a minute; `commandLine` of the row is about this program.
  waits: { local: 3, remote: 3 },
  connect: () => ({ argv: ['cline', '-t', '30', 'say hi'] }),
  // The list reads the file and starts nothing.
  list: {
    argv: ['cline', 'config', 'mcp'],
    line: /^\s+(\S+) \[(?:stdio|sse|streamableHttp)\](.*)/,
    states: { '': 'listed', '(disabled)': 'off' },
  },
  add: {
    stdio: (name, command) => ['cline', 'mcp', 'install', name, '--yes', '--', ...command],
    http: (name, url) => ['cline', 'mcp', 'install', name, '--yes', '--transport', 'http', url],
    sse: (name, url) => ['cline', 'mcp', 'install', name, '--yes', '--transport', 'sse', url],
  },
};
