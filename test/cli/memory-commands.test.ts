import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { until } from '../support/processes.ts';
import { builtProgram } from '../support/built-program.ts';
import { gitOnce } from '../support/git-once.ts';
import { makeHome, type Home, type Ran } from '../support/program-home.ts';
import { inTerminal, keys, noTerminal } from '../support/terminal.ts';

const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';

function project(): Home {
  const home = makeHome();
  onTestFinished(() => home.remove());
  const git = (...args: readonly string[]): void => {
    const env = { PATH: process.env['PATH'], HOME: home.path, GIT_CONFIG_NOSYSTEM: '1' };
    execFileSync('git', args, { cwd: home.project, env, stdio: 'ignore' });
  };
  home.write('project/src/login.ts', 'export const login = 1;\n');
  home.write('project/src/proxy.ts', 'export const proxy = 1;\n');
  gitOnce(
    home.project,
    [
      ['init', '-q'],
      ['add', '.'],
      ['-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-qm', 'first'],
    ],
    git,
  );
  return home;
}

function documentOf({ out, err }: Ran): Readonly<Record<string, unknown>> {
  const document: unknown = JSON.parse(out === '' ? `{"missing":${JSON.stringify(err)}}` : out);
  if (typeof document !== 'object' || document === null) throw new TypeError(`no document: ${out}`);
  return { ...document };
}

describe('a standard output that takes nothing', () => {
  it.skipIf(!existsSync('/dev/full')).each([[['status']], [['status', '--json']], [['task', 'end', '--json']]])('%j is told so', (args) => {
    const home = project();
    const full = openSync('/dev/full', 'w');
    const env = { HOME: home.path, PATH: process.env['PATH'] ?? '', SNAP_DATA_DIR: join(home.path, '.snap-data') };
    const ran = spawnSync(process.execPath, [builtProgram(), ...args], {
      cwd: home.project,
      env,
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
      timeout: 20_000,
    });
    closeSync(full);
    expect(ran.status).toBe(4);
    expect(ran.stderr).toContain('standard output: could not be written: the disk is full.');
    expect(ran.stderr).not.toContain('bug');
  });
});

/** Everything in snap's own files. */
function storedText(home: Home): string {
  const own = join(home.path, '.snap-data');
  return readdirSync(own, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

describe('snap learnings forget', () => {
  it('removes the text from the disk, after a question, and it can be learned again', async () => {
    const home = project();
    await home.run(['learn', 'a blot of ink', 'do the wrong thing']);
    await home.run(['learn', 'something else', 'keep it']);
    const listed = documentOf(await home.run(['learnings', '--json']))['learnings'];
    const learnings = Array.isArray(listed) ? listed : [];
    const id = String(learnings.find(({ trigger }) => trigger === 'a blot of ink').id);
    expect(await home.run(['learnings', 'forget', id])).toMatchObject({ code: 1, err: expect.stringContaining('Add --yes.') });
    expect(await home.run(['learnings', 'forget', id, '--yes'])).toMatchObject({ code: 0, out: `${id} is forgotten.\n` });
    expect(storedText(home)).not.toContain('blot of ink');
    expect((await home.run(['learnings'])).out).toContain('something else');
    expect((await home.run(['learnings', 'show', id])).code).toBe(3);
    expect((await home.run(['learn', 'a blot of ink', 'do the wrong thing'])).out).toMatch(/^Saved/);
  });
});

describe('learnings, tasks and rules from the shell', () => {
  it('make one journey: learn, start, change, end, and the next one knows', async () => {
    const home = project();
    const learned = await home.run([
      'learn',
      'login redirect loops',
      'look at the proxy, it rewrites the host',
      '--type',
      'pitfall',
      '--file',
      'src/login.ts',
    ]);
    expect(learned).toMatchObject({ code: 0, err: '' });
    expect(learned.out).toMatch(/^Saved as a pitfall\./);
    expect((await home.run(['learn', 'Login redirect loops', 'look at the proxy, it rewrites the host'])).out).toMatch(/^Known already/);

    const started = await home.run(['task', 'start', 'fix the redirect loop of the login', '--file', 'src/login.ts', '--json']);
    expect(documentOf(started)).toMatchObject({ schemaVersion: 1, status: 'created', learnings: [{ trigger: 'login redirect loops' }] });
    expect(documentOf(await home.run(['task', 'start', 'fix the redirect loop of the login', '--json']))).toMatchObject({
      status: 'resumed',
    });

    const other = await home.run(['task', 'start', 'something else']);
    expect(other.code).toBe(3);
    expect(other.err).toMatch(/fix the redirect loop[\s\S]*snap task end/);

    home.write('project/src/login.ts', 'export const login = 2;\nexport const more = 1;\n');
    const status = documentOf(await home.run(['status', '--json']));
    expect(status).toMatchObject({
      learnings: { active: 1 },
      task: { files: 1, added: 2, removed: 1 },
      store: { kind: 'user' },
      faults: [],
    });

    const ended = await home.run(['task', 'end', '--learning', 'the proxy sends the wrong host header', '--notes', 'done', '--json']);
    expect(documentOf(ended)).toMatchObject({ outcome: 'completed', files: 1, added: 2, removed: 1, learnings: [{ status: 'saved' }] });
    expect(documentOf(await home.run(['task', 'list', '--json']))).toMatchObject({
      open: [],
      ended: [{ end: { outcome: 'completed', notes: 'done' } }],
    });

    const found = await home.run(['learnings', 'search', 'redirect', 'loop']);
    expect(found.out).toMatch(/^learn_[0-9a-f]{12} {2}pitfall/);
    expect((await home.run(['learnings', 'search', 'quarterly', 'tax', 'bicycle'])).out).toBe('No learning is relevant.\n');
    const id = /learn_[0-9a-f]{12}/.exec(found.out)?.[0] ?? '';
    const shown = await home.run(['learnings', 'show', id.slice(0, 12)]);
    expect(shown.out).toMatch(/file {2}src\/login\.ts[\s\S]*shown in task_/);
    expect(home.tree()).not.toHaveProperty('project/.snap/learnings.jsonl');
  });

  it('keep what was learned where no task is open, and say so', async () => {
    const home = project();
    const { code, err } = await home.run(['task', 'end', '--learning', 'the cache is warmed at night']);
    expect(code).toBe(3);
    expect(err).toMatch(/learn_[0-9a-f]{12}/);
    expect((await home.run(['learnings', 'list'])).out).toMatch(/the cache is warmed at night/);
  });

  it('count violations, promote the third and ask to automate the fifth', async () => {
    const home = project();
    const report = (): Promise<Ran> =>
      home.run([
        'violation',
        'add',
        '--type',
        'Silent catch',
        '--file',
        'src/proxy.ts',
        '--description',
        'empty catch',
        '--prevention',
        'log or rethrow',
        '--json',
      ]);
    const seen = [];
    for (let i = 0; i < 5; i += 1) seen.push(documentOf(await report()));
    expect(seen.map(({ count, promote }) => `${String(count)} ${String(promote)}`)).toEqual([
      '1 NO',
      '2 NO',
      '3 PROMOTED',
      '4 PROMOTED',
      '5 AUTO',
    ]);
    expect((await home.run(['violation', 'list'])).out).toMatch(/^silent_catch {2}5 times.* automate it\n {2}→ log or rethrow\n/);
    const advice = await home.run(['advise', 'silence the catch', '--file', 'src/proxy.ts', '--json']);
    expect(documentOf(advice)).toMatchObject({ violations: [{ type: 'silent_catch', count: 5 }] });
  });

  it('move into the project and back, and say what would be done first', async () => {
    const home = project();
    await home.run(['learn', 'tests hang on exit', 'look for an open server']);
    const before = home.tree();
    const dry = await home.run(['init', '--dry-run']);
    expect(dry.code).toBe(0);
    expect(home.tree()).toEqual(before);
    expect((await home.run(['init'])).code).toBe(0);
    expect(home.read('project/.snap/learnings.jsonl')).toMatch(/tests hang on exit/);
    expect(documentOf(await home.run(['status', '--json']))).toMatchObject({
      store: { kind: 'project' },
      learnings: { active: 1 },
      settings: { problems: [] },
    });
    const after = home.tree();
    expect((await home.run(['init'])).code).toBe(0);
    expect(home.tree()).toEqual(after);
    expect((await home.run(['init', '--undo'])).code).toBe(0);
    expect(existsSync(join(home.project, '.snap'))).toBe(false);
    expect(documentOf(await home.run(['learnings', 'list', '--json']))).toMatchObject({ total: 1 });
  });

  it('go from one project to another', async () => {
    const [from, to] = [project(), project()];
    await from.run(['learn', 'tests hang on exit', 'look for an open server']);
    await from.run(['learn', 'the build is slow', 'the type check runs twice']);
    const file = to.write('project/learned.jsonl', (await from.run(['learnings', 'export'])).out);
    expect(await to.run(['learnings', 'import', file])).toMatchObject({ code: 0, err: '' });
    expect(documentOf(await to.run(['learnings', 'list', '--json']))).toMatchObject({ total: 2 });
    expect(documentOf(await to.run(['learnings', 'import', file, '--json']))).toMatchObject({
      added: [],
      known: [expect.any(String), expect.any(String)],
    });
    expect((await to.run(['learnings', 'import', 'nowhere.jsonl'])).code).toBe(2);
    const out = join(from.path, 'out.jsonl');
    expect((await from.run(['learnings', 'export', '--output', out])).code).toBe(0);
    expect((await from.run(['learnings', 'export', '--output', out])).code).toBe(3);
    expect(readFileSync(out, 'utf8').trim().split('\n')).toHaveLength(2);
  });

  it.each([
    [['learn', 'when tests hang']],
    [['learn']],
    [['learn', '', 'nothing']],
    [['learn', 'a', 'b', '--type', 'poem']],
    [['learn', 'a', 'b', 'c']],
    [['task', 'start']],
    [['task', 'start', '']],
    [['task', 'start', 'x', '--goal', 'fame']],
    [['task', 'start', 'x', '--intent', 'rest']],
    [['task', 'end', '--outcome', 'glory']],
    [['violation', 'add', '--type', 'x']],
    [['learnings', 'search']],
    [['learnings', 'show']],
    [['learnings', 'gc', '--apply', '--undo']],
    [['learnings', 'list', '--type', 'poem']],
    [['status', '--workspace', '/nowhere']],
  ])('answer wrong usage %j with 2 and a way on', async (args) => {
    const { code, err } = await project().run(args);
    expect(err).toMatch(/\n {2}\S|Types:|no such directory|exclude each other|whole number/);
    expect(code).toBe(2);
  });

  it.each([
    ['a path outside', ['advise', '--file', '../../etc/passwd']],
    ['a link that leads outside', ['risk', 'out/x']],
    ['no such learning', ['learnings', 'show', 'learn_0']],
    ['no task', ['task', 'end']],
    ['nothing to approve', ['task', 'approve']],
  ])('refuse %s with 3', async (_, args) => {
    const home = project();
    symlinkSync('/', join(home.project, 'out'));
    const { code, err } = await home.run(args);
    expect(err).toMatch(/\n {2}\S/);
    expect(code).toBe(3);
  });

  it.each(['status', 'init', 'pulse', 'guide'])('refuse the home directory and a directory that is no project: %s', async (command) => {
    const home = project();
    const at = await home.run([command], { cwd: home.path });
    expect(at).toMatchObject({ code: 3, out: '' });
    expect(at.err).toMatch(/~: the home directory is no workspace[\s\S]*--workspace/);
    mkdirSync(join(home.path, 'loose'));
    const loose = await home.run([command, '--json'], { cwd: join(home.path, 'loose') });
    if (command === 'init') expect(loose.code).toBe(0);
    else expect(documentOf(loose)).toMatchObject({ error: { code: 'no-workspace' } });
  });

  it('show files from where the person is', async () => {
    const home = project();
    await home.run(['learn', 'login loops', 'see the proxy', '--file', 'login.ts'], { cwd: join(home.project, 'src') });
    await home.run(['learn', 'proxy is slow', 'warm it', '--file', 'src/proxy.ts', '--workspace', home.project], { cwd: home.path });
    const { learnings } = documentOf(await home.run(['learnings', 'list', '--json']));
    expect(learnings).toMatchObject([{ files: ['src/proxy.ts'] }, { files: ['src/login.ts'] }]);
  });

  it('store and show no secret, no escape sequence and no path of a home', async () => {
    const home = project();
    await home.run(['learn', `deploys fail with ${secret}`, 'set \u001B[31mTOKEN\u202E']);
    await home.run(['task', 'start', `deploy with ${secret}`]);
    for (const args of [['learnings', 'list'], ['task', 'list'], ['status'], ['guide', 'deploy'], ['pulse'], ['advise', 'deploy']]) {
      const { out, err, code } = await home.run(args);
      expect(code).toBe(0);
      expect(out + err).not.toMatch(/ghp_|\u001B|\u202E/);
      expect(out + err).not.toContain(`${home.path}/`);
    }
    for (const name of readdirSync(join(home.path, '.snap-data'), { recursive: true, encoding: 'utf8' })) {
      const path = join(home.path, '.snap-data', name);
      if (statSync(path).isFile()) expect(readFileSync(path, 'latin1')).not.toContain(secret);
    }
  });

  it.skipIf(noTerminal !== undefined)('approve no command of the project by an Enter alone', async () => {
    const home = project();
    home.write('project/.snap/settings.json', JSON.stringify({ goals: { performance: { command: ['npm', 'run', 'bench'] } } }));
    const session = inTerminal(home, ['task', 'approve']);
    await session.see('Allow it to run');
    session.type(keys.enter);
    expect(await session.ended).toBe(3);
    expect(session.shown).toContain('Nothing was approved.');
  });

  it('let a command of the project run only after it was seen, and only as it was', async () => {
    const home = project();
    const bench = (text: string): string => home.write('project/package.json', JSON.stringify({ scripts: { bench: text } }));
    bench('echo 12');
    home.write('project/.snap/settings.json', JSON.stringify({ goals: { performance: { command: ['npm', 'run', 'bench'] } } }));
    const asked = await home.run(['task', 'approve']);
    expect(asked.code).toBe(1);
    expect(asked.out).toMatch(/npm run bench\n.*\n {6}echo 12\n/);
    expect((await home.run(['task', 'approve', '--command', 'npm test'])).code).toBe(3);
    expect(documentOf(await home.run(['task', 'approve', '--command', 'npm run bench', '--json']))).toMatchObject({
      approved: true,
      changed: true,
    });
    expect(await home.run(['task', 'approve'])).toMatchObject({ code: 0, out: 'It was approved already.\n' });

    await home.run(['task', 'start', 'make it fast', '--goal', 'performance:20:ms']);
    const reached = documentOf(await home.run(['task', 'end', '--json']));
    expect(reached).toMatchObject({ goal: { status: 'reached', measured: 12 } });

    bench('touch ran; echo 1');
    expect((await home.run(['task', 'approve', '--json'])).code).toBe(1);
    await home.run(['task', 'start', 'make it fast', '--goal', 'performance:20:ms']);
    expect(documentOf(await home.run(['task', 'end', '--json']))).toMatchObject({ goal: { status: 'not measured' } });
    expect(existsSync(join(home.project, 'ran'))).toBe(false);
  });

  it.each([
    ['a file', (home: Home) => void home.write('project/.snap', 'mine')],
    ['a link', (home: Home) => symlinkSync(home.path, join(home.project, '.snap'))],
  ])('leave a .snap alone that is %s', async (_, make) => {
    const home = project();
    await home.run(['learn', 'tests hang on exit', 'look for an open server']);
    make(home);
    const before = home.tree();
    const { code, err } = await home.run(['init']);
    expect(code).toBe(3);
    expect(err).toMatch(/~\/project\/\.snap: this is [\s\S]*\n {2}Move it away/);
    expect(home.tree()).toEqual(before);
    expect(documentOf(await home.run(['learnings', 'list', '--json']))).toMatchObject({ total: 1 });
  });

  it.each([
    [['learn', 'a thing', 'to do']],
    [['task', 'start', 'a thing']],
    [['violation', 'add', '--type', 'a', '--file', 'b', '--description', 'c', '--prevention', 'd']],
  ])('claim nothing where nothing can be written: %j', async (args) => {
    const home = project();
    const env = { SNAP_DATA_DIR: home.write('no-directory', '') };
    const { code, out, err } = await home.run(args, { env });
    expect([3, 4]).toContain(code);
    expect(out).toBe('');
    expect(err).not.toMatch(/bug in snap/);
    expect((await home.run(['status'], { env })).err).not.toMatch(/bug in snap/);
  });

  it('say what is wrong in settings, and work', async () => {
    const home = project();
    home.write('project/.snap/settings.json', '{ "learnings": { "shown": 9 }, "colour": "red" }');
    const { out, code } = await home.run(['status']);
    expect(code).toBe(0);
    expect(out).toMatch(/Settings +~\/project\/\.snap\/settings\.json/);
    expect(out.replaceAll(/\s+/g, ' ')).toMatch(/no setting "colour"/);
    expect(out.replaceAll(/\s+/g, ' ')).toMatch(/"learnings\.shown" must be a whole number/);
  });
});

describe('snap pulse --watch', () => {
  interface Watch {
    readonly child: ChildProcess;
    readonly ended: Promise<number | null>;
    /** The next line. */
    line(): Promise<string>;
  }

  function watch(home: Home, ...args: readonly string[]): Watch {
    const env = { HOME: home.path, PATH: process.env['PATH'] ?? '', SNAP_DATA_DIR: join(home.path, '.snap-data'), LANG: 'C.UTF-8' };
    const child = spawn(process.execPath, [builtProgram(), 'pulse', '--watch', ...args], {
      cwd: home.project,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    return {
      child,
      ended: new Promise((resolve) => child.once('exit', resolve)),
      line: async () => String((await Promise.race([lines.next(), late()])).value),
    };
  }

  function late(): Promise<never> {
    return new Promise((_, reject) => setTimeout(() => reject(new Error('nothing within 30 seconds')), 30_000).unref());
  }

  it('writes a line whenever something changes, and ends with 130 on Ctrl-C', async () => {
    const home = project();
    const { child, ended, line } = watch(home, '--json');
    expect(JSON.parse(await line())).toMatchObject({ schemaVersion: 1, state: 'resting', changes: 0 });
    home.write('project/src/login.ts', 'export const login = 3;\n');
    let changes = 0;
    for (let i = 0; i < 10 && changes !== 1; i += 1) ({ changes } = JSON.parse(await line()));
    expect(changes).toBe(1);
    child.kill('SIGINT');
    expect(await Promise.race([ended, late()])).toBe(130);
  });

  it('ends when nobody reads it any more', async () => {
    const home = project();
    const { child, ended, line } = watch(home);
    expect(await line()).toMatch(/^resting {2}\d+\/min/);
    child.stdout?.destroy();
    let changes = 0;
    const isOver = () => {
      if (child.exitCode === null) home.write('project/src/new.ts', `export const n = ${(changes += 1)};\n`);
      return child.exitCode !== null;
    };
    expect(await until(isOver)).toBe(true);
    expect(await ended).toBe(0);
  });
});
