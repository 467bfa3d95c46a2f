// What trials by strangers found, as they did it: hidden letters, passwords, snapshots under other rules, an odd home, a full disk.
import { existsSync } from 'node:fs';
import { begin, but, create, learn, pulse, restoreAll, restoreDry, scan, status } from './steps.mjs';
import { call, expected, hello, ready, request } from './wire-words.mjs';

const password = 'Tr0ub4dor-canary';
/** A password as people write it; each is sent to every text of the tools and the shell. */
const forms = {
  'a variable': `PGPASSWORD=${password} psql`,
  'curl -u': `curl -u ada:${password} https://db.example`,
  'mysql -p': `mysql -uroot -p${password} shop`,
  'sshpass -p': `sshpass -p ${password} ssh host`,
  'docker login -p': `docker login -p ${password} -u ada`,
  'password X': `the login needs password ${password}`,
  'the password is X': `the password is ${password}`,
  'passphrase X': `passphrase ${password}`,
  German: `Passwort: ${password}`,
  French: `mot de passe : ${password}`,
  'an address': `postgres://ada:${password}@db.example/shop`,
  'a query': `https://a.example/?api_key=${password}`,
  'a header': `X-Api-Key: ${password}`,
};
const talk = (id, lines, kinds, more = {}) => ({
  id,
  steps: [{ lines: [hello(), ready, ...lines], expect: expected({ hello: 'result', ...kinds }), exit: [0], ...more.step }],
  ...more,
});

const letters = '\u{E0100}\u{E01EF}\uFE00\u202E\u2066\u200B\u2060\u00AD\u115F\u3164\u180E\u009B\u001B[8m';
const many = (n, make) => Array.from({ length: n }, (_, i) => make(i + 1));
const ids = (n, kind) => Object.fromEntries(many(n, (i) => [i, kind]));

export const trials = () => [
  ...Object.entries(forms).map(([id, text]) => ({
    id: `a password is not stored: ${id}`,
    canaries: [password],
    steps: [
      {
        lines: [
          hello(),
          ready,
          call(1, 'snap', { task: text }),
          call(2, 'snap_learn', { trigger: text, action: text, source: text }),
          call(3, 'pulse', {}),
          call(4, 'advise', { task: text }),
          call(5, 'snap_end', { learnings: [text], notes: text }),
        ],
        expect: expected({ hello: 'result', 1: 'works', 2: 'works', 4: 'works', 5: 'works' }),
        exit: [0],
      },
      { argv: ['learn', text, text, '--source', text, '--json'], exit: [0] },
      { argv: ['task', 'start', text, '--json'], exit: [0] },
      { argv: ['snapshot', 'create', '-m', text, '--json'], exit: [0] },
      { argv: ['learnings', 'list', '--json'], exit: [0] },
    ],
  })),
  {
    id: 'hidden letters in the names of a project',
    make: (box) => {
      const entries = {
        [`server${letters}`]: { command: `node${letters}`, args: [letters], env: { [`A${letters}`]: letters } },
        [`far${letters}`]: { url: `https://a.example/${letters}` },
      };
      for (const path of ['work/.cursor/mcp.json', 'work/.mcp.json', 'home/.cursor/mcp.json'])
        box.put(path, JSON.stringify({ mcpServers: entries }));
    },
    steps: [
      scan,
      { argv: ['mcp', 'scan'], exit: [0] },
      { argv: ['mcp', 'validate', '--no-probe'], exit: [0, 1] },
      { argv: ['mcp', 'list', '--no-probe'], exit: [0] },
      { argv: ['doctor'], exit: [0, 1] },
      { lines: [hello(), ready, call(1, 'check', { mode: 'health' })], expect: expected({ hello: 'result', 1: 'works' }), exit: [0] },
    ],
  },
  {
    id: 'a ~/.claude.json of one line shows only the change',
    canaries: ['my-private-prompt'],
    make: (box) =>
      box.put(
        'home/.claude.json',
        JSON.stringify({ projects: { '/x': { history: many(8_000, (i) => `my-private-prompt ${i}`) } }, mcpServers: {} }),
      ),
    steps: [
      { argv: ['mcp', 'add', 'a', '--claude-code', '--scope', 'global', '--dry-run', '--', 'node'], exit: [0], maxOutput: 6_000 },
      { argv: ['mcp', 'repair', '--dry-run', '--no-probe', '--claude-code'], exit: [0, 1], maxOutput: 6_000 },
    ],
  },
  {
    id: 'a restore deletes nothing that another rule left out',
    make: (box) => {
      box.sh('cd work && git init -q && echo data/ > .git/info/exclude && mkdir data && echo x > data/p');
    },
    steps: [
      create,
      {
        ...restoreAll,
        // What stays is named, and 3 says that something does.
        exit: [0, 3],
        before: (box) => {
          box.put('work/.git/info/exclude', '');
          box.put('work/new', 'n');
        },
      },
    ],
    check: (box) => (existsSync(box.at('work/data/p')) ? [] : ['data/p is gone']),
  },
  {
    id: 'a restore under "exclude everything" says what stays',
    make: (box) => box.put('work/a', '1'),
    steps: [
      create,
      {
        ...restoreAll,
        exit: [0, 1, 3],
        before: (box) => {
          box.put('work/.snap/settings.json', '{"exclude":["*"]}');
          box.put('work/a', '2');
          box.put('work/b', '3');
        },
        not: /"isExact": true/,
      },
    ],
  },
  {
    id: 'a restore names a path that is nowhere',
    make: (box) => box.put('work/.env', 'A=1'),
    steps: [
      create,
      { argv: ['snapshot', 'restore', '1', '--yes', '--', '.env', 'nosuch.txt'], exit: [0, 1, 2, 3], writes: true, says: /nosuch\.txt/ },
    ],
  },
  {
    id: 'a restore as JSON without --yes',
    make: (box) => box.put('work/a', '1'),
    steps: [create, { argv: ['snapshot', 'restore', '1', '--json'], exit: [1], before: (box) => box.put('work/a', '2') }],
  },
  ...['.gitignore', '.git/info/exclude'].flatMap((path) => [
    {
      id: `a line of 40,000 letters in ${path}`,
      make: (box) => {
        box.sh('cd work && git init -q');
        box.put(`work/${path}`, `${'a'.repeat(40_000)}\n*.log\n`);
        box.put('work/a', '1');
      },
      steps: [
        create,
        begin,
        pulse,
        {
          lines: [hello(), ready, call(1, 'snap', { task: 'x' }), call(2, 'pulse', {})],
          expect: expected({ 1: 'works', 2: 'works' }),
          exit: [0],
        },
        { ...restoreAll, before: (box) => box.put('work/a', '2') },
      ],
    },
    {
      id: `4 GiB of holes in ${path}`,
      make: (box) => box.sh(`cd work && git init -q && truncate -s 4G ${path}`),
      steps: [create, begin, pulse, restoreDry],
      maxCpu: 20,
    },
  ]),
  ...Object.entries({
    'HOME empty': { HOME: '' },
    'HOME relative': { HOME: 'rel' },
    'XDG_DATA_HOME relative': { XDG_DATA_HOME: 'rel' },
    'HOME of 5,000 bytes': { HOME: `/${'h'.repeat(5_000)}` },
  }).map(([id, variables]) => ({
    id: `refused by name: ${id}`,
    steps: [create, status, learn, scan, begin].map((step) =>
      but(step, { env: { ...variables, SNAP_DATA_DIR: undefined }, exit: [3], says: /HOME/ }),
    ),
  })),
  {
    id: 'pulse answers where nothing can be written',
    as: 'nobody',
    make: (box) => box.sh('cd work && git init -q'),
    afterOwner: (box) => box.sh('chmod 555 home data'),
    steps: [
      pulse,
      {
        lines: [
          hello(),
          ready,
          call(1, 'pulse', {}),
          call(2, 'pulse', { record_change: 'package.json' }),
          call(3, 'snap', { task: 'x' }),
          call(4, 'advise', { task: 'x' }),
          call(5, 'snap_learn', { trigger: 'a', action: 'b' }),
        ],
        expect: expected({ 1: 'works', 2: 'works', 3: 'works', 4: 'works', 5: 'refused' }),
        exit: [0],
      },
    ],
  },
  talk(
    'a cancellation with a reason logs no bug',
    [
      call(1, 'check', { mode: 'health' }),
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1, reason: 'changed my mind' } },
      call(2, 'pulse'),
    ],
    { 2: 'works' },
  ),
  talk(
    '800 health checks, all cancelled',
    [
      ...many(800, (i) => call(i, 'check', { mode: 'health' })),
      ...many(800, (i) => ({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: i, reason: 'no' } })),
      call(801, 'pulse'),
    ],
    { 801: 'works' },
  ),
  talk(
    '2,000 lists, the input closed, nothing read',
    many(2_000, (i) => request(i, 'tools/list')),
    ids(2_000, 'any'),
    { step: { endsAtOnce: true } },
  ),
  {
    id: 'a config file of 3 GiB',
    make: (box) => box.sh('mkdir -p home/.cursor; truncate -s 3G home/.cursor/mcp.json'),
    steps: [
      scan,
      { argv: ['mcp', 'validate', '--cursor', '--no-probe'], exit: [1], says: /64 MiB/ },
      { argv: ['mcp', 'add', 'x', '--cursor', '--yes', '--', 'node'], exit: [3, 4], says: /64 MiB/ },
    ],
  },
  {
    id: 'a task about a file that is not there',
    steps: [
      { argv: ['task', 'start', 'x', '--file', 'pakage.json'], exit: [0, 2, 3], says: /no such file|does not exist|package\.json/i },
      {
        lines: [hello(), ready, call(1, 'snap', { task: 'x', files: ['pakage.json'] })],
        expect: expected({ 1: 'any' }),
        exit: [0],
        says: /package\.json/,
      },
    ],
  },
  {
    id: 'the disk is full',
    needs: 'root',
    make: (box) => box.sh('cd work && git init -q'),
    steps: [scan, but(pulse, { env: { SNAP_DATA_DIR: '/dev/full/x' }, exit: [0, 3] })],
  },
];
