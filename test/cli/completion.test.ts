import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scripts as scriptFor } from '../../src/cli/completion/scripts.ts';
import { commands } from '../../src/cli/commands.ts';
import { clients } from '../../src/clients/index.ts';
import { makeHome, ownEntries, type Home } from '../support/program-home.ts';

let home: Home;
const scripts = new Map<string, string>();
beforeAll(async () => {
  home = makeHome();
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, out, err } = await home.run(['completion', shell]);
    if (code !== 0) throw new Error(`snap completion ${shell}: ${err}`);
    scripts.set(shell, home.write(`completion.${shell}`, out));
  }
  home.write('project/inner/file.txt', '');
});
afterAll(() => home.remove());

const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;

/** What is offered behind these words, the last of which is being typed. */
type Ask = (line: string) => readonly string[];

const env = { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' };

/** The words that snap names to every script. */
const offered = async (line: string): Promise<readonly string[]> => {
  const words = line.split(' ').slice(1);
  const { code, out, err } = await home.run(['__complete', '--', ...words], { cwd: home.project });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const typed = words.at(-1) ?? '';
  return out
    .split('\n')
    .flatMap((offer) => offer.split('\t')[0] || [])
    .filter((word) => word.startsWith(typed));
};

/** Readline cuts `--scope=project` into three words, since `=` is among its word breaks. */
const bash: Ask = (line) => {
  const words = line.split(/ |(=)/).filter((word) => word !== undefined);
  const program = 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _snap; printf "%s\\n" "${COMPREPLY[@]}"';
  const out = execFileSync('bash', ['--noprofile', '--norc', '-c', program, 'bash', scripts.get('bash') ?? '', ...words], {
    cwd: home.project,
    env: { ...env, HOME: home.path, SNAP_DATA_DIR: join(home.path, '.snap-data') },
    encoding: 'utf8',
  });
  return out.split('\n').filter((word) => word !== '');
};

const fish: Ask = (line) => {
  const out = execFileSync('fish', ['--no-config', '-c', 'source $argv[1]; complete -C "$argv[2]"', scripts.get('fish') ?? '', line], {
    cwd: home.project,
    env: { ...env, HOME: home.path, SNAP_DATA_DIR: join(home.path, '.snap-data') },
    encoding: 'utf8',
  });
  return out.split('\n').flatMap((offered) => offered.split('\t')[0] || []);
};

/** What the functions of zsh's completion system are told to offer: they themselves work only in a terminal. */
const zsh: Ask = (line) => {
  const program = `compdef() { :; }
    _describe() { local v; [[ $1 == -o || $1 == -V ]] && shift; shift; for v in "$@"; do [[ $v == -* ]] || eval "print -rl -- \\"\\\${(@)$v}\\"" 2>/dev/null; done; }
    _files() { :; }
    source $1; shift; words=("$@"); CURRENT=$#; _snap`;
  const out = execFileSync('zsh', ['-f', '-c', program, 'zsh', scripts.get('zsh') ?? '', ...line.split(' ')], {
    cwd: home.project,
    env: { ...env, HOME: home.path, SNAP_DATA_DIR: join(home.path, '.snap-data') },
    encoding: 'utf8',
  });
  const typed = line.split(' ').at(-1) ?? '';
  // A word, a colon that is not escaped, what it stands for.
  const words = out.split('\n').map((offered) => (/^((?:\\\\.|[^:\\\\])*)/.exec(offered)?.[1] ?? '').replaceAll(/\\\\(.)/g, '$1'));
  return words.filter((word) => word !== '' && word.startsWith(typed));
};

const listed = commands.filter(({ isListed }) => isListed);
const firstWords = [...new Set(listed.map(({ name }) => name.split(' ')[0] ?? '')), 'scan', 'add', 'undo'];
const ids = clients.map((client) => client.id);

/** Of every place the words that must be offered, and some that must not. */
const cases: readonly (readonly [line: string, offered: readonly string[], not: readonly string[]])[] = [
  ['snap ', firstWords, ['clients', 'advise', '--json']],
  ['snap co', ['completion'], ['mcp', 'clients']],
  ['snap add x --transport ', ['http', 'sse'], ['stdio']],
  ['snap mcp ', ['scan', 'sync', 'enable', 'disable', 'undo'], ['mcp', 'configure']],
  ['snap mcp s', ['scan', 'sync', 'shim'], ['add']],
  ['snap tools ', ['configure', 'remove', 'print'], ['scan']],
  ['snap mcp sync --', ['--from', '--to', '--with-secrets', '--dry-run', '--json', '--help'], ['--env', '--transport']],
  ['snap mcp sync --w', ['--with-secrets', '--workspace'], ['--from']],
  ['snap mcp sync --from ', [...ids, 'claude'], ['project', '--to']],
  ['snap mcp sync --from cla', ['claude', 'claude-code', 'claude-desktop'], ['cursor']],
  ['snap mcp scan --client ', ids, []],
  ['snap mcp scan -c cur', ['cursor'], []],
  ['snap tools configure --scope ', ['project', 'local', 'global'], ['cursor']],
  ['snap tools configure --cursor --scope g', ['global'], ['project']],
  ['snap tools configure --transport ', ['stdio', 'http', 'sse'], ['shim']],
  ['snap mcp add x --transport ', ['http', 'sse'], ['stdio']],
  ['snap mcp scan --by ', ['assistant', 'server'], []],
  ['snap mcp scan --workspace inn', [], ['--json']],
  ['snap completion ', ['bash', 'zsh', 'fish'], []],
  ['snap mcp add x -- --sc', [], ['--scope']],
  ['snap nothing ', [], ['files']],
  ['snap mcp sync --server ', [], ['--from', 'cursor']],
];

describe('what may follow', () => {
  it.each(cases)('%s', async (line, wanted, not) => {
    const found = await offered(line);
    expect(found).toEqual(expect.arrayContaining([...wanted]));
    for (const word of not) expect(found).not.toContain(word);
  });

  it('is every option of every command', async () => {
    for (const { name, load } of listed) {
      const { options } = await load();
      const wanted = [...Object.keys(options), 'json', 'help'].map((option) => `--${option}`);
      expect([name, (await offered(`snap ${name} --`)).toSorted()]).toEqual([name, wanted.toSorted()]);
    }
  });

  it('is a value behind an equals sign', async () => {
    expect(await offered('snap tools configure --scope=pr')).toEqual(['--scope=project']);
  });
});

// All shells are told the same words.
const few = cases.filter(([line]) =>
  ['snap ', 'snap mcp s', 'snap mcp sync --w', 'snap mcp scan -c cur', 'snap completion '].includes(line),
);

describe('bash', () => {
  it.each(few)('%s', (line, wanted, not) => {
    const found = bash(line);
    expect(found).toEqual(expect.arrayContaining([...wanted]));
    for (const word of not) expect(found).not.toContain(word);
  });

  it('completes behind an equals sign, which bash hands over as a word', () => {
    expect(bash('snap tools configure --scope=pr')).toEqual(['project']);
    expect(bash('snap tools configure --scope=')).toEqual(['project', 'local', 'global']);
  });

  it('completes directories and files where those are meant', () => {
    expect(bash('snap mcp scan --workspace inn')).toEqual(['inner']);
    expect(bash('snap tools configure --dry-run --patch-file inner/f')).toEqual(['inner/file.txt']);
  });

  it.each(['$(touch run)', '`touch run`', '"; touch run; "', "' ; touch run ; '", '*', '${x:-$(touch run)}'])(
    'runs nothing of %j',
    (typed) => {
      const before = home.tree();
      for (const words of [
        ['snap', typed, ''],
        ['snap', 'mcp', typed],
        ['snap', 'mcp', 'sync', '--from', typed],
        ['snap', 'mcp', 'scan', typed, '--cl'],
      ]) {
        execFileSync(
          'bash',
          [
            '--noprofile',
            '--norc',
            '-c',
            'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _snap',
            'bash',
            scripts.get('bash') ?? '',
            ...words,
          ],
          {
            cwd: home.project,
            env: { ...env, HOME: home.path, SNAP_DATA_DIR: join(home.path, '.snap-data') },
          },
        );
      }
      expect(home.tree()).toEqual(before);
    },
  );
});

describe.skipIf(!has('fish'))('fish', () => {
  it.each(few)('%s', (line, wanted, not) => {
    const found = fish(line);
    expect(found).toEqual(expect.arrayContaining([...wanted]));
    for (const word of not) expect(found).not.toContain(word);
  });
});

describe.skipIf(!has('zsh'))('zsh', () => {
  it.each(few)('%s', (line, wanted, not) => {
    const found = zsh(line);
    expect(found).toEqual(expect.arrayContaining([...wanted]));
    for (const word of not) expect(found).not.toContain(word);
  });
});

describe('names on this machine', () => {
  const hostile = [
    'a b',
    '$(touch run)',
    '`touch run`',
    "it's",
    'semi;colon',
    'x:y',
    String.raw`back\slash`,
    '数据',
    '*',
    '"q"',
    '~',
    '!x',
    '{a,b}',
  ];
  const hidden = ['-dash', 'esc\u001B[31m', 'new\nline', 'zero\u200Bwidth', 'tab\tname', 'r\u202Etl', 'a'.repeat(300)];
  beforeAll(async () => {
    const names = ['files', 'fetch', ...hostile, ...hidden];
    home.write('.cursor/mcp.json', JSON.stringify({ mcpServers: Object.fromEntries(names.map((name) => [name, { command: 'npx' }])) }));
    home.write('project/.mcp.json', '{"mcpServers":{"ours-here":{"command":"npx"}}}');
    await home.run(['snapshot', 'create', '-m', 'before $(touch run)']);
    home.write('project/more.txt', 'more');
    await home.run(['snapshot', 'create']);
    await home.run(['mcp', 'add', 'one', '--zed', '--', 'true']);
    await home.run(['learn', 'tests hang', 'close the server']);
    await home.run(['task', 'start', 'fix it']);
  });

  it('are printed one a line, none that hides something, and nothing is written', async () => {
    const before = home.tree();
    const { code, out, err } = await home.run(['__complete', '--', 'mcp', 'remove', '']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const words = out
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t')[0]);
    expect(words).toEqual(expect.arrayContaining(['files', 'fetch', 'ours-here', ...hostile]));
    for (const name of hidden) expect(words).not.toContain(name);
    // eslint-disable-next-line no-control-regex
    expect(out).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u200B\u202E]/);
    expect((await home.run(['__complete', '--', 'snapshot', 'show', ''])).out).toMatch(/^\d+\t\d{4}-.*$/m);
    expect((await home.run(['__complete', '--', 'mcp', 'undo', ''])).out).toMatch(/^1\t.* mcp add$/m);
    expect((await home.run(['__complete', '--', 'task', 'start', ''])).out).toBe('fix it\tcontinues the open task\n');
    expect((await home.run(['__complete', '--', 'learnings', 'show', ''])).out).toMatch(/^learn_\w+\ttests hang$/m);
    expect((await home.run(['__complete', '--', 'explain', ''])).out).toContain('shim-instead-of-stdio\t');
    expect((await home.run(['__complete', '--', 'mcp', 'add', ''])).out).toContain('context7\t');
    expect(home.tree()).toEqual(before);
  });

  it('are none where nothing is there, without an error and without a file', async () => {
    const empty = makeHome();
    for (const words of ['mcp remove', 'snapshot show', 'mcp undo', 'learnings show', 'task start', 'mcp remove --nosuch'])
      expect(await empty.run(['__complete', '--', ...words.split(' '), ''], { cwd: empty.path })).toEqual({ code: 0, out: '', err: '' });
    expect(ownEntries(empty.path)).toEqual([]);
    empty.remove();
  });

  it('are no command for people', async () => {
    expect((await home.run(['--help'])).out).not.toContain('__complete');
    expect((await home.run(['__complet'])).err).not.toContain('__complete"');
  });

  const offers: readonly (readonly [line: string, some: readonly string[]])[] = [
    ['snap mcp remove ', ['files', 'fetch', 'ours-here']],
    ['snap mcp disable f', ['files', 'fetch']],
    ['snap mcp sync --from cursor --server fi', ['files']],
    ['snap snapshot restore ', ['1', '2']],
    ['snap snapshot diff 1 ', ['1', '2']],
    ['snap mcp undo ', ['1']],
    ['snap mcp add contex', ['context7']],
    ['snap mcp repair --only shim', ['shim-instead-of-stdio']],
    ['snap-mcp mcp remove fi', ['files']],
    // The modes, and nothing that lets a project's code run.
    ['snap check ', ['quick', 'full', 'security']],
    ['snap check q', ['quick']],
    ['snap remove fi', ['files']],
    ['snap explain shim', ['shim-instead-of-stdio']],
  ];
  it.each(offers)('bash completes %s', (line, wanted) => {
    const found = bash(line);
    expect(found).toEqual(expect.arrayContaining([...wanted]));
    expect(found).not.toContain('approve');
  });

  const some = [offers[0], offers[2], offers[8]].filter((one) => one !== undefined);
  it.skipIf(!has('fish')).each(some)('fish completes %s', (line, wanted) => {
    expect(fish(line)).toEqual(expect.arrayContaining([...wanted]));
  });

  it.skipIf(!has('zsh')).each(some)('zsh completes %s', (line, wanted) => {
    expect(zsh(line)).toEqual(expect.arrayContaining([...wanted]));
  });

  it('bash gets them quoted: each typed as offered is the name itself', () => {
    const before = home.tree();
    const offered = bash('snap mcp remove ');
    const read = execFileSync('bash', ['--noprofile', '--norc', '-c', `printf '%s\\n' ${offered.join(' ')}`], { encoding: 'utf8', env })
      .trimEnd()
      .split('\n');
    expect(read).toEqual(expect.arrayContaining(['files', ...hostile]));
    expect(read).toHaveLength(offered.length);
    expect(home.tree()).toEqual(before);
  });

  it('bash completes behind a colon, where it cuts a word', () => {
    const words = 'COMP_WORDS=(snap mcp remove x : ""); COMP_CWORD=5; COMP_LINE="snap mcp remove x:"; COMP_POINT=${#COMP_LINE}';
    const out = execFileSync(
      'bash',
      ['--noprofile', '--norc', '-c', `source "$1"; ${words}; _snap; printf "%s\\n" "\${COMPREPLY[@]}"`, 'bash', scripts.get('bash') ?? ''],
      {
        cwd: home.project,
        env: { ...env, HOME: home.path },
        encoding: 'utf8',
      },
    );
    expect(out).toBe('y\n');
  });

  it.skipIf(!has('fish'))('fish and zsh get them as they are', () => {
    expect(fish('snap mcp remove ')).toEqual(expect.arrayContaining(['a b', "it's", 'semi;colon', 'x:y', '数据']));
  });
});

describe('fish with completions of another program called snap', () => {
  it('drops them first', () => {
    const lines = readFileSync(scripts.get('fish') ?? '', 'utf8').split('\n');
    const first = lines.findIndex((line) => line.includes('complete -c'));
    expect(lines.slice(first, first + 2)).toEqual(['complete -c snap -e', 'complete -c snap-mcp -e']);
  });

  it.skipIf(!has('fish'))('offers nothing of it', () => {
    const program = 'complete -c snap -a "refresh revert" -f; source $argv[1]; complete -C "snap re"';
    const out = execFileSync('fish', ['--no-config', '-c', program, scripts.get('fish') ?? ''], {
      cwd: home.project,
      env: { ...env, HOME: home.path },
      encoding: 'utf8',
    });
    expect(out).not.toMatch(/refresh|revert/);
  });
});

describe('the other shells', () => {
  it.each(['zsh', 'fish'])('%s reads the script', (shell) => {
    if (!has(shell)) {
      console.warn(`${shell} is not installed here: its completion is NOT TESTED.`);
      return;
    }
    execFileSync(shell, [shell === 'zsh' ? '-fn' : '-n', scripts.get(shell) ?? '']);
  });

  it('start snap by its path, whatever is in it', () => {
    const ours = { node: "/opt/it's/node", file: '/opt/$(touch run)/main.js' };
    for (const script of Object.values(scriptFor))
      expect(script(ours)).toContain(`'/opt/it'\\''s/node' '/opt/$(touch run)/main.js' __complete --`);
    execFileSync('bash', ['-n', home.write('small.bash', scriptFor.bash(ours))]);
  });
});

describe('snap completion', () => {
  it('wants a shell it knows', async () => {
    expect(await home.run(['completion'])).toMatchObject({ code: 2, out: '' });
    expect((await home.run(['completion', 'tcsh'])).err).toContain('Shells: bash, zsh, fish.');
    expect((await home.run(['completion', 'bash', '--json'])).code).toBe(2);
  });
});
