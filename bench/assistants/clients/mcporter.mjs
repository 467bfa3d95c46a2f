// MCPorter. `mcporter list` starts every server and asks for its tools.
export default {
  name: 'MCPorter',
  // It asks nobody.
  gates: [{ says: 'no record' }],
  program: 'mcporter',
  path: '.bin/mcporter',
  connect: () => ({ argv: ['mcporter', 'list'] }),
  // - u-stdio (1 tool, 0.1s)
  list: { line: /^- (\S+) .*?\(?(\d+ tools?|offline|timed out|auth required)/, states: { tools: 'runs', tool: 'runs', offline: 'fails' } },
  add: {
    stdio: (name, [command, ...args]) => [
      'mcporter',
      'config',
      'add',
      name,
      '--scope',
      'home',
      '--command',
      command,
      ...args.flatMap((arg) => ['--arg', arg]),
      '--env',
      'RECORDER_ONE=own',
    ],
    http: (name, url) => ['mcporter', 'config', 'add', name, '--scope', 'home', '--url', url, '--header', 'X-Recorder=own'],
  },
};
