// Auggie. It starts its servers before it asks its service anything, so a made-up session is enough; the service is out of reach.
export default {
  name: 'Auggie',
  // It asks nobody.
  gates: [{ says: 'no record' }],
  program: 'auggie',
  path: '.bin/auggie',
  env: ({ loopback }) => ({
    AUGMENT_SESSION_AUTH: JSON.stringify({ accessToken: 'none', tenantURL: `${loopback.url}/augment/`, scopes: ['read', 'write'] }),
    AUGMENT_DISABLE_AUTO_UPDATE: '1',
  }),
  connect: () => ({ argv: ['auggie', '--print', 'say hi', '--max-turns', '1'] }),
  // The list reads the files and starts nothing; its tick says no more.
  list: {
    argv: ['auggie', 'mcp', 'list'],
    line: /^(✓|✗|○|-)? *(\S+) +(?:stdio|http|sse) /,
    name: 2,
    state: 1,
    states: { '✓': 'listed', '✗': 'off', '○': 'off' },
  },
  add: {
    stdio: (name, [command, ...args]) => [
      'auggie',
      'mcp',
      'add',
      name,
      '--command',
      command,
      '--args',
      args.join(' '),
      '--env',
      'RECORDER_ONE=own',
    ],
    http: (name, url) => ['auggie', 'mcp', 'add', name, '-t', 'http', '-u', url, '-H', 'X-Recorder: own'],
    sse: (name, url) => ['auggie', 'mcp', 'add', name, '-t', 'sse', '-u', url],
  },
};
