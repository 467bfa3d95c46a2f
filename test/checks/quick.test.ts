import { describe, expect, it } from 'vitest';
import { checkedWorkspace, filesBelow, layersOf as allLayersOf, placesOf } from '../support/checked-workspace.ts';

/** Without the tests, which run when they are asked for. */
const layersOf = (report: Parameters<typeof allLayersOf>[0]): readonly string[] =>
  allLayersOf(report).filter((layer) => !layer.startsWith('tests:'));

const manifest = JSON.stringify({ devDependencies: { typescript: '*', oxlint: '*' } });
const config = JSON.stringify({ compilerOptions: { strict: true, noEmit: true, types: [], lib: ['es2023'] }, include: ['src'] });
const project = {
  'package.json': manifest,
  'tsconfig.json': config,
  '.oxlintrc.json': '{}',
  '.gitignore': 'node_modules\n',
  'src/a.ts': 'export const a: number = 1;\n',
  'src/b.ts': "import { a } from './a.js';\nexport const b: number = a;\ndebugger;\n",
};

/** A linter of a project that does not exist: a program in its node_modules which writes what oxlint would. */
const linter = (report: string): Readonly<Record<string, string>> => ({
  'node_modules/oxlint/package.json': '{ "name": "oxlint", "version": "1.0.0", "bin": { "oxlint": "run.js" } }',
  'node_modules/oxlint/run.js': report,
});

describe('mode quick', () => {
  it('runs nothing of the workspace before it is approved, and nothing that was added later', async () => {
    const at = checkedWorkspace(project);
    at.install('typescript', 'oxlint');
    const ask = () => at.check('quick', { files: ['src'] });
    expect(layersOf(await ask())).toEqual([
      'types: skipped: not approved, run "snap trust"',
      'lint: skipped: not approved, run "snap trust"',
    ]);
    await at.approve();
    expect(layersOf(await ask())).toEqual(['types: passed', 'lint: passed']);
    at.put('biome.json', '{}');
    at.put('node_modules/@biomejs/biome/package.json', '{ "name": "@biomejs/biome", "bin": { "biome": "x.js" } }');
    at.put('node_modules/@biomejs/biome/x.js', 'throw new Error("not approved");');
    // A program that was added since is not covered; the others are.
    expect(layersOf(await ask())).toEqual(['types: passed', 'lint: passed']);
  });

  it("says what the project's own compiler and linter say, with file, line and rule", async () => {
    const at = checkedWorkspace({ ...project, 'src/a.ts': "export const a: number = 'x';\nexport const c = a\n" });
    at.install('typescript', 'oxlint');
    await at.approve();
    const before = filesBelow(at.root);
    const report = await at.check('quick', { files: ['src/b.ts'] });
    expect(report.status).toBe('failed');
    expect(placesOf(report)).toEqual(['src/a.ts:1 TS2322', 'src/b.ts:3 eslint(no-debugger)']);
    expect(report.findings[1]?.severity).toBe('warning');
    expect(filesBelow(at.root)).toEqual(before);
  });

  it('looks at what changed since the last commit, and says so when nothing did', async () => {
    const at = checkedWorkspace(project);
    at.install('typescript', 'oxlint');
    await at.approve();
    expect(layersOf(await at.check('quick'))).toContain(
      'lint: skipped: without git it is not known which files changed; name files to check',
    );
    at.commit();
    expect(layersOf(await at.check('quick'))).toEqual([
      'types: passed',
      'lint: skipped: no file changed since the last commit; name files to check others',
    ]);
    at.put('src/a.ts', 'export const a: number = 1;\ndebugger;\n');
    expect(placesOf(await at.check('quick'))).toEqual(['src/a.ts:2 eslint(no-debugger)']);
    const staged = await at.check('quick', { diff: 'changed' });
    expect(staged.findings.map(({ age }) => age)).toEqual(['new']);
  });

  it('reports a config that the compiler refuses as that, never as an error in the code', async () => {
    const at = checkedWorkspace({
      ...project,
      'tsconfig.json': '{ "compilerOptions": { "baseUrl": ".", "noEmit": true }, "include": ["src"] }',
    });
    at.install('typescript', 'oxlint');
    await at.approve();
    const report = await at.check('quick', { files: ['src/a.ts'] });
    expect(report.findings).toEqual([]);
    expect(layersOf(report)[0]).toMatch(
      /^types: skipped: TypeScript does not accept tsconfig.json, so nothing was checked: TS5102: .*; the config needs an older TypeScript than 7\./,
    );
  });

  it('follows references, and writes no build info into the workspace', async () => {
    const at = checkedWorkspace({
      'package.json': manifest,
      'tsconfig.json': '{ "files": [], "references": [{ "path": "./app" }] }',
      'app/tsconfig.json': '{ "compilerOptions": { "composite": true, "types": [], "lib": ["es2023"] } }',
      'app/a.ts': 'export const a: string = 1;\n',
    });
    at.install('typescript');
    await at.approve();
    const before = filesBelow(at.root);
    expect(placesOf(await at.check('quick'))).toEqual(['app/a.ts:1 TS2322']);
    expect(filesBelow(at.root)).toEqual(before);
  });

  it('ends a program that hangs, with what it started, soon after the call is cancelled', async () => {
    const hanging = `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' }).on('spawn', () => require('node:fs').writeFileSync('started', ''));
      process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);`;
    const at = checkedWorkspace({ 'package.json': manifest, 'a.js': '', ...linter(hanging) });
    await at.approve();
    const cancel = new AbortController();
    const report = at.check('quick', { files: ['a.js'] }, cancel.signal);
    await expect.poll(() => filesBelow(at.root), { interval: 10 }).toContain('started');
    // The program ignores being asked to end: without force this would wait for ever.
    cancel.abort();
    await expect(report).rejects.toThrow();
  });
});

describe('what may be wrong around it', () => {
  const noPath = { PATH: '/nowhere' };
  it.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, string>>, readonly string[]]>([
    [
      'an empty folder',
      {},
      {},
      [
        'types: skipped: there is no tsconfig.json',
        'lint: skipped: the project has no linter that snap knows (eslint, biome, oxlint, xo, ruff, mypy, go vet)',
      ],
    ],
    [
      'no node_modules',
      project,
      {},
      [
        'types: skipped: tsc is set up in tsconfig.json, but typescript is not installed in node_modules',
        'lint: skipped: oxlint is set up in .oxlintrc.json, but oxlint is not installed in node_modules',
      ],
    ],
    [
      'a tsconfig.json that is broken',
      { 'package.json': manifest, 'tsconfig.json': '{ "compilerOptions": ', 'a.ts': '' },
      {},
      [
        'types: skipped: tsc is set up in tsconfig.json, but typescript is not installed in node_modules',
        'lint: skipped: oxlint is set up in package.json, but oxlint is not installed in node_modules',
      ],
    ],
    [
      'Python alone, without ruff',
      { 'pyproject.toml': '[tool.ruff]\n', 'a.py': 'x = 1\n' },
      noPath,
      [
        'types: skipped: pytest is set up in pyproject.toml, but python3 is not on the PATH',
        'lint: skipped: ruff is set up in pyproject.toml, but ruff is not on the PATH',
      ],
    ],
    [
      'Go without go',
      { 'go.mod': 'module x\n', 'a.go': 'package x\n' },
      noPath,
      [
        'types: skipped: the build is "go build ./...", but go is not on the PATH',
        'lint: skipped: go vet is set up in go.mod, but go is not on the PATH',
      ],
    ],
    [
      'a linter that fails',
      {
        'package.json': '{ "devDependencies": { "oxlint": "1" } }',
        'a.js': '',
        ...linter("console.error('Failed to parse config'); process.exit(2);"),
      },
      {},
      ['types: skipped: there is no tsconfig.json', 'lint: skipped: oxlint did not run: Failed to parse config'],
    ],
  ])('%s', async (_, files, env, expected) => {
    const at = checkedWorkspace(files, env);
    await at.approve().catch(() => undefined);
    expect(layersOf(await at.check('quick', Object.keys(files).length === 0 ? {} : { files: Object.keys(files).slice(0, 2) }))).toEqual(
      expected,
    );
  });
});

describe('an approval', () => {
  it('belongs to one workspace and its list of programs, and can be taken back', async () => {
    const at = checkedWorkspace({
      'package.json': '{ "devDependencies": { "oxlint": "1" } }',
      'a.js': '',
      ...linter('console.log(\'{"diagnostics":[]}\')'),
    });
    const ask = async () => layersOf(await at.check('quick', { files: ['a.js'] }))[1];
    await at.approve();
    expect(await ask()).toBe('lint: passed');
    at.put('.oxlintrc.json', '{}');
    const changed = 'the config files of oxlint are now .oxlintrc.json; they were none';
    expect(await ask()).toBe(`lint: skipped: ${changed}: not approved, run "snap trust"`);
    at.put('.snap/settings.json', '{ "checks": { "run": "always" } }');
    expect(await ask()).toBe(`lint: skipped: ${changed}: not approved, run "snap trust"`);
    await at.approve();
    expect(await ask()).toBe('lint: passed');
  });
});
