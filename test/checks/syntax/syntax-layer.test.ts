import { expect, it } from 'vitest';
import { syntax } from '../../../src/checks/layers/syntax.ts';
import { checkedWorkspace, type LayerRun } from '../coverage/checked-workspace.ts';

const found = ({ findings }: LayerRun): readonly string[] =>
  findings.map(({ age = '', file = '', line, rule }) => `${age} ${file}:${line} ${rule}`.trim());

const files = {
  'src/good.ts': 'export const a = 1;\n',
  'src/bad.ts': 'export const b = ;\n',
  'package.json': '{ "a": 1, }\n',
  'ci.yml': 'a:\n\tb: 1\n',
  'notes.txt': 'a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> x\n',
  'test/fixtures/bad.ts': 'const = 1;\n',
  'blob.ts': 'a\0b = ;',
  'ignored/bad.ts': 'const = 1;\n',
  '.gitignore': 'ignored/\n',
};

it('every file that does not parse is named, with its place; samples only when they are asked for', async () => {
  const here = await checkedWorkspace(undefined, files, { hasGit: true });
  const whole = await here.run(syntax);
  expect(found(whole)).toEqual(['ci.yml:2 syntax', 'package.json:1 syntax', 'src/bad.ts:1 syntax', 'notes.txt:2 conflict-marker']);
  expect(whole.lines.join()).toContain('1 file in directories of samples and templates was not parsed');
  expect(found(await here.run(syntax, { files: ['test'] }))).toEqual(['test/fixtures/bad.ts:1 syntax']);

  here.put('src/good.ts', 'export const a = 1;\nexport const c = (;\n');
  expect(found(await here.run(syntax, { diff: 'uncommitted' }))).toEqual(['new src/good.ts:2 syntax']);
  // What is known of the other files is kept, and this one is read again.
  expect(found(await here.run(syntax))).toContain('src/good.ts:2 syntax');
  expect((await here.run(syntax, { files: ['.gitignore'], diff: 'uncommitted' })).skipped).toBe('no file to examine was changed or named');
});

it('data that is nested deeper than snap reads is skipped, and is no error', async () => {
  const here = await checkedWorkspace(undefined, { 'deep.json': '['.repeat(300) + ']'.repeat(300), 'a.json': '{}\n' });
  const both = await here.run(syntax);
  expect([found(both), both.skipped, both.lines]).toEqual([[], undefined, ['deep.json: skipped: nested too deep (more than 200 levels).']]);
  // What is known of it is the same at the second look.
  expect((await here.run(syntax)).lines).toEqual(both.lines);
  expect((await here.run(syntax, { files: ['deep.json'] })).skipped).toBe('nested too deep (more than 200 levels)');
});

it('Python is parsed by the Python of the project once it is approved', async () => {
  const project = { 'pyproject.toml': '[project]\nname = "a"\n', 'a.py': 'a = 1\n', 'b c.py': 'def f(:\n  pass\n' };
  const approved = await (await checkedWorkspace(undefined, project, { isApproved: true })).run(syntax);
  const asked = await checkedWorkspace(undefined, project);
  expect((await asked.run(syntax)).skipped).toBe('2 files of Python were not examined: not approved, run "snap trust"');
  expect((await asked.run(syntax, { files: ['a.py'] })).skipped).toContain('1 file of Python was not examined');
  // Without Python on this machine, that is said.
  expect(approved.skipped === undefined ? found(approved) : approved.skipped).toEqual(
    approved.skipped === undefined ? ['b c.py:1 syntax'] : expect.stringContaining('not examined'),
  );
});
