// Variables of the environment as nobody sets them, and as many do.
import { but, create, learn, pulse, scan, scanText, status } from './steps.mjs';

const validate = { argv: ['mcp', 'validate', '--no-probe'], exit: [0, 1] };
/** An assistant with an entry, so that there is something to show. */
const one = (box) =>
  box.put(
    'home/.cursor/mcp.json',
    '{"mcpServers":{"docs":{"command":"node","args":["docs.js","--with","a long line of words that has to be broken somewhere or other"]}}}',
  );
const env = (id, variables, steps = [scanText, validate], more = {}) => ({
  id: `${id}`,
  make: one,
  steps: steps.map((step) => ({ ...step, env: variables })),
  ...more,
});
const long = 'x'.repeat(100_000);

const places = {
  empty: '',
  relative: 'rel',
  dots: '../..',
  'a tilde': '~',
  'a device': '/dev/null',
  'a pseudo directory': '/proc/self',
  'a long path': `/${'a'.repeat(5_000)}`,
  'a line end': '/tmp/a\nb',
  'escape letters': '/tmp/\u001b[2J\u202e',
  '-rf': '-rf',
  'a root': '/',
  'two slashes': '//x',
  'a drive': 'C:\\Users\\a',
  'an address': 'file:///tmp',
};
/** Which values name no directory at all: refused by name. */
const refused = new Set([
  'relative',
  'dots',
  'a tilde',
  'a long path',
  'a line end',
  'escape letters',
  '-rf',
  'a drive',
  'an address',
  'a device',
]);

const odd = {
  'PATH empty': { PATH: '' },
  'PATH of nothing but colons': { PATH: '::::' },
  'PATH relative': { PATH: '.:bin:..' },
  'PATH of 100 KB': { PATH: `/a${':/b'.repeat(33_000)}` },
  'PATH with escape letters': { PATH: '/\u001b[2J:/usr/bin' },
  'PATH with a device': { PATH: '/dev/zero:/dev/null/x:/proc/self/fd' },
  'PATH with a line end': { PATH: '/a\n/b:/usr/bin' },
  'no PATH': { PATH: undefined },
  'no LANG': { LANG: undefined },
  'LANG of rubbish': { LANG: '\u001b[2J' },
  'LANG Turkish': { LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
  'LC_ALL POSIX': { LC_ALL: 'POSIX' },
  'LANG of Latin 1': { LANG: 'de_DE.ISO-8859-1' },
  // No long LANG: Node 20 itself ends by a signal there.
  'TERM dumb': { TERM: 'dumb' },
  'TERM empty': { TERM: '' },
  'TERM of rubbish': { TERM: '../../etc/passwd' },
  'NO_COLOR empty': { NO_COLOR: '' },
  'NO_COLOR and FORCE_COLOR': { NO_COLOR: '1', FORCE_COLOR: '3' },
  'FORCE_COLOR of rubbish': { FORCE_COLOR: 'maybe' },
  COLORTERM: { COLORTERM: 'truecolor', TERM: 'xterm-256color' },
  'COLUMNS 0': { COLUMNS: '0' },
  'COLUMNS 1': { COLUMNS: '1' },
  'COLUMNS -5': { COLUMNS: '-5' },
  'COLUMNS NaN': { COLUMNS: 'wide' },
  'COLUMNS 1e9': { COLUMNS: '1000000000' },
  'COLUMNS 20': { COLUMNS: '20' },
  'COLUMNS Infinity': { COLUMNS: 'Infinity' },
  'TZ of rubbish': { TZ: '../../../etc/passwd' },
  'TZ far away': { TZ: 'Pacific/Kiritimati' },
  'TZ long': { TZ: long },
  'NODE_OPTIONS, little memory': { NODE_OPTIONS: '--max-old-space-size=64' },
  'NODE_OPTIONS, no __proto__': { NODE_OPTIONS: '--disable-proto=delete' },
  'NODE_OPTIONS, __proto__ throws': { NODE_OPTIONS: '--disable-proto=throw' },
  'NODE_OPTIONS, strict rejections': { NODE_OPTIONS: '--unhandled-rejections=strict' },
  'NODE_OPTIONS, deprecations throw': { NODE_OPTIONS: '--throw-deprecation --pending-deprecation' },
  'NODE_OPTIONS, source maps': { NODE_OPTIONS: '--enable-source-maps' },
  'NODE_OPTIONS, no fetch': { NODE_OPTIONS: '--no-experimental-fetch' },
  'NODE_OPTIONS, links kept': { NODE_OPTIONS: '--preserve-symlinks --preserve-symlinks-main' },
  'NODE_OPTIONS, interpreted only': { NODE_OPTIONS: '--jitless' },
  'NODE_OPTIONS, 1,500 frames': { NODE_OPTIONS: '--stack-trace-limit=0' },
  NODE_PATH: { NODE_PATH: '/dev/null:/proc/self:relative' },
  NODE_DEBUG: { NODE_NO_WARNINGS: '1', NODE_PENDING_DEPRECATION: '1' },
  NODE_DISABLE_COLORS: { NODE_DISABLE_COLORS: '1' },
  UV_THREADPOOL_SIZE: { UV_THREADPOOL_SIZE: '1' },
  'UV_THREADPOOL_SIZE 0': { UV_THREADPOOL_SIZE: '0' },
  'TMPDIR of a device': { TMPDIR: '/dev/null' },
  'TMPDIR gone': { TMPDIR: '/no/such' },
  'TMPDIR empty': { TMPDIR: '' },
  'TMPDIR relative': { TMPDIR: 'rel' },
  'TMPDIR with a line end': { TMPDIR: '/tmp/a\nb' },
  'GIT_DIR elsewhere': { GIT_DIR: '/etc' },
  'GIT_DIR relative': { GIT_DIR: 'x' },
  'GIT_WORK_TREE the root': { GIT_WORK_TREE: '/' },
  'GIT_INDEX_FILE a device': { GIT_INDEX_FILE: '/dev/zero' },
  'GIT_CONFIG_GLOBAL a device': { GIT_CONFIG_GLOBAL: '/dev/zero' },
  GIT_CEILING_DIRECTORIES: { GIT_CEILING_DIRECTORIES: '/' },
  GIT_OBJECT_DIRECTORY: { GIT_OBJECT_DIRECTORY: '/dev/null' },
  GIT_PAGER: {
    GIT_PAGER: 'touch ../outside/ran',
    PAGER: 'touch ../outside/ran',
    EDITOR: 'touch ../outside/ran',
    GIT_EXTERNAL_DIFF: 'touch ../outside/ran',
    GIT_SSH_COMMAND: 'touch ../outside/ran',
    GIT_ASKPASS: 'touch ../outside/ran',
  },
  GIT_CONFIG_COUNT: { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'core.fsmonitor', GIT_CONFIG_VALUE_0: 'touch ../outside/ran' },
  'GIT_CONFIG_COUNT of rubbish': { GIT_CONFIG_COUNT: 'many' },
  GIT_TRACE: { GIT_TRACE: '1', GIT_TRACE_SETUP: '1' },
  GIT_LITERAL_PATHSPECS: { GIT_LITERAL_PATHSPECS: '1', GIT_ICASE_PATHSPECS: '1' },
  'SHELL of rubbish': { SHELL: '/no/such\u001b[2J' },
  BROWSER: { BROWSER: 'touch ../outside/ran' },
  'USER empty': { USER: '', LOGNAME: '' },
  'CI of rubbish': { CI: '\u001b[2J' },
  'variables with odd names': { 'a b': '1', __proto__x: '2', 'BASH_FUNC_x%%': '() { :; }', constructor: '3' },
  '5,000 variables': Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`V${i}`, 'x'])),
  'a variable of 100 KB': { BIG: long },
  'WSL pretended': { WSL_DISTRO_NAME: 'Ubuntu\u001b[2J', WSL_INTEROP: '/dev/null' },
  'an editor pretended': { TERM_PROGRAM: 'vscode', VSCODE_IPC_HOOK_CLI: '/dev/null', CURSOR_TRACE_ID: '\u001b[2J' },
  'APPDATA on Linux': { APPDATA: 'C:\\x', LOCALAPPDATA: '..' },
  'CLAUDE_CONFIG_DIR of rubbish': { CLAUDE_CONFIG_DIR: '\u001b[2J/../..' },
  'CLAUDE_CONFIG_DIR a device': { CLAUDE_CONFIG_DIR: '/dev/null' },
  'CODEX_HOME of rubbish': { CODEX_HOME: '\u202erel' },
  'CODEX_HOME a device': { CODEX_HOME: '/dev/zero' },
  'proxies of rubbish': { HTTP_PROXY: 'http://a:b@\u001b[2J', HTTPS_PROXY: '::::', NO_PROXY: '*'.repeat(10_000) },
  'SSL_CERT_FILE a device': { SSL_CERT_FILE: '/dev/null' },
  'SVC variables of rubbish': { SVC_SSE_PORT: 'many', SVC_API_URL: '::::', SVC_API_KEY: '\u001b[2J' },
  'the surface of rubbish': { SVC_MCP_INTELLIGENCE_SURFACE: '\u001b[2Jfull' },
  'SNAP variables nobody knows': { SNAP_VERSION: '\u001b[2J', SNAP_DAEMON_IDLE_MS: '-1', SNAP_CALL: 'x' },
  'npm pretended': { npm_config_user_agent: '\u001b[2J', npm_execpath: '/dev/null', npm_lifecycle_event: 'x' },
};

const serverEnv = {
  CLAUDE_PROJECT_DIR: ['', 'rel', '/', '/no/such', '/dev/zero', '\u001b[2J', '../..', long],
  WORKSPACE_FOLDER_PATHS: ['', ':::', '/:/', 'rel:rel', '/no/such', '\u001b[2J\n', long],
};
const hello = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
};
const calls = [
  hello,
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'pulse' } },
  { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'check', arguments: { mode: 'health' } } },
];
const server = (id, variables, make) => ({
  id: `server, ${id}`,
  make,
  steps: [{ lines: calls, expect: { 1: 'result', 2: 'any', 3: 'works' }, exit: [0], env: variables }],
});

/** Words on the command line. */
const words = {
  'an unknown option': [['mcp', 'scan', '--nosuch'], 2],
  'an unknown command': [['mcp', '__proto__'], 2],
  'the command constructor': [['constructor'], 2],
  'escape letters': [['\u001b[2J\u202e'], 2],
  'a word of 100 KB': [[long], 2],
  '10,000 words': [Array.from({ length: 10_000 }, () => 'x'), 2],
  'an empty word': [[''], 2],
  '--': [['--'], 2],
  '-': [['-'], 2],
  '--=': [['--='], 2],
  '--__proto__': [['mcp', 'scan', '--__proto__=1'], 2],
  'help for nothing': [['help', 'nosuch'], 2],
  'an option without its value': [['mcp', 'scan', '--client'], 2],
  'an empty client': [['mcp', 'scan', '--client', ''], 2],
  'a client called __proto__': [['mcp', 'scan', '--client', '__proto__'], 2],
  'a snapshot called ..': [
    ['snapshot', 'show', '../../etc'],
    [2, 3],
  ],
  'snapshot -1': [
    ['snapshot', 'show', '--', '-1'],
    [2, 3],
  ],
  'snapshot 1e99': [
    ['snapshot', 'show', '1e99'],
    [2, 3],
  ],
  'a change called NaN': [
    ['mcp', 'undo', 'NaN', '--yes'],
    [2, 3],
  ],
  'a timeout of NaN': [['mcp', 'validate', '--timeout', 'NaN'], 2],
  'a timeout of 1e99': [
    ['mcp', 'validate', '--no-probe', '--timeout', '1e99'],
    [0, 2],
  ],
  'a baseline that is a device': [
    ['mcp', 'validate', '--no-probe', '--baseline', '/dev/zero'],
    [2, 3],
  ],
  'a baseline that is a directory': [
    ['mcp', 'validate', '--no-probe', '--baseline', '/'],
    [2, 3],
  ],
  'a baseline of nothing': [
    ['mcp', 'validate', '--no-probe', '--baseline', ''],
    [2, 3],
  ],
  'answers that are a device': [
    ['setup', '--yes', '--answers', '/dev/zero'],
    [2, 3],
  ],
  'a learning of 100 KB': [['learn', 'x', 'y'.repeat(100_000)], 2],
  'a learning of escape letters': [
    ['learn', '\u001b[2Jx', '\u202ey\u0007'],
    [0, 2],
  ],
  'a learning of nothing': [['learn', '', ''], 2],
  'an import of a device': [
    ['learnings', 'import', '/dev/zero'],
    [2, 3],
  ],
  'an import of a directory': [
    ['learnings', 'import', '/'],
    [2, 3, 4],
  ],
  'an import that is not there': [
    ['learnings', 'import', 'nosuch'],
    [2, 3],
  ],
  'a search of 20,000 words': [
    ['learnings', 'search', 'ab '.repeat(20_000)],
    [0, 2],
  ],
  'a search of regular expression letters': [['learnings', 'search', '(a+)+$'], 0],
  'a goal of rubbish': [['task', 'start', 'x', '--goal', 'bundle:NaN:'], 2],
  'completion for nothing': [['completion', 'nosuch'], 2],
  'completion of escape letters': [
    ['__complete', '\u001b[2J', '', '-1'],
    [0, 2],
  ],
  'a name of a server with escape letters': [
    ['mcp', 'add', '\u001b[2J\u202e', '--cursor', '--yes', '--', 'node'],
    [2, 3],
  ],
  'a server called __proto__': [
    ['mcp', 'add', '__proto__', '--cursor', '--dry-run', '--', 'node'],
    [0, 2, 3],
  ],
  'a name of a server of 100 KB': [
    ['mcp', 'add', long, '--cursor', '--dry-run', '--', 'node'],
    [0, 2, 3],
  ],
  'an empty name of a server': [['mcp', 'add', '', '--cursor', '--dry-run', '--', 'node'], 2],
  'an address of rubbish': [
    ['mcp', 'add', 'x', '--cursor', '--dry-run', '--url', 'javascript:alert(1)'],
    [2, 3],
  ],
  'an address that is no address': [
    ['mcp', 'add', 'x', '--cursor', '--dry-run', '--url', 'http://['],
    [2, 3],
  ],
  'a header with a line end': [
    ['mcp', 'add', 'x', '--cursor', '--dry-run', '--url', 'https://a.example', '--header', 'A: b\r\nC: d'],
    [2, 3],
  ],
  'an argument with escape letters': [
    ['mcp', 'add', 'x', '--cursor', '--dry-run', '--', 'node', '\u001b[2J\u202e'],
    [0, 2, 3],
  ],
  'a variable with an odd name': [['mcp', 'add', 'x', '--cursor', '--dry-run', '--env', '=b', '--', 'node'], 2],
  'a variable called __proto__': [
    ['mcp', 'add', 'x', '--cursor', '--dry-run', '--env', '__proto__=b', '--', 'node'],
    [0, 2, 3],
  ],
  'a remove of escape letters': [
    ['mcp', 'remove', '\u001b[2J', '--cursor', '--yes'],
    [0, 2, 3],
  ],
  'the shim': [
    ['mcp', 'shim'],
    [0, 2, 3],
  ],
  'stdio with a workspace that is not there': [
    ['mcp', '--stdio', '--workspace', '/no/such'],
    [0, 2, 3],
  ],
  'a transport nobody knows': [['mcp', '--carrier-pigeon'], 2],
  'a file of a task that leads out': [
    ['task', 'start', 'x', '--file', '../../../etc/passwd'],
    [2, 3],
  ],
  'a restore of what was never': [['snapshot', 'restore', '7', '--yes'], 3],
  'advise about a file that is not there': [
    ['advise', 'x', '--file', 'nosuch'],
    [0, 2, 3],
  ],
  'a format nobody knows': [['mcp', 'validate', '--format', '__proto__'], 2],
};

export const environment = () => [
  ...['HOME', 'XDG_DATA_HOME', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME'].flatMap((name) =>
    Object.entries(places).map(([id, value]) => {
      const isRefused = name === 'HOME' ? refused.has(id) || id === 'empty' : refused.has(id);
      const exit = isRefused ? [3] : [0, 3, 4];
      const variables = { [name]: value, SNAP_DATA_DIR: undefined, ...(name === 'HOME' ? {} : { XDG_DATA_HOME: value }) };
      const isHarmless = !isRefused && (id === 'a root' || id === 'two slashes');
      return {
        id: `${name}: ${id}`,
        make: one,
        steps: [
          { ...scan, env: variables, exit: isRefused ? [3] : [0, 3] },
          ...(isHarmless ? [] : [{ ...learn, env: variables, exit: id === 'empty' && name !== 'HOME' ? [0] : exit }]),
        ],
      };
    }),
  ),
  ...Object.entries(odd).map(([id, variables]) =>
    env(
      id,
      variables,
      [
        scanText,
        validate,
        ...(id.startsWith('GIT_') || id.startsWith('NODE_OPTIONS') || id.startsWith('T') ? [{ ...create, exit: [0] }, pulse] : []),
      ],
      {
        isColoured: 'FORCE_COLOR' in variables,
        make: (box) => {
          one(box);
          if (id.startsWith('GIT_')) box.sh('cd work && git init -q && git add . && git commit -qm x');
        },
      },
    ),
  ),
  ...Object.entries(serverEnv).flatMap(([name, values]) => values.map((value, i) => server(`${name} ${i}`, { [name]: value }))),
  server('everything unset', { PATH: undefined, LANG: undefined, TMPDIR: undefined, SNAP_DATA_DIR: undefined }),
  server('HOME empty', { HOME: '', SNAP_DATA_DIR: undefined }),
  server('NODE_OPTIONS, __proto__ throws', { NODE_OPTIONS: '--disable-proto=throw' }),
  server('NODE_OPTIONS, strict rejections', { NODE_OPTIONS: '--unhandled-rejections=strict' }),
  ...Object.entries(words).map(([id, [argv, exit]]) => ({
    id: `words: ${id}`,
    make: one,
    steps: [
      {
        argv,
        exit: [exit].flat(),
        writes: argv[0] === 'mcp' && argv.includes('--yes'),
        env: { SNAP_DATA_DIR: undefined },
        allows: /\bNaN\b|undefined/g,
        ...(argv.includes('--stdio') ? { stdin: '' } : {}),
      },
    ],
  })),
  {
    id: 'words in JSON',
    steps: [
      { argv: ['mcp', 'scan', '--client', '\u001b[2J', '--json'], exit: [2] },
      but(status, { argv: ['status', '--json', '--workspace', '\u001b[2J'], exit: [2, 3] }),
    ],
  },
];
