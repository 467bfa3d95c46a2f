// Qwen Code. Its servers start with a prompt, so it gets a model: ours, on loopback.

const states = { Connected: 'runs', Disconnected: 'fails', Disabled: 'off', 'Pending approval': 'waits', Rejected: 'off' };

export default {
  name: 'Qwen Code',
  program: 'qwen',
  path: '.bin/qwen',
  env: ({ loopback }) => ({
    OPENAI_API_KEY: 'none',
    OPENAI_BASE_URL: loopback.model,
    OPENAI_MODEL: 'none',
    QWEN_TELEMETRY_ENABLED: 'false',
    // 0.15.10 sends what is meant for loopback through a proxy, whatever NO_PROXY says.
    HTTP_PROXY: undefined,
    HTTPS_PROXY: undefined,
    http_proxy: undefined,
    https_proxy: undefined,
  }),
  connect: () => ({ argv: ['qwen', '--auth-type', 'openai', '-p', 'say hi'] }),
  // The list starts every server to see whether it answers, those too that "mcp.excluded" names.
  // ✓ u-stdio: node … (stdio) - Connected
  list: {
    argv: ['qwen', 'mcp', 'list'],
    ignoresSwitch: true,
    line: /^\S+ (\S+): .* \((?:stdio|http|sse)\) - (Connected|Disconnected|Disabled|Blocked|Pending approval|Rejected)/,
    states,
  },
  add: {
    stdio: (name, command) => ['qwen', 'mcp', 'add', '-s', 'user', '-e', 'RECORDER_ONE=own', name, ...command],
    http: (name, url) => ['qwen', 'mcp', 'add', '-s', 'user', '-t', 'http', '-H', 'X-Recorder: own', name, url],
    sse: (name, url) => ['qwen', 'mcp', 'add', '-s', 'user', '-t', 'sse', name, url],
  },
  approval: { named: /qwen mcp approve/, command: /qwen mcp approve [\w-]+/g },
};
