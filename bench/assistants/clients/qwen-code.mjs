// Qwen Code. `qwen mcp list` starts every server to see whether it answers.

const states = { Connected: 'runs', Disconnected: 'fails', Disabled: 'off', 'Pending approval': 'waits', Rejected: 'off' };

export default {
  name: 'Qwen Code',
  program: 'qwen',
  path: '.bin/qwen',
  env: () => ({ QWEN_TELEMETRY_ENABLED: 'false' }),
  connect: () => ({ argv: ['qwen', 'mcp', 'list'] }),
  // ✓ u-stdio: node … (stdio) - Connected
  list: { line: /^\S+ (\S+): .* \((?:stdio|http|sse)\) - (Connected|Disconnected|Disabled|Blocked|Pending approval|Rejected)/, states },
  add: {
    stdio: (name, command) => ['qwen', 'mcp', 'add', '-s', 'user', '-e', 'RECORDER_ONE=own', name, ...command],
    http: (name, url) => ['qwen', 'mcp', 'add', '-s', 'user', '-t', 'http', '-H', 'X-Recorder: own', name, url],
    sse: (name, url) => ['qwen', 'mcp', 'add', '-s', 'user', '-t', 'sse', name, url],
  },
  approval: { named: /qwen mcp approve/, command: /qwen mcp approve [\w-]+/ },
};
