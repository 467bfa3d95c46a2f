// Directories that are not there, not ours, too deep, or something else.
import { begin, but, create, learn, pulse, scan, scanText, status } from './steps.mjs';

const dataPlaces = {
  'in the project': [(box) => box.at('work/data'), 0],
  'in .git': [(box) => box.at('work/.git/data'), 0],
  'with spaces and letters of all kinds': [(box) => box.at('home/a b\u00e9\u{1f600}/c'), 0],
  'a link to a directory': [
    (box) => {
      box.link('home/linked', 'real');
      box.sh('mkdir home/real');
      return box.at('home/linked');
    },
    0,
  ],
  'with dots in it': [(box) => `${box.home}/./x/../y//z/`, 0],
  'a file': [(box) => box.at('outside/kept.txt'), 3],
  'below a file': [(box) => box.at('outside/kept.txt/data'), 3],
  'a pipe': [
    (box) => {
      box.sh('mkfifo home/pipe');
      return box.at('home/pipe');
    },
    3,
  ],
  'a device': [() => '/dev/null', 3],
  'below a device': [() => '/dev/null/x', 3],
  'a link to itself': [
    (box) => {
      box.link('home/loop', 'loop');
      return box.at('home/loop');
    },
    3,
  ],
  'in /proc': [() => '/proc/snap', 4],
  'in /sys': [() => '/sys/snap', 4],
  relative: [() => 'data', 3],
  'relative and up': [() => '../outside', 3],
  'a tilde': [() => '~/data', 3],
  'a variable': [() => '$HOME/data', 3],
  'of 5,000 letters': [() => `/${'d'.repeat(5_000)}`, 3],
  'with a name of 300 letters': [(box) => box.at(`home/${'d'.repeat(300)}`), 3],
  'with a line end': [(box) => box.at('home/a\nb'), 3],
  'with escape letters': [(box) => box.at('home/a\u001b[2J'), 3],
};

/** Reading answers, writing says why not. */
const dataCase = ([id, [place, code]]) => ({
  id: `data directory: ${id}`,
  make: (box) => {
    box.sh('cd work && git init -q');
    box.place = place(box);
  },
  steps: [
    { ...learn, env: (box) => ({ SNAP_DATA_DIR: box.place }), exit: code === 0 ? [0] : [3, 4], writes: code === 0 },
    { ...scan, env: (box) => ({ SNAP_DATA_DIR: box.place }), exit: code === 0 ? [0] : [0, 3, 4], writes: code === 0 },
    { ...create, env: (box) => ({ SNAP_DATA_DIR: box.place }), exit: code === 0 ? [0] : [3, 4], writes: code === 0 },
  ],
});

const ownDirectories = {
  'a file': ': > data',
  'read-only': 'mkdir -p data; chmod 555 data',
  'without any permission': 'mkdir -p data; chmod 000 data',
  'of somebody else': 'mkdir -p data; chown 1234 data; chmod 700 data',
};

/** What snap keeps, taken or turned into something else behind its back. */
const stores = {
  'is gone': 'rm -rf data/*',
  'has rubbish in every file': 'find data -type f -exec sh -c \'head -c 300 /dev/urandom > "$1"\' _ {} \\;',
  'has every file empty': 'find data -type f -exec truncate -s 0 {} +',
  'has every file cut': 'find data -type f -exec truncate -s 10 {} +',
  'has a pipe for every file': 'find data -type f -exec sh -c \'rm -f "$1"; mkfifo "$1"\' _ {} \\;',
  'has a directory for every file': 'find data -type f -exec sh -c \'rm -f "$1"; mkdir "$1"\' _ {} \\;',
  'has a link to itself for every file': 'find data -type f -exec sh -c \'rm -f "$1"; ln -s "$(basename "$1")" "$1"\' _ {} \\;',
  'has a device for every file': 'find data -type f -exec sh -c \'rm -f "$1"; ln -s /dev/zero "$1"\' _ {} \\;',
  'has 3 GiB more in every file': 'find data -type f -exec truncate -s +3G {} +',
  'is a file': 'rm -rf data; : > data',
};

const cwd = (id, script, steps) => ({
  id: `current directory: ${id}`,
  steps: steps.map((step) => ({ ...step, writes: true, launcher: ['/bin/bash', '-c', `${script}; exec "$@"`, 'bash'] })),
});
const any = [0, 1, 3, 4];

export const directories = () => [
  ...Object.entries(dataPlaces).map(dataCase),
  ...Object.entries(ownDirectories).map(([id, script]) => ({
    id: `data directory ${id}`,
    as: 'nobody',
    make: (box) => box.sh('cd work && git init -q'),
    afterOwner: (box) => box.sh(`[ "${id}" = "a file" ] && rm -rf data; ${script}`),
    steps: [
      but(scan, { exit: [0, 3] }),
      but(learn, { exit: [3, 4] }),
      but(create, { exit: [3, 4] }),
      but(pulse, { exit: id === 'a file' ? [3] : [0] }),
    ],
  })),
  ...Object.entries(stores).map(([id, script]) => ({
    id: `what snap keeps ${id}`,
    make: (box) => box.sh('cd work && git init -q'),
    steps: [
      learn,
      create,
      but(begin, {}),
      { ...status, before: (box) => box.sh(script), exit: any },
      { argv: ['snapshot', 'list', '--json'], exit: any },
      { argv: ['snapshot', 'verify', '--json'], exit: any },
      { argv: ['learnings', 'list', '--json'], exit: any },
      { argv: ['mcp', 'history', '--json'], exit: any },
      but(create, { exit: any }),
      but(learn, { exit: any }),
    ],
    maxCpu: 20,
  })),
  {
    id: '5,000 deep',
    make: (box) => box.sh(`cd work; perl -e 'for (1..5000) { mkdir "d"; chdir "d" } open F, ">x"'`),
    steps: [but(create, { exit: [0, 3] }), pulse, scan],
    maxCpu: 20,
  },
  {
    id: '1,000 deep with long names',
    make: (box) => box.sh(`cd work; perl -e '$n = "n" x 200; for (1..300) { mkdir $n; chdir $n } open F, ">x"'`),
    steps: [but(create, { exit: [0, 3] }), pulse],
  },
  {
    id: 'the project is read-only',
    as: 'nobody',
    make: (box) => box.sh('cd work && git init -q; echo a > a'),
    afterOwner: (box) => box.sh('chmod -R a-w work'),
    steps: [create, pulse, begin, { argv: ['init'], exit: [3, 4] }],
  },
  {
    id: 'a directory of the project is closed',
    as: 'nobody',
    make: (box) => box.sh('cd work && git init -q; mkdir shut; echo a > shut/a'),
    afterOwner: (box) => box.sh('chmod 000 work/shut'),
    steps: [create, pulse, begin],
  },
  {
    id: 'a file of the project is closed',
    as: 'nobody',
    make: (box) => box.sh('cd work && git init -q; echo a > shut'),
    afterOwner: (box) => box.sh('chmod 000 work/shut'),
    steps: [create, pulse, begin],
  },
  {
    id: 'the home is read-only',
    as: 'nobody',
    make: (box) => box.sh('cd work && git init -q'),
    afterOwner: (box) => box.sh('chmod 555 home'),
    steps: [
      scan,
      { ...pulse, env: { SNAP_DATA_DIR: undefined } },
      { ...learn, env: { SNAP_DATA_DIR: undefined }, exit: [3, 4] },
      { argv: ['mcp', 'add', 'x', '--cursor', '--yes', '--', 'node'], exit: [3, 4] },
    ],
  },
  {
    id: 'the home is closed',
    as: 'nobody',
    make: (box) => box.sh('cd work && git init -q'),
    afterOwner: (box) => box.sh('chmod 000 home'),
    steps: [but(scan, { exit: [0, 3, 4] }), { ...learn, env: { SNAP_DATA_DIR: undefined }, exit: [3, 4] }],
  },
  {
    id: 'the home is gone',
    steps: [
      { ...scan, env: (box) => ({ HOME: box.at('nowhere') }), exit: [0, 3] },
      { argv: ['mcp', 'validate', '--no-probe'], env: (box) => ({ HOME: box.at('nowhere') }), exit: [0, 3] },
    ],
  },
  { id: 'the home is a file', steps: [{ ...scan, env: (box) => ({ HOME: box.at('outside/kept.txt') }), exit: [3] }] },
  {
    id: 'the home is a link to itself',
    make: (box) => box.link('loop', 'loop'),
    steps: [{ ...scan, env: (box) => ({ HOME: box.at('loop') }), exit: [0, 3] }],
  },
  { id: 'the home is a device', steps: [{ ...scan, env: { HOME: '/dev/null' }, exit: [3] }] },
  {
    id: 'the home is the root',
    steps: [
      { ...scan, env: { HOME: '/' } },
      { ...scanText, env: { HOME: '/' } },
    ],
  },
  { id: 'the home is /proc', steps: [{ ...scan, env: { HOME: '/proc/self' } }] },
  {
    id: 'the home is the project',
    steps: [
      { ...scan, env: (box) => ({ HOME: box.work }) },
      { ...create, env: (box) => ({ HOME: box.work }), exit: [3] },
    ],
  },
  {
    id: '.config is a file',
    make: (box) => box.put('home/.config', ''),
    steps: [scan, { ...learn, env: { SNAP_DATA_DIR: undefined }, exit: [0, 3, 4] }],
  },
  {
    id: '.local is a file',
    make: (box) => box.put('home/.local', ''),
    steps: [
      scan,
      { ...learn, env: { SNAP_DATA_DIR: undefined }, exit: [3, 4] },
      { ...pulse, env: { SNAP_DATA_DIR: undefined }, exit: [0, 3] },
    ],
  },
  {
    id: 'a file where an assistant has its directory',
    make: (box) => {
      for (const name of ['.cursor', '.codex', '.claude', '.gemini', '.config/goose', '.continue', '.vscode']) box.put(`home/${name}`, 'x');
    },
    steps: [
      scan,
      { argv: ['mcp', 'validate', '--no-probe'], exit: [0, 1] },
      { argv: ['mcp', 'add', 'x', '--cursor', '--codex', '--yes', '--', 'node'], exit: [3, 4] },
    ],
  },
  {
    id: 'a link loop where an assistant has its directory',
    make: (box) => {
      for (const name of ['.cursor', '.codex', '.gemini']) box.link(`home/${name}`, name);
    },
    steps: [
      scan,
      { argv: ['mcp', 'validate', '--no-probe'], exit: [0, 1] },
      { argv: ['mcp', 'add', 'x', '--cursor', '--yes', '--', 'node'], exit: [3, 4] },
    ],
  },
  cwd('deleted', 'mkdir gone; cd gone; rmdir ../gone', [
    but(scan, { exit: [0, 3] }),
    but(create, { exit: [3, 4] }),
    { argv: ['--version'], exit: [0] },
    { argv: ['mcp', 'validate', '--no-probe'], exit: [0, 3] },
    { argv: ['nosuch'], exit: [2, 3] },
  ]),
  cwd('the root', 'cd /', [scan, but(create, { exit: [3] }), but(status, { exit: [3] })]),
  cwd('/proc/self', 'cd /proc/self', [scan, but(create, { exit: [3] })]),
  cwd('the home', 'cd "$HOME"', [scan, but(create, { exit: [3] })]),
  cwd('standard output is closed', 'exec >&-', [{ argv: ['mcp', 'scan'], exit: [0, 4] }]),
  cwd('standard output is full', 'exec >/dev/full', [
    { argv: ['mcp', 'scan'], exit: [4] },
    { argv: ['--version'], exit: [4] },
    { argv: ['mcp', 'validate', '--no-probe'], exit: [4] },
    { argv: ['help'], exit: [4] },
  ]),
  cwd('standard error is closed', 'exec 2>&-', [
    { argv: ['mcp', 'scan'], exit: [0] },
    { argv: ['--version'], exit: [0] },
  ]),
  cwd('everything is closed', 'exec <&- >&- 2>&-', [{ argv: ['mcp', 'scan'], exit: [0, 4] }]),
  cwd('standard input is a directory', 'exec </', [
    { argv: ['mcp', 'scan'], exit: [0] },
    { argv: ['mcp', 'add', 'x', '--cursor', '--', 'node'], exit: [0, 1, 3], writes: true },
  ]),
  cwd('8 open files at most', 'ulimit -n 24', [but(scan, { exit: [0, 4] }), but(create, { exit: [0, 3, 4] })]),
  cwd('files of 0 bytes at most', 'ulimit -f 0', [but(scan, { exit: [0] }), but(learn, { exit: [3, 4] })]),
  ...[
    '/no/such',
    '.',
    '..',
    '/',
    '',
    'a\nb',
    '\u001b[2J',
    '-',
    '--',
    '/dev/null',
    '/etc/passwd',
    'x'.repeat(5_000),
    '~',
    '\u0130',
    'a\u200b',
  ].map((path, i) => ({
    id: `--workspace ${i}: ${JSON.stringify(path.slice(0, 20))}`,
    steps: [
      { argv: ['status', '--workspace', path, '--json'], exit: path === '.' ? [0] : [2, 3] },
      { argv: ['mcp', 'scan', `--workspace=${path}`], exit: [0, 2, 3] },
    ],
  })),
];
