import { symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openWorkspace, projectOf, type Project } from '../../src/workspace/index.ts';
import { temporaryHome } from '../support/temporary-home.ts';

async function projectWith(files: Readonly<Record<string, string>>): Promise<Project> {
  const home = temporaryHome();
  home.put('p/README.md', '');
  for (const [name, text] of Object.entries(files)) home.put(`p/${name}`, text);
  return projectOf(home.system, await openWorkspace(home.system, home.at('p')));
}

describe('projectOf', () => {
  it('reads a project of npm', async () => {
    const manifest = { scripts: { test: 'vitest run', build: 'tsc' }, devDependencies: { vitest: '4', oxlint: '1' } };
    const project = await projectWith({
      'package.json': `\uFEFF${JSON.stringify(manifest)}`,
      'package-lock.json': '{}',
      'tsconfig.json': '{}',
    });
    expect(project).toEqual({
      packageManager: 'npm',
      scripts: new Map([
        ['test', 'vitest run'],
        ['build', 'tsc'],
      ]),
      tools: ['typescript', 'oxlint', 'vitest'],
      testFiles: '*.test.*',
      problems: [],
    });
  });

  it.each([
    ['Python', { 'pyproject.toml': '[tool.pytest.ini_options]\n[tool.ruff]\n', 'uv.lock': '' }, 'uv', ['pytest', 'ruff'], 'test_*.py'],
    ['Rust', { 'Cargo.toml': '', 'Cargo.lock': '' }, 'cargo', ['cargo'], 'tests/*.rs'],
    ['Go', { 'go.mod': '', 'go.sum': '' }, 'go', ['go'], '*_test.go'],
    ['nothing known', {}, undefined, [], undefined],
    ['pnpm and eslint', { 'pnpm-lock.yaml': '', 'eslint.config.mjs': '', 'biome.json': '' }, 'pnpm', ['eslint', 'biome'], undefined],
  ])('reads a project of %s', async (_, files, packageManager, tools, testFiles) => {
    const project = await projectWith(files);
    expect([project.packageManager, project.tools, project.testFiles]).toEqual([packageManager, tools, testFiles]);
  });

  it.each([
    ['broken', '{"scripts": '],
    ['a list', '[1]'],
    ['deep', '['.repeat(200_000)],
    ['large', `{"x": "${'y'.repeat(600_000)}"}`],
    ['null', 'null'],
  ])('survives a package.json that is %s', async (_, text) => {
    const { scripts, problems } = await projectWith({ 'package.json': text });
    expect(scripts.size).toBe(0);
    expect(problems).toEqual([expect.stringMatching(/^package\.json: /)]);
  });

  it('takes scripts as data, cut and plain', async () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`s${i}`, 'x']));
    const text = `{"scripts": {"__proto__": "own", "constructor": "c", "n": 1, "o": {}, "l\\nine": "a\\u202Eb\\u001b[0m", "long": "${'z'.repeat(2000)}"}}`;
    const { scripts } = await projectWith({ 'package.json': text });
    expect(scripts.get('__proto__')).toBe('own');
    expect(scripts.get('constructor')).toBe('c');
    expect(scripts.has('n')).toBe(false);
    expect(scripts.get('l ine')).toBe('ab');
    expect(scripts.get('long')).toHaveLength(500);
    expect((await projectWith({ 'package.json': JSON.stringify({ scripts: many }) })).scripts.size).toBe(100);
  });

  it('reads nothing from elsewhere', async () => {
    const home = temporaryHome();
    home.put('outside.json', '{"scripts": {"secret": "x"}}');
    home.put('p/a', '');
    symlinkSync(home.at('outside.json'), home.at('p/package.json'));
    expect((await projectOf(home.system, await openWorkspace(home.system, home.at('p')))).scripts.size).toBe(0);
  });
});
