// Repositories as a stranger could make them: what git reads, names of files, and files that are no files.
import { existsSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { advise, begin, but, create, pulse, restoreAll, restoreDry, status } from './steps.mjs';

const looking = [create, pulse, advise];
/** A repository with one commit. */
const committed = 'cd work && git init -q && echo a > a.txt && git add . && git commit -qm first';
/** A program that leaves a trace where nobody may write; nothing of a repository is to be run. */
const trap = (box) => `touch ${box.at('outside/ran')}`;
const git = (id, make, steps = looking) => ({ id: `git: ${id}`, make, steps });
const afterCommit = (id, make, steps) =>
  git(
    id,
    (box) => {
      box.sh(committed);
      make(box);
    },
    steps,
  );
const config = (id, text) =>
  afterCommit(`config: ${id}`, (box) => {
    box.sh(`cat >> work/.git/config <<'END'\n${text(box)}\nEND`);
    box.put('work/a.txt', 'changed\n');
  });

const gitFiles = {
  'an empty file': '',
  'a file that leads nowhere': 'gitdir: /no/such/place\n',
  'a file that leads to itself': 'gitdir: .git\n',
  'a file that leads to the root': 'gitdir: /\n',
  'a file that leads to a device': 'gitdir: /dev/zero\n',
  'a file that leads up': 'gitdir: ../../../../../../../../../../..\n',
  'a file with NUL': 'gitdir: a\u0000b\n',
  'a file of 5 MB': `gitdir: ${'x/'.repeat(2_500_000)}\n`,
  'a file with escape letters': 'gitdir: \u001b[2J\u202e\n',
  'a file without a line end': 'gitdir:',
  'a file of rubbish': Buffer.from([0, 255, 254, 1, 2, 3]),
};

const odd = {
  'a link to itself': 'ln -s .git work/.git',
  'a link to nothing': 'ln -s /no/such work/.git',
  'a link to the root': 'ln -s / work/.git',
  'a link to a device': 'ln -s /dev/zero work/.git',
  'a pipe': 'mkfifo work/.git',
  'an empty directory': 'mkdir work/.git',
  'a directory with a pipe as HEAD': 'mkdir work/.git && mkfifo work/.git/HEAD',
  'a socket': `/usr/bin/python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("work/.git")' 2>/dev/null || mkfifo work/.git`,
};

const inside = {
  'HEAD is gone': 'rm work/.git/HEAD',
  'HEAD is a directory': 'rm work/.git/HEAD && mkdir work/.git/HEAD',
  'HEAD is a pipe': 'rm work/.git/HEAD && mkfifo work/.git/HEAD',
  'HEAD is a device': 'rm work/.git/HEAD && ln -s /dev/zero work/.git/HEAD',
  'HEAD is empty': ': > work/.git/HEAD',
  'HEAD leads out': 'echo "ref: ../../../../etc/passwd" > work/.git/HEAD',
  'HEAD leads to itself': 'echo "ref: HEAD" > work/.git/HEAD',
  'HEAD has 20 MB': 'head -c 20000000 /dev/zero | tr "\\0" a > work/.git/HEAD',
  'HEAD has escape letters': String.raw`printf 'ref: refs/heads/\033[2J\n' > work/.git/HEAD`,
  'HEAD is a commit that is not there': 'echo 1234567890123456789012345678901234567890 > work/.git/HEAD',
  'a branch leads to itself':
    'echo "ref: refs/heads/b" > work/.git/refs/heads/c; echo "ref: refs/heads/c" > work/.git/refs/heads/b; echo "ref: refs/heads/b" > work/.git/HEAD',
  'the index is rubbish': 'head -c 5000 /dev/urandom > work/.git/index',
  'the index is empty': ': > work/.git/index',
  'the index is a directory': 'rm work/.git/index; mkdir work/.git/index',
  'the index is a pipe': 'rm work/.git/index; mkfifo work/.git/index',
  'the index is a device': 'rm work/.git/index; ln -s /dev/zero work/.git/index',
  'the index has 4 GiB': 'truncate -s 4G work/.git/index',
  'the index claims 4 billion entries': String.raw`printf 'DIRC\0\0\0\002\377\377\377\377' > work/.git/index`,
  'the index is of version 99': String.raw`printf 'DIRC\0\0\0\143\0\0\0\001' > work/.git/index`,
  'the index is cut off': 'truncate -s 40 work/.git/index',
  'a lock of the index stays': ': > work/.git/index.lock',
  'the objects are gone': 'rm -rf work/.git/objects',
  'the objects are a file': 'rm -rf work/.git/objects; : > work/.git/objects',
  'every object is empty': 'find work/.git/objects -type f -exec chmod u+w {} + -exec truncate -s 0 {} +',
  'alternates lead to itself': 'echo "$PWD/work/.git/objects" > work/.git/objects/info/alternates',
  'alternates lead to the root': 'echo / > work/.git/objects/info/alternates',
  'alternates are a pipe': 'mkfifo work/.git/objects/info/alternates',
  'alternates are a device': 'ln -s /dev/zero work/.git/objects/info/alternates',
  'packed refs are a pipe': 'rm -f work/.git/packed-refs; mkfifo work/.git/packed-refs',
  'packed refs have 20 MB': 'yes "1234567890123456789012345678901234567890 refs/tags/a" | head -c 20000000 > work/.git/packed-refs',
  'commondir leads to itself': 'echo . > work/.git/commondir',
  'commondir leads to the root': 'echo / > work/.git/commondir',
  'commondir is a pipe': 'mkfifo work/.git/commondir',
  'a shallow file of rubbish': 'head -c 500 /dev/urandom > work/.git/shallow',
  'config is rubbish': 'head -c 5000 /dev/urandom > work/.git/config',
  'config is a pipe': 'rm work/.git/config; mkfifo work/.git/config',
  'config is a device': 'rm work/.git/config; ln -s /dev/zero work/.git/config',
  'config is a directory': 'rm work/.git/config; mkdir work/.git/config',
  'config has 20 MB': 'head -c 20000000 /dev/zero | tr "\\0" "#" > work/.git/config',
  'info is a file': 'rm -rf work/.git/info; : > work/.git/info',
  'a merge is under way': 'cp work/.git/HEAD work/.git/MERGE_HEAD; echo x > work/.git/MERGE_MSG',
};

const configs = {
  fsmonitor: (box) => `[core]\n\tfsmonitor = "${trap(box)}"`,
  'hooks elsewhere': (box) => `[core]\n\thooksPath = ${box.at('work/hooks')}`,
  'a pager and an editor': (box) => `[core]\n\tpager = "${trap(box)}"\n\teditor = "${trap(box)}"`,
  'an ssh command': (box) => `[core]\n\tsshCommand = "${trap(box)}"\n[remote "origin"]\n\turl = ssh://127.0.0.1:9/x`,
  'external diff': (box) => `[diff]\n\texternal = "${trap(box)}"`,
  'a filter of its own': (box) => `[filter "x"]\n\tclean = "${trap(box)}"\n\tsmudge = "${trap(box)}"\n\trequired = true`,
  'a process filter': (box) => `[filter "x"]\n\tprocess = "${trap(box)}"\n\trequired = true`,
  'a text conversion': (box) => `[diff "x"]\n\ttextconv = "${trap(box)}"`,
  'aliases of what is run': (box) =>
    ['status', 'log', 'ls-files', 'rev-parse', 'diff', 'cat-file'].map((word) => `[alias]\n\t${word} = "!${trap(box)}"`).join('\n'),
  'a credential helper': (box) => `[credential]\n\thelper = "!${trap(box)}"`,
  'a gpg program': (box) => `[gpg]\n\tprogram = "${trap(box)}"\n[log]\n\tshowSignature = true`,
  'a promisor remote that is a program': (box) =>
    `[remote "origin"]\n\turl = ext::${trap(box)}\n\tpromisor = true\n\tpartialclonefilter = blob:none\n[extensions]\n\tpartialClone = origin\n[protocol "ext"]\n\tallow = always`,
  'alternate refs by a program': (box) => `[core]\n\talternateRefsCommand = "${trap(box)}"`,
  'a work tree elsewhere': (box) => `[core]\n\tworktree = ${box.at('outside')}`,
  'the root as work tree': () => '[core]\n\tworktree = /',
  bare: () => '[core]\n\tbare = true',
  'an include of itself': () => '[include]\n\tpath = config',
  'an include of a device': () => '[include]\n\tpath = /dev/zero',
  'an include of the rules of the machine': () => '[include]\n\tpath = /etc/passwd',
  'an excludes file that is a device': () => '[core]\n\texcludesFile = /dev/zero',
  'an attributes file that is a device': () => '[core]\n\tattributesFile = /dev/zero',
  'an unknown extension': () => '[core]\n\trepositoryformatversion = 1\n[extensions]\n\tnosuch = true',
  'a format of the future': () => '[core]\n\trepositoryformatversion = 99',
  'a broken line': () => '[core\n\t = = =',
  'quotes that stay open': () => '[core]\n\tx = "abc',
  'a key with escape letters': () => '[alias]\n\tx = "\u001b[2J\u202e"',
  'quotePath off and precomposeUnicode on': () => '[core]\n\tquotePath = false\n\tprecomposeUnicode = true\n\tignoreCase = true',
  'an untracked cache and a split index': () => '[core]\n\tuntrackedCache = true\n\tsplitIndex = true',
  'trace files outside': (box) => `[trace2]\n\teventTarget = ${box.at('outside')}\n\tnormalTarget = ${box.at('outside')}`,
};

const hooks = afterCommit('every hook is a program', (box) => {
  const names = [
    'pre-commit',
    'post-checkout',
    'post-index-change',
    'reference-transaction',
    'fsmonitor-watchman',
    'post-commit',
    'pre-auto-gc',
  ];
  for (const name of names) box.put(`work/.git/hooks/${name}`, `#!/bin/sh\n${trap(box)}\n`);
  box.sh('chmod +x work/.git/hooks/*');
});

const history = [
  afterCommit('messages with escape letters', (box) =>
    box.sh(
      String.raw`cd work; for i in 1 2 3; do echo $i >> a.txt; git commit -qam "$(printf '\033[2J\342\200\256fix\n\nsnap|!|INTERNAL')" ; done`,
    ),
  ),
  afterCommit('an author with escape letters', (box) =>
    box.sh(String.raw`cd work; echo 2 >> a.txt; git -c user.name="$(printf '\033[31m\342\200\256ada')" -c user.email='<<>>' commit -qam x`),
  ),
  afterCommit('a commit of rubbish', (box) =>
    box.sh(
      'cd work; c=$(printf "tree x\\nnonsense" | git hash-object -t commit --literally -w --stdin); echo $c > .git/refs/heads/bad; echo "ref: refs/heads/bad" > .git/HEAD',
    ),
  ),
  afterCommit('a commit of the year 292277026596', (box) =>
    box.sh(
      'cd work; t=$(git write-tree); c=$(printf "tree %s\\nauthor a <a> 9223372036854775807 +0000\\ncommitter a <a> 9223372036854775807 +9999\\n\\nx" $t | git hash-object -t commit --literally -w --stdin); echo $c > .git/refs/heads/late; echo "ref: refs/heads/late" > .git/HEAD',
    ),
  ),
  afterCommit('a path in the index that leads out', (box) =>
    box.sh(
      'cd work; h=$(git hash-object -w a.txt); git -c core.protectNTFS=false update-index --add --cacheinfo 100644,$h,sub/..x || true',
    ),
  ),
  afterCommit('a tree with ".git" and ".."', (box) =>
    box.sh(
      String.raw`cd work; h=$(git hash-object -w a.txt); t=$(printf '100644 ..\0%b' "$(echo $h | sed 's/../\\x&/g')" | git hash-object -t tree --literally -w --stdin); c=$(git commit-tree $t -m x); echo $c > .git/refs/heads/out; echo "ref: refs/heads/out" > .git/HEAD`,
    ),
  ),
  afterCommit('2,000 branches', (box) =>
    box.sh('cd work; h=$(git rev-parse HEAD); for i in $(seq 2000); do echo "create refs/heads/b$i $h"; done | git update-ref --stdin'),
  ),
  git('no commit yet', (box) => box.sh('cd work; git init -q; echo a > a; git add a')),
  git('SHA-256', (box) => box.sh('cd work; git init -q --object-format=sha256; echo a > a; git add a; git commit -qm x')),
  git('a submodule that is not there', (box) =>
    box.sh(
      `${committed}; printf '[submodule "x"]\n\tpath = sub\n\turl = ext::sh -c x\n\tupdate = !touch ../outside/ran\n' > .gitmodules; git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),sub`,
    ),
  ),
  git('a repository in a repository', (box) =>
    box.sh(`${committed}; mkdir in && cd in && git init -q && echo b > b && git add b && git commit -qm b`),
  ),
  git('a bare repository as a directory of the project', (box) =>
    box.sh(`${committed}; git init -q --bare evil.git; printf '[core]\n\tfsmonitor = touch ../../outside/ran\n' >> evil.git/config`),
  ),
  {
    ...git('owned by somebody else', (box) => box.sh(`${committed}; echo b > b`)),
    as: 'nobody',
    afterOwner: (box) => box.sh('chown -R 1234:1234 work'),
  },
];

/** Names, as bytes. */
const names = {
  'a line end': 'a\nb',
  'a carriage return': 'a\rb',
  'a tab': 'a\tb',
  'an escape': 'a\u001b[31mb',
  'a bell': '\u0007',
  'turned text': 'a\u202egnp.exe',
  'hidden letters': 'a\u200b\u{e0041}\u3164b',
  'no UTF-8': Buffer.from([0x61, 0xff, 0xfe, 0x62]),
  'half a letter': Buffer.from([0x61, 0xe2, 0x82]),
  'a surrogate': Buffer.from([0xed, 0xa0, 0x80]),
  'C1 in Latin 1': Buffer.from([0x61, 0x9b, 0x32, 0x4a]),
  '255 bytes': 'n'.repeat(255),
  '255 bytes of four-byte letters': '\u{1f600}'.repeat(63),
  '-rf': '-rf',
  '--': '--',
  '--help': '--help',
  '--yes': '--yes',
  '-': '-',
  ':(glob)': ':(glob)**',
  ':!a': ':!a',
  ':/': ':x',
  'a star': '*',
  brackets: '[a-z]',
  braces: '{a,b}',
  'a question mark': '?',
  '!a': '!a',
  '#a': '#a',
  'a space behind': 'a ',
  'only spaces': '   ',
  'a backslash': 'a\\b',
  'a backslash behind': 'a\\',
  quotes: '"a\'b`',
  '$(…)': '$(touch ran)',
  ';': 'a;b|c&d',
  '...': '...',
  '..a': '..a',
  '~': '~',
  '.GIT': '.GIT',
  'git~1': 'git~1',
  '.git and a hidden letter': '.git\u200c',
  __proto__: '__proto__',
  constructor: 'constructor',
  'é in two ways': 'e\u0301',
  'a drive': 'C:',
  'an alternate stream': 'a:b:$DATA',
  'a name of DOS': 'con.txt',
  'a mark in front': '\ufeffa',
  'a noncharacter': 'a\uffff',
  'a percent': '%00%2e%2e',
  'a link of a terminal': '\u001b]8;;http:x\u0007y',
  'a name of snap': '.snap-tmp',
  'a number': '0',
};

/** A file of that name, in a snapshot and back. */
const nameCase = ([id, name]) => ({
  id: `name: ${id}`,
  make(box) {
    box.sh('cd work && git init -q && git add . && git commit -qm first');
    box.put('work/sub/x', 'x');
    // Node takes such names as bytes only.
    const path = Buffer.concat([Buffer.from(`${box.work}/sub/`), Buffer.from(name)]);
    writeBytes(path);
  },
  steps: [
    create,
    { argv: ['snapshot', 'show', '1'], exit: [0] },
    ...(typeof name === 'string' && !name.startsWith('!')
      ? [{ argv: ['advise', 'x', '--json', '--file', name.startsWith('-') ? `sub/${name}` : `sub/${name}`], exit: [0, 2, 3] }]
      : []),
    { before: (box) => rmSync(box.at('work/sub'), { recursive: true }), argv: ['snapshot', 'diff', '1'], exit: [0] },
    { ...restoreAll, exit: typeof name === 'string' ? [0] : [0, 1, 3] },
  ],
  check: (box) =>
    typeof name !== 'string' || readdirSync(box.at('work/sub')).includes(name)
      ? []
      : [`the file is not back: ${JSON.stringify(readdirSync(box.at('work/sub')))}`],
});

const writeBytes = (path) => writeFileSync(path, 'content\n');

const files = {
  'a pipe': 'mkfifo work/p',
  'a pipe called package.json': 'rm work/package.json; mkfifo work/package.json; mkdir work/.git',
  'package.json is a directory': 'rm work/package.json; mkdir work/package.json',
  'package.json is a device': 'rm work/package.json; ln -s /dev/zero work/package.json; mkdir work/.git',
  'package.json has 200 MB': 'truncate -s 200M work/package.json',
  'package.json is rubbish': 'head -c 10000 /dev/urandom > work/package.json',
  'a socket': `cd work; /usr/bin/python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("s")' 2>/dev/null || mkfifo s`,
  'a link out of the tree': 'ln -s /etc/passwd work/a; ln -s / work/b; ln -s ../outside work/c; ln -s ../outside/kept.txt work/d',
  'links in a loop': 'cd work; ln -s a b; ln -s b a; ln -s . here; mkdir d; ln -s .. d/up; ln -s d/up/d/up e',
  'a link to a device': 'ln -s /dev/zero work/zero; ln -s /dev/stdin work/in; ln -s /dev/tty work/tty',
  'a link to /proc': 'ln -s /proc/self/mem work/mem; ln -s /proc/self/root work/root; ln -s /proc/self/fd work/fd',
  'a link with a target of 4,000 bytes': 'ln -s $(head -c 4000 /dev/zero | tr "\\0" a) work/l',
  'a link with escape letters': String.raw`ln -s "$(printf 'a\033[2J\nb')" work/l`,
  'a link to an empty-looking target': 'ln -s " " work/l',
  'a file with holes': 'truncate -s 3G work/holes',
  'a hard link to a file outside': 'ln outside/kept.txt work/hard',
  'a directory of 20,000 files': 'mkdir work/many; cd work/many; seq 20000 | xargs touch',
  '3,000 directories': 'cd work; for i in $(seq 3000); do echo d$i; done | xargs mkdir',
  'every letter of one byte': String.raw`mkdir work/b; cd work/b; for i in $(seq 1 255); do [ $i = 47 ] || : > "$(printf "x\\x$(printf %02x $i)x")"; done`,
  'names that differ in case only': 'cd work; echo 1 > a; echo 2 > A; mkdir b B; echo 1 > b/x; echo 2 > B/x',
  'names that differ in form only': String.raw`cd work; echo 1 > "$(printf 'e\314\201')"; echo 2 > "$(printf '\303\251')"`,
  'modes of every kind':
    'cd work; for m in 000 111 222 444 777 4755 2755 1777; do echo $m > f$m; chmod $m f$m; done; mkdir d; chmod 1777 d',
  'times of every kind': 'cd work; touch -d @0 a; touch -d @-1 b; touch -d @9999999999 c; touch -d @4294967296 d',
  'one line of 30 MB': 'head -c 30000000 /dev/zero | tr "\\0" a > work/a.js',
  '.snap is a file': ': > work/.snap',
  '.snap is a link out': 'ln -s ../outside work/.snap',
  '.snap is a pipe': 'mkfifo work/.snap',
};

const devices = {
  id: 'file: device nodes',
  needs: 'root',
  make: (box) => box.sh('cd work; mknod zero c 1 5; mknod null c 1 3; mknod disk b 7 200 || true'),
  steps: [create, pulse],
};

const learnings = {
  'are a pipe': 'mkdir work/.snap; mkfifo work/.snap/learnings.jsonl',
  'are a device': 'mkdir work/.snap; ln -s /dev/zero work/.snap/learnings.jsonl',
  'are a link out': 'mkdir work/.snap; ln -s ../../outside/kept.txt work/.snap/learnings.jsonl',
  'are a directory': 'mkdir -p work/.snap/learnings.jsonl',
  'are rubbish': 'mkdir work/.snap; head -c 100000 /dev/urandom > work/.snap/learnings.jsonl',
  'are one line of 30 MB': 'mkdir work/.snap; head -c 30000000 /dev/zero | tr "\\0" a > work/.snap/learnings.jsonl',
  'are 100,000 broken lines': 'mkdir work/.snap; yes "{" | head -100000 > work/.snap/learnings.jsonl',
  'are nested': 'mkdir work/.snap; head -c 200000 /dev/zero | tr "\\0" "[" > work/.snap/learnings.jsonl',
  'have values of wrong types': String.raw`mkdir work/.snap; for v in '{"id":1}' '{"id":"a","trigger":5,"action":[]}' 'null' '[]' '{"__proto__":{"a":1}}' '{"kind":"learning","id":"L1","trigger":"\ud800","action":"\u001b[2J","at":"x"}'; do echo "$v"; done > work/.snap/learnings.jsonl`,
};

const settings = {
  'are empty': '',
  'are null': 'null',
  'are a list': '[]',
  'are rubbish': '\u0000\u0001',
  'are nested': '['.repeat(100_000),
  'exclude everything': '{"exclude":["*"]}',
  'exclude by a number': '{"exclude":7}',
  'exclude hostile patterns': JSON.stringify({
    exclude: ['*a'.repeat(2_000), '['.repeat(5_000), '\\', '', '!', '\u0000', '../..', '**/'.repeat(2_000)],
  }),
  'have __proto__': '{"__proto__":{"exclude":["*"]},"constructor":{"prototype":{}}}',
  'have keys with escape letters': '{"\\u001b[2J\\u202e":1}',
  'name a program': '{"goals":{"performance":{"command":["touch","../outside/ran"]}}}',
  'have paths that lead out': '{"goals":{"bundle":{"path":"../../../etc"},"coverage":{"report":"/etc/passwd"}}}',
  'have odd numbers': '{"learnings":{"shown":-1,"maxAgeDays":1e999},"snapshots":{"maxFiles":0}}',
  'have 10 MB': `{"x":"${'a'.repeat(10_000_000)}"}`,
};

const races = {
  'files that come and go': 'for i in $(seq 3000); do echo $i > work/r$((i % 20)); rm -f work/r$(((i + 7) % 20)); done',
  'a file that grows': 'for i in $(seq 3000); do head -c 100000 /dev/zero >> work/grows; done',
  'a file that is cut': 'for i in $(seq 3000); do truncate -s 0 work/cut; truncate -s 9000000 work/cut; done',
  'a directory that becomes a link out':
    'for i in $(seq 2000); do mv work/d work/e; ln -s ../outside work/d; rm work/d; mv work/e work/d; done',
  'a file that becomes a pipe': 'for i in $(seq 2000); do rm -f work/f; mkfifo work/f; rm work/f; echo x > work/f; done',
};

/** What is in the project when it is to be restored. */
const swaps = {
  'the directory is a link out': 'rm -r work/d; ln -s ../outside work/d',
  'the directory is a file': 'rm -r work/d; echo x > work/d',
  'the file is a directory': 'rm work/d/kept.txt; mkdir -p work/d/kept.txt/in; echo x > work/d/kept.txt/in/x',
  'the file is a link to a file outside': 'rm work/d/kept.txt; ln -s ../../outside/kept.txt work/d/kept.txt',
  'the file is a pipe': 'rm work/d/kept.txt; mkfifo work/d/kept.txt',
  'the file is a hard link to one outside': 'rm work/d/kept.txt; ln outside/kept.txt work/d/kept.txt',
  'the project is a link now': 'mv work moved; ln -s moved work',
};

export const repository = () => [
  ...Object.entries(gitFiles).map(([id, text]) => git(id, (box) => box.put('work/.git', text))),
  ...Object.entries(odd).map(([id, script]) => git(id, (box) => box.sh(script))),
  ...Object.entries(inside).map(([id, script]) => afterCommit(id, (box) => box.sh(script))),
  ...Object.entries(configs)
    .map(([id, text]) => config(id, text))
    .map((one) => ({
      ...one,
      make: (box) => {
        box.put('work/.gitattributes', '* filter=x diff=x\n');
        one.make(box);
      },
    })),
  hooks,
  ...history,
  ...Object.entries(names).map(nameCase),
  ...Object.entries(files).map(([id, script]) => ({
    id: `file: ${id}`,
    make: (box) => box.sh(script),
    steps: [create, pulse, restoreDry],
    maxCpu: 20,
  })),
  devices,
  ...Object.entries(learnings).map(([id, script]) => ({
    id: `learnings ${id}`,
    make: (box) => box.sh(script),
    steps: [{ argv: ['learnings', 'list', '--json'], exit: [0, 3, 4] }, but(begin, { exit: [0, 3, 4] }), but(status, { exit: [0, 3, 4] })],
  })),
  ...Object.entries(settings).map(([id, text]) => ({
    id: `settings ${id}`,
    make: (box) => box.put('work/.snap/settings.json', text),
    steps: [status, create, begin],
  })),
  ...Object.entries(races).map(([id, during]) => ({
    id: `while read: ${id}`,
    make: (box) => box.sh('mkdir work/d; echo x > work/d/x; for i in $(seq 300); do echo $i > work/s$i; done'),
    steps: [
      { ...create, writes: true, during, exit: [0, 3] },
      { ...pulse, writes: true, during },
    ],
  })),
  ...Object.entries(swaps).map(([id, script]) => ({
    id: `restore where ${id}`,
    make: (box) => box.put('work/d/kept.txt', 'captured\n'),
    steps: [create, { ...restoreAll, before: (box) => box.sh(script), exit: [0, 1, 3] }],
    check: (box) => (readFileSync(box.at('outside/kept.txt'), 'utf8') === 'not ours\n' ? [] : ['a file outside was changed']),
  })),
  {
    id: 'restore of a link out, and through it',
    make: (box) => {
      box.put('work/a', 'a');
      symlinkSync('../outside', box.at('work/l'));
    },
    steps: [create, { ...restoreAll, before: (box) => box.sh('rm work/l; mkdir work/l; echo mine > work/l/kept.txt') }],
    check: (box) => (existsSync(box.at('outside/kept.txt')) ? [] : ['a file outside is gone']),
  },
];
