import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaults, readSettings, type ReadSettings } from '../../src/settings/index.ts';
import { checked } from '../../src/settings/checked.ts';
import { userFile } from '../../src/settings/schema.ts';
import { nodeSystem } from '../../src/system/node.ts';
import { openWorkspace, type Workspace } from '../../src/workspace/index.ts';
import { temporaryHome, type TemporaryHome } from '../support/temporary-home.ts';

interface Place {
  readonly home: TemporaryHome;
  readonly workspace: Workspace;
  read(): Promise<ReadSettings>;
}

function place(files: Readonly<Record<string, string>>): Place {
  const home = temporaryHome();
  for (const [name, text] of Object.entries(files))
    home.put(name.replace('user:', '.snap-mcp/config/').replace('project:', 'shop/.snap/'), text);
  mkdirSync(home.at('shop'), { recursive: true });
  const workspace: Workspace = {
    root: home.at('shop'),
    privateDirectory: home.at('.snap-mcp/data/w'),
    knowledgeDirectory: home.at('.snap-mcp/data/k'),
    projectDirectory: home.at('shop/.snap'),
  };
  return { home, workspace, read: () => readSettings(home.system, workspace) };
}

describe('settings', () => {
  it('are the defaults where nobody has set anything', async () => {
    expect(await place({}).read()).toEqual({ settings: defaults, problems: [], files: [] });
  });

  it.each([
    ['JSON', 'settings.json', '{ "learnings": { "shown": 1 } }'],
    ['JSON with comments, whatever it is called', 'settings.json', '\uFEFF{\n  // few\n  "learnings": { "shown": 1, },\n}\n'],
    ['JSONC', 'settings.jsonc', '{ /* few */ "learnings": { "shown": 1 } }'],
    ['YAML', 'settings.yaml', '# few\nlearnings:\n  shown: 1\n'],
  ])('are read from %s', async (_, name, text) => {
    const { read, home } = place({ [`project:${name}`]: text });
    const { settings, problems, files } = await read();
    expect(problems).toEqual([]);
    expect(settings.learnings).toEqual({ ...defaults.learnings, shown: 1 });
    expect(files).toEqual([home.at('shop/.snap', name)]);
  });

  it.each(['', '  \n', '{}', '{ "$schema": "https://example.com/settings.json" }'])('may be empty: %j', async (text) => {
    expect(await place({ 'project:settings.json': text }).read()).toMatchObject({ settings: defaults, problems: [] });
  });

  it("of the project come before those of the user, key by key, and the user's for this workspace before both", async () => {
    const at = place({
      'project:settings.json': '{ "learnings": { "shown": 2, "minUses": 5 }, "exclude": ["dist/"] }',
      'user:settings.yaml': 'learnings: { shown: 1, maxAgeDays: 30, minUses: 4 }\nexclude: ["*.sqlite", "dist/"]\n',
    });
    expect((await at.read()).settings).toMatchObject({
      learnings: { shown: 2, maxAgeDays: 30, minUses: 5 },
      exclude: [...defaults.exclude, '*.sqlite', 'dist/'],
    });
    const section = { [at.workspace.root]: { learnings: { shown: 0 } }, '/elsewhere': { learnings: { minUses: 9 } } };
    at.home.put('.snap-mcp/config/settings.json', JSON.stringify({ workspaces: section }));
    const { settings, problems } = await at.read();
    expect(settings.learnings).toEqual({ shown: 0, maxAgeDays: 90, minUses: 5 });
    expect(problems).toEqual([expect.stringMatching(/^~.*settings\.yaml: not read, because settings\.json beside it comes first/)]);
    expect((await readSettings(at.home.system, undefined)).settings.learnings).toEqual(defaults.learnings);
  });

  it('bound the snapshots, key by key, in the file of the user alone', async () => {
    const at = place({ 'user:settings.json': '{ "snapshots": { "maxFileMiB": 10, "keepLast": 5, "maxTotalMiB": 1, "keepDay": 2 } }' });
    const { settings, problems } = await at.read();
    expect(settings.snapshots).toEqual({ maxFileMiB: 10, keepLast: 5 });
    expect(problems).toEqual([
      expect.stringMatching(/"snapshots\.maxTotalMiB" must be a whole number from 64 to 1048576\./),
      expect.stringMatching(/no setting "snapshots\.keepDay"/),
    ]);
    const section = { [at.workspace.root]: { snapshots: { keepLast: 7 } } };
    at.home.put('.snap-mcp/config/settings.json', JSON.stringify({ snapshots: { keepLast: 5, keepDays: 3 }, workspaces: section }));
    expect((await at.read()).settings.snapshots).toEqual({ keepLast: 7, keepDays: 3 });
  });

  it('say of a command where it comes from', async () => {
    const goals = (program: string): string => JSON.stringify({ goals: { performance: { command: [program, 'x'] } } });
    const at = place({ 'user:settings.json': goals('mine') });
    expect((await at.read()).settings.goals.performance).toEqual({ command: ['mine', 'x'], origin: 'user' });
    at.home.put('shop/.snap/settings.json', goals('theirs'));
    expect((await at.read()).settings.goals.performance).toEqual({ command: ['theirs', 'x'], origin: 'project' });
    at.home.put('.snap-mcp/config/settings.json', JSON.stringify({ workspaces: { '~/shop': JSON.parse(goals('mine')) } }));
    expect((await at.read()).settings.goals.performance).toEqual({ command: ['mine', 'x'], origin: 'user' });
  });

  it.each([
    [
      'a number out of bounds',
      '{"learnings":{"shown":9,"minUses":2}}',
      /"learnings\.shown" must be a whole number from 0 to 3\./,
      { learnings: { ...defaults.learnings, minUses: 2 } },
    ],
    ['a wrong kind', '{"learnings":"all"}', /"learnings" must be a map of settings\./, defaults],
    ['an unknown key', '{"lernings":{},"exclude":["a"]}', /no setting "lernings"/, { exclude: [...defaults.exclude, 'a'] }],
    ['an unknown key further in', '{"learnings":{"show":1}}', /no setting "learnings\.show"/, defaults],
    [
      'one wrong pattern',
      '{"exclude":["a",5,"b"]}',
      /"exclude\[1\]" must be a list of patterns/,
      { exclude: [...defaults.exclude, 'a', 'b'] },
    ],
    ['one wrong word of a command', '{"goals":{"performance":{"command":["rm",5]}}}', /"goals\.performance\.command\[1\]"/, { goals: {} }],
    [
      'a goal without what it needs',
      '{"goals":{"performance":{},"bundle":{"path":"dist"}}}',
      /"goals\.performance\.command"/,
      { goals: { bundle: { path: 'dist' } } },
    ],
    [
      'a path that leaves the workspace',
      '{"goals":{"bundle":{"path":"../x"}}}',
      /"goals\.bundle\.path" must be a path in the workspace/,
      { goals: {} },
    ],
    ['an absolute path', '{"goals":{"coverage":{"report":"/etc/passwd"}}}', /must be a path in the workspace/, { goals: {} }],
    ['a list', '[1]', /the file must be a map of settings/, defaults],
    ['text that is no JSON', '{"a": ', /not read, because of line 1, column \d+:/, defaults],
    [
      'bounds of the disk in a project',
      '{"snapshots":{"keepLast":1},"learnings":{"shown":1}}',
      /"snapshots" is allowed in your own settings file only/,
      { snapshots: {}, learnings: { ...defaults.learnings, shown: 1 } },
    ],
    ['sections for workspaces in a project', '{"workspaces":{}}', /no setting "workspaces"/, defaults],
    [
      'what others may import',
      '{"$import":"../../secret.json","learnings":{"shown":1}}',
      /no setting "\$import"/,
      { learnings: { ...defaults.learnings, shown: 1 } },
    ],
  ])('tell %s and use the rest', async (_, text, sentence, expected) => {
    const { settings, problems } = await place({ 'project:settings.json': text }).read();
    expect(problems).toEqual([expect.stringMatching(/^~\/shop\/\.snap\/settings\.json: .*\.$/)]);
    expect(problems[0]).toMatch(sentence);
    expect(settings).toMatchObject(expected);
  });

  it.each([
    ['JSON', 'settings.json', '{ "exclude": ["ghp_0123456789abcdefghijABCDEFGHIJ012345"'],
    ['a key', 'settings.json', '{ "ghp_0123456789abcdefghijABCDEFGHIJ012345": 1 }'],
    ['a key with a forged line', 'settings.json', String.raw`{ "a\nsettings: ghp_0123456789abcdefghijABCDEFGHIJ012345": 1 }`],
    ['a value', 'settings.json', '{ "learnings": "ghp_0123456789abcdefghijABCDEFGHIJ012345" }'],
    ['YAML', 'settings.yaml', 'exclude: [ghp_0123456789abcdefghijABCDEFGHIJ012345\nb: "'],
  ])('never repeat a secret: %s', async (_, name, text) => {
    const { problems } = await place({ [`project:${name}`]: text }).read();
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.join('')).not.toMatch(/ghp_|\n/);
  });

  it('are not read through a link of the project, nor when they are no file or too large', async () => {
    const at = place({ 'elsewhere/settings.json': '{ "learnings": { "shown": 1 } }' });
    symlinkSync(at.home.at('elsewhere'), at.home.at('shop/.snap'));
    expect(await at.read()).toMatchObject({ settings: defaults, problems: [expect.stringMatching(/reached through a link/)], files: [] });

    const linked = place({ 'elsewhere/settings.json': '{ "learnings": { "shown": 1 } }', 'project:README.md': '' });
    symlinkSync(linked.home.at('elsewhere/settings.json'), linked.home.at('shop/.snap/settings.json'));
    expect(await linked.read()).toMatchObject({ settings: defaults, problems: [expect.stringMatching(/reached through a link/)] });

    const own = place({ 'dotfiles/settings.json': '{ "learnings": { "shown": 1 } }', 'user:x': '' });
    symlinkSync(own.home.at('dotfiles/settings.json'), own.home.at('.snap-mcp/config/settings.json'));
    expect(await own.read()).toMatchObject({ settings: { learnings: { shown: 1 } }, problems: [] });

    const directory = place({ 'project:settings.json/x': '' });
    expect((await directory.read()).problems).toEqual([expect.stringMatching(/no regular file/)]);

    const large = place({ 'project:settings.json': `{ "exclude": ["${'x'.repeat(1024 * 1024)}"] }` });
    expect((await large.read()).problems).toEqual([expect.stringMatching(/larger than 1 MiB/)]);
  });

  it('run nothing that lies in the project or in the working directory', async () => {
    const at = place({ 'project:settings.json': '{ "learnings": { "shown": 1 } }' });
    const mark = at.home.at('ran');
    const code = `require('node:fs').writeFileSync(${JSON.stringify(mark)}, 'yes'); module.exports = {};`;
    for (const name of [
      'shop/.config/config.js',
      'shop/.config/config.cjs',
      'shop/.snap/settings.js',
      'shop/.snap/settings.cjs',
      'shop/.snaprc.js',
    ]) {
      at.home.put(name, code);
    }
    const before = process.cwd();
    process.chdir(at.home.at('shop'));
    try {
      expect((await at.read()).settings.learnings.shown).toBe(1);
    } finally {
      process.chdir(before);
    }
    expect(existsSync(mark)).toBe(false);
  });

  it('read a YAML file whose aliases multiply without end', async () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
    for (let i = 1; i < 12; i += 1) lines.push(`a${i}: &a${i} [${Array.from({ length: 10 }, () => `*a${i - 1}`).join(', ')}]`);
    const { problems, settings } = await place({ 'project:settings.yaml': lines.join('\n') }).read();
    expect(problems.length).toBeGreaterThan(0);
    expect(settings).toEqual(defaults);
  });

  it('take anything: a value that fits what it says fits it again, and nothing throws', () => {
    fc.assert(
      fc.property(
        fc.anything({
          maxDepth: 4,
          withObjectString: true,
          key: fc.constantFrom('exclude', 'learnings', 'goals', 'shown', '__proto__', 'x'),
        }),
        (value) => {
          const { values, problems } = checked(userFile, value);
          expect(checked(userFile, values).problems).toEqual([]);
          expect(problems.every((sentence) => sentence.endsWith('.'))).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('docs/schemas/settings.json', () => {
  it('is what the program checks', async () => {
    const { settingsSchema } = await import('../../src/settings/schema.ts');
    const text = readFileSync(join(import.meta.dirname, '../../docs/schemas/settings.json'), 'utf8');
    expect(JSON.parse(text)).toEqual(settingsSchema());
  });
});

describe('a settings file that the environment puts into the project', () => {
  const text = JSON.stringify({
    checks: { run: 'always', exclude: ['x'] },
    mcp: { backend: { endpoint: 'https://example.com' } },
    sources: { code_host: { server: 'theirs' } },
    snapshots: { keepLast: 1 },
    goals: { performance: { command: ['run'] } },
    workspaces: { '~/shop/pkg': { checks: { run: 'always' } } },
  });
  const isTrusted = { checks: { run: 'always' }, goals: { performance: { origin: 'user' } } };
  const isNot = {
    checks: { run: 'ask', exclude: ['x'] },
    backend: {},
    sources: {},
    snapshots: {},
    goals: { performance: { origin: 'project' } },
  };
  const linked = (at: TemporaryHome): void => symlinkSync(at.at('shop/.d'), at.at('link'));
  const out = (at: TemporaryHome): void => {
    at.put('elsewhere/config/settings.json', text);
    symlinkSync(at.at('elsewhere'), at.at('shop/.out'));
  };
  const repository = (at: TemporaryHome, name = ''): void => void mkdirSync(at.at(name, '.git'), { recursive: true });
  type Case = readonly [
    what: string,
    file: string,
    env: Readonly<Record<string, string>>,
    trusted: boolean,
    prepare?: (at: TemporaryHome) => void,
  ];

  const cases: readonly Case[] = [
    ['SNAP_DATA_DIR in the workspace', 'shop/pkg/.d/config', { SNAP_DATA_DIR: 'shop/pkg/.d' }, false],
    ['XDG_CONFIG_HOME in the workspace', 'shop/pkg/.d/snap-mcp', { XDG_CONFIG_HOME: 'shop/pkg/.d' }, false],
    ['in the repository of the workspace', 'shop/.d/config', { SNAP_DATA_DIR: 'shop/.d' }, false, (at) => repository(at, 'shop')],
    ['through a link', 'shop/.d/config', { SNAP_DATA_DIR: 'link' }, false, (at) => (linked(at), repository(at, 'shop'))],
    ['through a link of the project that leads out', 'x', { SNAP_DATA_DIR: 'shop/.out' }, false, (at) => (out(at), repository(at, 'shop'))],
    ['a home in the repository', 'shop/.d/.config/snap-mcp', { HOME: 'shop/.d' }, false, (at) => repository(at, 'shop')],
    ['beside the workspace', 'd/config', { SNAP_DATA_DIR: 'd' }, true],
    // The home that the system knows of the user is another one.
    ['a home that is a repository', '.config/snap-mcp', {}, false, (at) => repository(at)],
    ['a directory of a home that is a repository', 'd/config', { SNAP_DATA_DIR: 'd' }, false, (at) => repository(at)],
  ];
  it.each(cases.map((each) => [...each] as const))('%s', async (_, file, env, trusted, prepare) => {
    const at = temporaryHome();
    mkdirSync(at.at('shop/pkg'), { recursive: true });
    at.put(`${file}/settings.json`, text);
    prepare?.(at);
    const variables = Object.fromEntries(Object.entries(env).map(([name, path]) => [name, at.at(path)]));
    const system = nodeSystem({ cwd: at.at('shop/pkg'), env: { HOME: at.path, ...variables } });
    const { settings, problems } = await readSettings(system, await openWorkspace(system, at.at('shop/pkg')));
    expect(settings).toMatchObject(trusted ? isTrusted : isNot);
    expect(problems.join('\n')).toMatch(trusted ? /^$/ : /read as settings of the project .*outside of the project/);
  });

  it('is not trusted without a workspace either, as in a sign-in', async () => {
    const at = temporaryHome();
    at.put('shop/package.json', '{}');
    at.put('shop/.d/config/settings.json', text);
    const asked = async (cwd: string) => {
      const system = nodeSystem({ cwd: at.at(cwd), env: { HOME: at.path, SNAP_DATA_DIR: at.at('shop/.d') } });
      return (await readSettings(system, undefined)).settings.backend;
    };
    expect(await asked('shop')).toEqual({});
    expect(await asked('')).toEqual({ endpoint: 'https://example.com' });
  });
});
