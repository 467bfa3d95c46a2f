import { describe, expect, it } from 'vitest';
import { findPrograms } from '../../../src/checks/programs/find-programs.ts';
import { programEnvironment } from '../../../src/checks/programs/environment.ts';
import { memorySystem } from '../../support/memory-system.ts';

const installed = (name: string, bin: string, more: object = {}): Record<string, string> => ({
  [`/w/node_modules/${name}/package.json`]: JSON.stringify({ name, version: '9.1.0', bin: { [bin]: `bin/${bin}.js` }, ...more }),
  [`/w/node_modules/${name}/bin/${bin}.js`]: '',
});

const onPath = (name: string) => ({ [`/usr/bin/${name}`]: '#!' });

async function programsOf(files: Readonly<Record<string, string>>, machine: Readonly<Record<string, string>> = {}) {
  const named = Object.fromEntries(Object.entries(files).map(([path, text]) => [`/w/${path}`, text]));
  const modes = Object.fromEntries(Object.keys(machine).map((path) => [path, 0o755]));
  const system = memorySystem({ files: { ...named, ...machine }, modes, env: { PATH: '/usr/bin:/w/bin:relative' } });
  const { found, missing } = await findPrograms(system, '/w', Object.keys(files));
  return {
    found: found.map(({ tool, directory, shown }) => `${directory === '' ? '.' : directory}: ${tool}: ${shown}`),
    missing: missing.map(({ directory, why }) => `${directory === '' ? '.' : directory}: ${why}`),
    programs: found,
  };
}

describe('the programs of a workspace', () => {
  it('are those that its packages have installed and configured', async () => {
    const { found, missing } = await programsOf(
      {
        'package.json': JSON.stringify({
          scripts: { build: 'tsc -b', prebuild: 'rm -rf dist' },
          devDependencies: { typescript: '*', jest: '*' },
        }),
        'pnpm-lock.yaml': '',
        'tsconfig.json': '{}',
        'eslint.config.js': '',
        'biome.json': '{}',
        'vitest.config.ts': '',
      },
      { ...installed('typescript', 'tsc'), ...installed('eslint', 'eslint'), ...installed('vitest', 'vitest'), ...onPath('pnpm') },
    );
    expect(found).toEqual([
      '.: tsc: node_modules/typescript',
      '.: eslint: node_modules/eslint',
      '.: vitest: node_modules/vitest',
      '.: build: pnpm run build',
    ]);
    expect(missing).toEqual(['.: biome is set up in biome.json, but @biomejs/biome is not installed in node_modules']);
  });

  it('are started by their own file with the Node that runs snap, and name the scripts that run, then the others', async () => {
    const { programs } = await programsOf(
      { 'package.json': JSON.stringify({ scripts: { build: 'x', postbuild: 'y', other: 'z' } }), 'eslint.config.mjs': '' },
      { ...installed('eslint', 'eslint'), ...onPath('npm') },
    );
    expect(programs.map(({ command, scripts, configFiles }) => ({ command, scripts, configFiles }))).toEqual([
      { command: [process.execPath, '/w/node_modules/eslint/bin/eslint.js'], scripts: [], configFiles: ['eslint.config.mjs'] },
      {
        command: ['/usr/bin/npm'],
        scripts: [
          ['build', 'x'],
          ['postbuild', 'y'],
          ['other', 'z'],
        ],
        configFiles: [],
      },
    ]);
  });

  it('of a monorepo are looked for in its members, not in fixtures', async () => {
    const { found } = await programsOf(
      {
        'package.json': JSON.stringify({ workspaces: ['packages/*', '!packages/old', 'apps/**'] }),
        'packages/a/package.json': JSON.stringify({ scripts: { build: 'a' } }),
        'packages/old/package.json': JSON.stringify({ scripts: { build: 'old' } }),
        'packages/a/test/fixtures/f/package.json': JSON.stringify({ scripts: { build: 'f' } }),
        'apps/x/y/package.json': JSON.stringify({ scripts: { build: 'y' } }),
        'yarn.lock': '',
      },
      onPath('yarn'),
    );
    expect(found).toEqual(['apps/x/y: build: yarn run build', 'packages/a: build: yarn run build']);
  });

  it('of a pnpm workspace too', async () => {
    const { found } = await programsOf(
      {
        'package.json': '{}',
        'pnpm-workspace.yaml': 'packages:\n  # ours\n  - \'libs/*\'\n  - "tools"\n\ncatalog:\n  - x\n',
        'libs/a/package.json': JSON.stringify({ scripts: { build: 'a' } }),
        'tools/package.json': JSON.stringify({ scripts: { build: 't' } }),
        'x/package.json': JSON.stringify({ scripts: { build: 'x' } }),
      },
      onPath('pnpm'),
    );
    expect(found).toEqual(['libs/a: build: pnpm run build', 'tools: build: pnpm run build']);
  });

  it('of other languages are on the PATH, never in the workspace', async () => {
    const files = { 'go.mod': 'module x', 'bin/go': '#!' };
    expect((await programsOf(files)).missing).toEqual([
      '.: go vet is set up in go.mod, but go is not on the PATH',
      '.: go test is set up in go.mod, but go is not on the PATH',
      '.: the build is "go build ./...", but go is not on the PATH',
    ]);
    expect((await programsOf(files, onPath('go'))).programs.map(({ command }) => command)).toEqual([
      ['/usr/bin/go'],
      ['/usr/bin/go'],
      ['/usr/bin/go'],
    ]);
  });

  it('of Python come from its virtual environment before the PATH', async () => {
    const { found } = await programsOf(
      { 'pyproject.toml': '[tool.ruff.lint]\n[tool.pytest.ini_options]\n' },
      { '/w/.venv/bin/ruff': '', ...onPath('ruff'), ...onPath('python3') },
    );
    expect(found).toEqual([
      '.: ruff: .venv/bin/ruff',
      '.: pytest: python3, from the PATH',
      '.: build: python: compile every file in memory',
    ]);
  });

  it('are none in an empty workspace', async () => {
    expect(await programsOf({ 'README.md': '' })).toMatchObject({ found: [], missing: [] });
  });
});

describe('the environment of a program', () => {
  it('has the machine and its toolchains, and no secret, no variable of snap and no PATH, which the program has itself', () => {
    const env = {
      PATH: '/usr/bin:/w/node_modules/.bin:bin',
      HOME: '/h',
      GOPATH: '/go',
      GITHUB_TOKEN: 't',
      SNAP_DATA_DIR: '/d',
      SVC_API_KEY: 'k',
      NODE_OPTIONS: '--x',
      LC_ALL: 'C',
      LC_SECRET: 's',
      XDG_CACHE_HOME: '/x',
      XDG_SECRET: 's',
    };
    const made = programEnvironment(memorySystem({ env }));
    expect(made).toMatchObject({ HOME: '/h', GOPATH: '/go', LC_ALL: 'C', XDG_CACHE_HOME: '/x', NO_COLOR: '1', npm_config_offline: 'true' });
    expect(Object.keys(made).filter((name) => /^PATH$|SECRET|TOKEN|SNAP|SVC|NODE_OPTIONS/.test(name))).toEqual([]);
  });
});
