import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { checkModes, isWorking, type CheckMode } from '../../src/checks/index.ts';
import { loadMode } from '../../src/checks/modes.ts';
import { Values } from '../../src/cli/command.ts';
import { callContext } from '../../src/cli/desk.ts';
import { tools } from '../../src/server/tools/index.ts';
import { nodeSystem } from '../../src/system/node.ts';
import { writableSystem } from '../../src/system/writable.ts';
import { openWorkbench } from '../../src/workbench/index.ts';
import { makeHome, type Home } from '../support/program-home.ts';
import { gitOnce } from '../support/git-once.ts';

const root = join(import.meta.dirname, '../..');
const fixtures = join(root, 'test/fixtures/checks');
const working = checkModes.filter(isWorking);

describe('a mode is its file, its section, its fixture', () => {
  it('the files are those of the modes that work', () => {
    const files = readdirSync(join(root, 'src/checks/modes')).map((name) => name.replace(/\.ts$/, ''));
    const missing = files.filter((name) => !working.some((mode) => mode === name));
    expect(
      missing,
      'Each of these files in src/checks/modes/ needs `true` in src/checks/mode-names.ts and a line in src/checks/modes.ts.',
    ).toEqual([]);
  });

  it.each(working)('%s', async (id) => {
    const mode = await loadMode(id);
    expect(mode?.id, `src/checks/modes/${id}.ts has the id of another mode`).toBe(id);
    expect(mode?.summary, `The summary in src/checks/modes/${id}.ts must be a sentence.`).toMatch(/^[A-Z].*\.$/);
    expect(mode?.limits, `src/checks/modes/${id}.ts must say in "limits" what it does not do, a sentence each.`).toEqual(
      mode?.limits.length === 0 ? ['at least one sentence'] : mode?.limits.map(() => expect.stringMatching(/^[A-Z`].*\.$/)),
    );
    expect(readFileSync(join(root, 'docs/check.md'), 'utf8'), 'Run "npm run docs".').toContain(`## ${id}\n\n${mode?.summary}`);
    const fixture = `test/fixtures/checks/${id}/workspace`;
    expect(
      existsSync(join(root, fixture)),
      `Make ${fixture}/ with files in which mode ${id} finds something, and run this test with --update.`,
    ).toBe(true);
  });
});

/** What test/fixtures/checks/<mode>/setup.json may ask for. */
const setup = z.strictObject({
  /** Commits `workspace/`, then lays `changes/` over it. */
  git: z.boolean().default(false),
  /** Lets the programs of the workspace run. */
  approved: z.boolean().default(false),
  /** Files and directories that are written after all others, as a report of the tests is. */
  last: z.array(z.string()).default([]),
  /** Packages of this repository that are installed in the workspace too. */
  packages: z.array(z.string()).default([]),
  /** Files of the workspace that a program of this repository would take for its own. */
  write: z.record(z.string(), z.string()).default({}),
  /** The input of the tool, without the mode. */
  input: z
    .strictObject({
      files: z.array(z.string()).exactOptional(),
      diff: z.enum(['staged', 'changed', 'uncommitted']).exactOptional(),
      code: z.string().exactOptional(),
      tests: z.boolean().exactOptional(),
    })
    .default({}),
});

describe.each(working.filter((mode) => mode !== 'trace' && existsSync(join(fixtures, mode, 'workspace'))))('mode %s', (mode) => {
  it('finds in its fixture what findings.txt says, for an assistant and in a shell, and changes no file', async () => {
    const { home, input } = homeOf(mode);
    const before = projectOf(home);
    const answer = await ask(home, { mode, ...input });
    const words = Object.entries(input).flatMap(([name, value]) =>
      name === 'files' && Array.isArray(value)
        ? value
        : value === true
          ? [`--${name}`]
          : name === 'code'
            ? []
            : [`--${name}`, String(value)],
    );
    if (input.code !== undefined) words.push('--code', home.write('code.txt', input.code));
    const { out, err } = await home.run(['check', mode, ...words, '--json']);
    expect(err).toBe('');
    // As texts: the keys are in the same order too.
    expect(timeless(JSON.parse(out))).toBe(timeless(answer));
    expect(projectOf(home)).toEqual(before);
    const { findings, layers } = parsedReport(answer);
    const lines = [
      ...layers.map(({ name, state, reason }) => `${name}: ${state}${reason === undefined ? '' : `: ${reason}`}`),
      ...findings.map(({ file = '', line = '', column = '', severity, rule, message, age = '' }) =>
        [[file, line, column].filter((part) => part !== '').join(':'), age, severity, rule, message]
          .filter((part) => part !== '')
          .join(' '),
      ),
    ];
    await expect(`${lines.join('\n').replaceAll(home.path, '~')}\n`).toMatchFileSnapshot(join(fixtures, mode, 'findings.txt'));
  });

  it('stops when nobody waits any more', async () => {
    const { home, input } = homeOf(mode);
    const stop = new AbortController();
    stop.abort(new Error('nobody waits'));
    await expect(ask(home, { mode, ...input }, stop.signal)).rejects.toThrow('nobody waits');
  });
});

/** What is in the project: package managers keep logs in the home. */
function projectOf(home: Home): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(home.tree()).filter(([path]) => path.startsWith('project/')));
}

function homeOf(mode: CheckMode): { readonly home: Home; readonly input: z.output<typeof setup>['input'] } {
  const home = makeHome();
  onTestFinished(() => home.remove());
  const from = (name: string): string => join(fixtures, mode, name);
  const asked = setup.parse(existsSync(from('setup.json')) ? JSON.parse(readFileSync(from('setup.json'), 'utf8')) : {});
  cpSync(from('workspace'), home.project, { recursive: true });
  for (const [path, text] of Object.entries(asked.write)) home.write(`project/${path}`, text);
  if (existsSync(from('home'))) cpSync(from('home'), home.path, { recursive: true });
  for (const name of asked.packages) {
    const at = join(home.project, 'node_modules', name);
    mkdirSync(dirname(at), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), at);
  }
  if (asked.git) {
    const env = { PATH: process.env['PATH'], HOME: home.path, GIT_CONFIG_NOSYSTEM: '1' };
    const git = (...args: readonly string[]): void => void execFileSync('git', args, { cwd: home.project, env, stdio: 'ignore' });
    gitOnce(
      home.project,
      [
        ['init', '-q'],
        ['add', '.'],
        ['-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-qm', 'first'],
      ],
      git,
    );
    if (existsSync(from('changes'))) cpSync(from('changes'), home.project, { recursive: true });
  }
  if (asked.approved) {
    mkdirSync(join(home.path, '.snap-data/config'), { recursive: true });
    writeFileSync(join(home.path, '.snap-data/config/settings.json'), '{"checks":{"run":"always"}}');
  }
  const later = Date.now() / 1000 + 5;
  for (const name of asked.last) utimesSync(join(home.project, name), later, later);
  return { home, input: asked.input };
}

/** The tool's document, as an assistant gets it on the full surface. */
async function ask(home: Home, input: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<unknown> {
  const env = { HOME: home.path, PATH: process.env['PATH'] ?? '', SNAP_DATA_DIR: join(home.path, '.snap-data'), LANG: 'C.UTF-8' };
  const system = nodeSystem({ env, cwd: home.project });
  const bench = await openWorkbench(writableSystem(system), home.project, { owner: { kind: 'shell' }, watch: false });
  onTestFinished(() => bench.close());
  const program = { version: '0.1.0', node: process.execPath, file: join(root, 'dist/main.js') };
  const tool = tools.find(({ name }) => name === 'check');
  const { signal: never, ...context } = callContext({ system, program, values: new Values({}), words: 'check' }, () =>
    Promise.resolve(bench),
  );
  return (await tool?.answer(input, { ...context, signal: signal ?? never }))?.record;
}

const reportShape = z.object({
  findings: z.array(
    z.object({
      file: z.string().optional(),
      line: z.number().optional(),
      column: z.number().optional(),
      severity: z.string(),
      rule: z.string(),
      message: z.string(),
      age: z.string().optional(),
    }),
  ),
  layers: z.array(z.object({ name: z.string(), state: z.string(), reason: z.string().optional() })),
});

function parsedReport(answer: unknown): z.output<typeof reportShape> {
  return reportShape.parse(answer);
}

/** Without what differs from run to run. */
function timeless(document: unknown): string {
  return JSON.stringify(document, (key, value: unknown) => (key === 'ms' ? 0 : value), 1);
}
