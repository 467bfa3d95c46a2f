import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bashScript } from '../../src/cli/completion/bash.ts';
import { fishScript } from '../../src/cli/completion/fish.ts';
import { completionModel } from '../../src/cli/completion/model.ts';
import { zshScript } from '../../src/cli/completion/zsh.ts';
import { commands } from '../../src/cli/commands.ts';
import { clients } from '../../src/clients/index.ts';
import { makeHome, type Home } from '../support/program-home.ts';

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

const env = { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8' };

/** Readline cuts `--scope=project` into three words, since `=` is among its word breaks. */
const bash: Ask = (line) => {
  const words = line.split(/ |(=)/).filter((word) => word !== undefined);
  const program = 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _snap; printf "%s\\n" "${COMPREPLY[@]}"';
  const out = execFileSync('bash', ['--noprofile', '--norc', '-c', program, 'bash', scripts.get('bash') ?? '', ...words], {
    cwd: home.project,
    env: { ...env, HOME: home.path },
    encoding: 'utf8',
  });
  return out.split('\n').filter((word) => word !== '');
};

const fish: Ask = (line) => {
  const out = execFileSync('fish', ['--no-config', '-c', 'source $argv[1]; complete -C "$argv[2]"', scripts.get('fish') ?? '', line], {
    cwd: home.project,
    env: { ...env, HOME: home.path },
    encoding: 'utf8',
  });
  return out.split('\n').flatMap((offered) => offered.split('\t')[0] || []);
};

const firstWords = [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))];
const ids = clients.map((client) => client.id);

/** Of every place the words that must be offered, and some that must not. */
const cases: readonly (readonly [line: string, offered: readonly string[], not: readonly string[]])[] = [
  ['snap ', firstWords, ['scan', '--json']],
  ['snap cl', ['clients'], ['mcp', 'completion']],
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
  ['snap tools configure --transport ', ['stdio', 'sse'], ['http']],
  ['snap mcp add x --transport ', ['http', 'sse'], ['stdio']],
  ['snap clients --platform ', ['darwin', 'linux', 'win32'], []],
  ['snap mcp scan --workspace inn', [], ['--json']],
  ['snap completion ', ['bash', 'zsh', 'fish'], []],
  ['snap mcp add x -- --sc', [], ['--scope']],
  ['snap nothing ', [], ['scan']],
  ['snap mcp sync --server ', [], ['--from', 'cursor']],
];

describe('bash', () => {
  it.each(cases)('%s', (line, offered, not) => {
    const found = bash(line);
    expect(found).toEqual(expect.arrayContaining([...offered]));
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

  it.each(commands.map(({ name, load }) => [name, load] as const))('knows every option of %s', async (name, load) => {
    const { options } = await load();
    expect(bash(`snap ${name} --`).toSorted()).toEqual([...Object.keys(options), 'json', 'help'].map((option) => `--${option}`).toSorted());
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
            env: { ...env, HOME: home.path },
          },
        );
      }
      expect(home.tree()).toEqual(before);
    },
  );
});

describe.skipIf(!has('fish'))('fish', () => {
  it.each(cases.filter(([line]) => !line.includes('nothing')))('%s', (line, offered, not) => {
    const found = fish(line);
    expect(found).toEqual(expect.arrayContaining([...offered]));
    for (const word of not) expect(found).not.toContain(word);
  });
});

describe('the other shells', () => {
  it.each(['zsh', 'fish'])('%s reads the script', (shell) => {
    if (!has(shell)) {
      console.warn(`${shell} is not installed here: that it can read its script is NOT TESTED.`);
      return;
    }
    execFileSync(shell, [shell === 'zsh' ? '-fn' : '-n', scripts.get(shell) ?? '']);
  });

  it('are offered what bash is', () => {
    for (const shell of ['zsh', 'fish']) {
      const script = readFileSync(scripts.get(shell) ?? '', 'utf8');
      for (const word of [...ids, ...firstWords, 'with-secrets', 'patch-file']) expect(script).toContain(word);
    }
  });

  it('get quotes and colons of our own texts as text', () => {
    const model = completionModel([
      {
        name: 'mcp try',
        summary: "An assistant's own: $(x) \\",
        usage: '',
        options: {
          scope: { type: 'string', short: 's', value: 'a|b', help: 'Which' },
          file: { type: 'string', value: 'file', help: 'It' },
        },
      },
    ]);
    const withOurs = (script: string): readonly string[] => script.split('\n').filter((line) => line.includes('own'));
    expect(withOurs(zshScript(model))).toMatchInlineSnapshot(`
      [
        "    ('mcp') following=('try:An assistant'\\''s own: $(x) \\') options=('--help:Show this help') ;;",
      ]
    `);
    expect(withOurs(fishScript(model))).toMatchInlineSnapshot(`
      [
        "    complete -c $program -n '__snap_is \\'mcp\\'' -a 'try' -d 'An assistant\\'s own: $(x) \\\\'",
      ]
    `);
    const script = home.write('small.bash', bashScript(model));
    execFileSync('bash', ['-n', script]);
  });
});

describe('snap completion', () => {
  it('wants a shell it knows', async () => {
    expect(await home.run(['completion'])).toMatchObject({ code: 2, out: '' });
    expect((await home.run(['completion', 'tcsh'])).err).toContain('Shells: bash, zsh, fish.');
    expect((await home.run(['completion', 'bash', '--json'])).code).toBe(2);
  });
});
