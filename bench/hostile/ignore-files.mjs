// Files of ignore rules: nothing in one stops a snapshot, a task or a restore.
import { begin, but, create, restoreAll } from './steps.mjs';

const lines = {
  'a line of 40,000 letters': 'a'.repeat(40_000),
  '40,000 stars': '*'.repeat(40_000),
  '20,000 times *a': '*a'.repeat(20_000),
  '2,000 times *a': `${'*a'.repeat(2_000)}b`,
  '5,000 times **/': '**/'.repeat(5_000),
  '1,300 times **/': `${'**/'.repeat(1_300)}x`,
  'twenty **/a': `${'**/a/'.repeat(20)}b`,
  'a pattern that tries everything': `${'*a'.repeat(30)}*b`,
  'the same with questions': `${'a?*'.repeat(30)}b`,
  '5,000 brackets': '['.repeat(5_000),
  'an open class': 'a[b-',
  'a class turned round': '[z-a]',
  'a class of classes': '[[:alpha:][:nosuch:]]',
  'classes in a row': '[a-z]*'.repeat(600),
  'a negated empty class': '[!]',
  'a backslash': '\\',
  backslashes: '\\'.repeat(4_001),
  '!': '!',
  '!!!a': '!!!a',
  '!/': '!/',
  '/': '/',
  '//': '//',
  '.': '.',
  '..': '..',
  '../..': '../..',
  'an absolute path': '/etc/passwd',
  'only spaces': '     ',
  'spaces behind a backslash': 'a\\ ',
  '#': '#',
  'everything and back': '*\n!*\n*\n!*/\n!package.json',
  NUL: 'a\u0000b\n\u0000',
  'invalid UTF-8': Buffer.from([0xff, 0xfe, 0x2a, 0x0a, 0xc3, 0x28]),
  'UTF-16': Buffer.from('\ufeff*.js\n', 'utf16le'),
  'a byte order mark': '\ufeff*.js\n',
  CRLF: '*.js\r\n!a.js\r\n',
  'CR alone': '*.js\r!a.js\r',
  'escape letters': '\u001b[2J\u202e*\u200b',
  'lone surrogates in JSON': '\\ud800',
  __proto__: '__proto__\nconstructor\ntoString',
  'regular expression letters': '(a+)+$\n^.*$\n(?=x)\n{1,99999}\n|',
  '100,000 patterns': Array.from({ length: 100_000 }, (_, i) => `dir${i}/**/*.x${i}`).join('\n'),
  '1,000,000 line ends': '\n'.repeat(1_000_000),
  '20,000 negations': Array.from({ length: 20_000 }, (_, i) => `!a${i}*b*c`).join('\n'),
};

const kinds = {
  'a pipe': 'mkfifo work/.gitignore',
  'a directory': 'mkdir work/.gitignore',
  'a link to itself': 'ln -s .gitignore work/.gitignore',
  'a link to a device': 'ln -s /dev/zero work/.gitignore',
  'a link out': 'ln -s /etc/passwd work/.gitignore',
  'a link to nothing': 'ln -s nowhere work/.gitignore',
  '4 GiB of holes': 'truncate -s 4G work/.gitignore',
  '200 MB': 'yes "*.abc" | head -c 200000000 > work/.gitignore',
  'a socket': `cd work; /usr/bin/python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(".gitignore")' 2>/dev/null || mkfifo .gitignore`,
  'info/exclude is a pipe': 'mkfifo work/.git/info/x; rm -f work/.git/info/exclude; mv work/.git/info/x work/.git/info/exclude',
  'info/exclude is a device': 'rm -f work/.git/info/exclude; ln -s /dev/zero work/.git/info/exclude',
  'info/exclude has 4 GiB': 'truncate -s 4G work/.git/info/exclude',
  'info/exclude is a directory': 'rm -f work/.git/info/exclude; mkdir work/.git/info/exclude',
  'one in each of 500 directories': 'cd work; for i in $(seq 500); do mkdir d$i; echo "x$i*" > d$i/.gitignore; echo a > d$i/a; done',
  'one in each of 200 directories, nested': 'cd work; p=.; for i in $(seq 200); do p=$p/d; mkdir $p; echo "*.x$i" > $p/.gitignore; done',
};

/** Files that make slow patterns slow. */
const tree = (box) => {
  box.sh(`cd work && git init -q && mkdir -p src/deep/er .git/info`);
  box.put(`work/${'a'.repeat(250)}`, 'x');
  box.put('work/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/c', 'x');
  for (const name of ['a.js', 'src/b.js', 'src/deep/er/c.js', 'dir7/a/b.x7']) box.put(`work/${name}`, 'x');
};
const change = (box) => box.put('work/a.js', 'changed');
const steps = [create, begin, but(restoreAll, { before: change, exit: [0, 1] })];

export const ignoreFiles = () => [
  ...Object.entries(lines).map(([id, text]) => ({
    id,
    make: (box) => {
      tree(box);
      box.put('work/.gitignore', text);
    },
    steps,
  })),
  ...['a line of 40,000 letters', '2,000 times *a', 'NUL', 'invalid UTF-8'].flatMap((id) => [
    {
      id: `in info/exclude: ${id}`,
      make: (box) => {
        tree(box);
        box.put('work/.git/info/exclude', lines[id]);
      },
      steps,
    },
    {
      id: `below: ${id}`,
      make: (box) => {
        tree(box);
        box.put('work/src/.gitignore', lines[id]);
      },
      steps,
    },
  ]),
  ...Object.entries(kinds).map(([id, script]) => ({
    id,
    make: (box) => {
      tree(box);
      box.sh(script);
    },
    steps,
  })),
  {
    id: 'nobody may read it',
    as: 'nobody',
    make: (box) => {
      tree(box);
      box.put('work/.gitignore', '*.js');
    },
    afterOwner: (box) => box.sh('chmod 000 work/.gitignore'),
    steps,
  },
  {
    id: 'it changes while it is read',
    make: tree,
    steps: [
      but(create, {
        writes: true,
        during:
          'for i in $(seq 3000); do echo "*.js" > work/.gitignore; rm -f work/.gitignore; mkdir work/.gitignore; rmdir work/.gitignore; done',
      }),
    ],
  },
];
