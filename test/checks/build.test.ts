import { mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkedWorkspace, layersOf, placesOf, type CheckedWorkspace } from '../support/checked-workspace.ts';

/** A machine with these programs and no others. Its npm runs the script and does nothing else, since the real one takes half a second. */
function machine(files: Readonly<Record<string, string>>, programs: readonly string[]): CheckedWorkspace {
  const bin = realpathSync(mkdtempSync(join(tmpdir(), 'snap-bin-')));
  onTestFinished(() => rmSync(bin, { recursive: true }));
  const npm = `const { scripts } = JSON.parse(require('node:fs').readFileSync('package.json', 'utf8'));
    const { status } = require('node:child_process').spawnSync('/bin/sh', ['-c', scripts[process.argv.at(-1)]], { stdio: 'inherit' });
    process.exit(status ?? 1);`;
  const all: Readonly<Record<string, () => void>> = {
    npm: () => writeFileSync(join(bin, 'npm'), `#!${process.execPath}\n${npm}\n`, { mode: 0o755 }),
    node: () => symlinkSync(process.execPath, join(bin, 'node')),
  };
  for (const program of programs) all[program]?.();
  return checkedWorkspace(files, { PATH: bin });
}

const failing = {
  'package.json': JSON.stringify({ scripts: { build: 'node build.cjs' } }),
  'build.cjs': "console.log('src/a.ts(3,7): error TS2322: No.'); process.exit(2);",
};

describe('mode build', () => {
  it('runs the build script, and says where its first error is', async () => {
    const at = machine(failing, ['npm', 'node']);
    expect(layersOf(await at.check('build'))).toEqual(['build: skipped: not approved, run "snap trust"']);
    await at.approve();
    const report = await at.check('build');
    expect(placesOf(report)).toEqual(['src/a.ts:3 TS2322']);
    expect(report.findings[0]).toMatchObject({ message: 'No.', source: 'npm run build', column: 7 });
    at.put('build.cjs', "require('node:fs').writeFileSync('out.txt', '');");
    expect(layersOf(await at.check('build'))).toEqual(['build: passed']);
    expect(readdirSync(at.root)).toContain('out.txt');
  });

  it('asks again when the script is another', async () => {
    const at = machine(failing, ['npm', 'node']);
    await at.approve();
    at.put('package.json', JSON.stringify({ scripts: { build: 'node other.cjs' } }));
    expect(layersOf(await at.check('build'))).toEqual([
      'build: skipped: the scripts of build have changed: not approved, run "snap trust"',
    ]);
  });

  it('gives the words of a build whose errors it does not know', async () => {
    const at = machine({ ...failing, 'build.cjs': "console.error('Oh no: fatal trouble'); process.exit(3);" }, ['npm', 'node']);
    await at.approve();
    expect((await at.check('build')).findings).toMatchObject([
      { severity: 'error', rule: 'build', message: '"npm run build" ended with code 3: Oh no: fatal trouble', source: 'npm run build' },
    ]);
  });

  it('is skipped when the machine lacks something: that is no error of the code', async () => {
    const at = machine({ 'package.json': '{ "scripts": { "build": "no-such-bundler" } }' }, ['npm', 'node']);
    await at.approve();
    expect(layersOf(await at.check('build'))).toEqual([
      'build: skipped: "npm run build" could not build: no-such-bundler is not installed, and snap installs nothing',
    ]);
  });

  it('builds the packages of a monorepo after those they depend on', async () => {
    const member = (name: string, dependencies: object): string =>
      JSON.stringify({ name, dependencies, scripts: { build: `echo ${name} >> ../../order` } });
    const at = machine(
      {
        'package.json': '{ "workspaces": ["packages/*"] }',
        'packages/a/package.json': member('a', { b: '*' }),
        'packages/b/package.json': member('b', {}),
      },
      ['npm', 'node'],
    );
    await at.approve();
    expect(layersOf(await at.check('build'))).toEqual(['build: passed']);
    expect(at.home.text('project/order')).toBe('b\na\n');
  });

  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['an empty folder', {}, 'no build found: no build script, and no project of a language that snap can build'],
    ['a package without npm on the machine', failing, 'the build is "npm run build", but npm is not on the PATH'],
    [
      'a crate without cargo',
      { 'Cargo.toml': '' },
      'the build is "cargo check --offline --workspace --all-targets --message-format=short", but cargo is not on the PATH',
    ],
    [
      'Python without python',
      { 'pyproject.toml': '', 'a.py': 'x = 1' },
      'the build is "python: compile every file in memory", but python3 is not on the PATH',
    ],
    [
      'Maven whose wrapper was never run',
      { 'pom.xml': '', mvnw: '' },
      'the build is "./mvnw --offline --batch-mode --quiet --no-transfer-progress test-compile", but mvnw would download its program first',
    ],
    [
      'a project of types without its compiler',
      { 'package.json': '{ "devDependencies": { "typescript": "5" } }', 'tsconfig.json': '{}' },
      'the build is "tsc -b", but typescript is not installed in node_modules',
    ],
  ])('is skipped in %s', async (_, files, reason) => {
    const at = machine(files, []);
    expect(layersOf(await at.check('build'))).toEqual([`build: skipped: ${reason}`]);
  });
});

describe('the layer of tests', () => {
  const test = (body: string): string =>
    `const { test } = require('node:test'); const assert = require('node:assert');\ntest('adds', () => {\n  ${body}\n});\n`;
  const project = { 'package.json': '{ "scripts": { "test": "node --test" } }', 'a.test.cjs': test('assert.equal(1, 2);') };

  it('runs only when asked for, and says which test failed where', async () => {
    const at = machine(project, ['npm', 'node']);
    await at.approve();
    expect(layersOf(await at.check('quick'))).toContain('tests: skipped: not asked for; "tests" runs them');
    const report = await at.check('quick', { tests: true });
    expect(placesOf(report)).toEqual(['a.test.cjs:3 test']);
    expect(report.findings[0]?.message).toMatch(/^adds: /);
    at.put('a.test.cjs', test('assert.equal(1, 1);'));
    const good = await at.check('quick', { tests: true });
    expect(layersOf(good)).toContain('tests: passed');
    expect(good.lines).toContain('tests: node --test ran 1 test, 0 failed.');
  });

  it('is not passed when nothing could be run', async () => {
    const at = machine({ ...project, 'package.json': '{ "scripts": { "test": "node --test --no-such-option" } }' }, ['npm', 'node']);
    await at.approve();
    expect(layersOf(await at.check('quick', { tests: true }))).toContainEqual(
      expect.stringMatching(/^tests: skipped: node --test did not run: .*bad option/),
    );
  });
});
