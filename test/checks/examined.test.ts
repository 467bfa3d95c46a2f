import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { loadMode } from '../../src/checks/modes.ts';
import { checkModes } from '../../src/checks/mode-names.ts';
import { languageOf } from '../../src/code/index.ts';
import { sampled } from '../support/storm.ts';
import { checkedWorkspace } from './coverage/checked-workspace.ts';

/** A file of each language that no parser takes, and what makes its directory a project. */
const broken: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  JavaScript: { 'src/a.js': 'export function a( {\n' },
  TypeScript: { 'src/a.ts': 'export function a( {\n', 'tsconfig.json': '{}\n' },
  Vue: { 'src/a.vue': '<script>\nexport function a( {\n</script>\n' },
  Svelte: { 'src/a.svelte': '<script>\nfunction a( {\n</script>\n' },
  Astro: { 'src/a.astro': '---\nfunction a( {\n---\n' },
  Python: { 'a.py': 'def a(:\n', 'pyproject.toml': '[project]\nname = "a"\n' },
  Go: { 'a.go': 'package a\nfunc a( {\n', 'go.mod': 'module a\n' },
  Rust: { 'src/lib.rs': 'fn a( {\n', 'Cargo.toml': '[package]\nname = "a"\nversion = "0.1.0"\nedition = "2021"\n' },
  Java: { 'src/A.java': 'class A {\n', 'pom.xml': '<project/>\n' },
  Kotlin: { 'a.kt': 'fun a( {\n' },
  Ruby: { 'a.rb': 'def a(\n' },
  PHP: { 'a.php': '<?php function a( {\n' },
  'C#': { 'a.cs': 'class A {\n' },
  Swift: { 'a.swift': 'func a( {\n' },
  'C and C++': { 'a.c': 'int a( {\n' },
  Scala: { 'a.scala': 'def a( {\n' },
  Elixir: { 'a.ex': 'def a( do\n' },
  Dart: { 'a.dart': 'a( {\n' },
  Lua: { 'a.lua': 'function a(\n' },
  Haskell: { 'a.hs': 'a = (\n' },
};
const modes = checkModes.filter((mode) => ['quick', 'full', 'circular', 'impact', 'architecture', 'orphans'].includes(mode));

describe.each(sampled(Object.entries(broken)))('a broken file of %s', (language, files) => {
  const [path = ''] = Object.keys(files);

  it.each([
    ['approved', true],
    ['not approved', false],
  ])(`is found, or every layer that is about code says that it did not examine it (%s)`, async (_, isApproved) => {
    expect(languageOf(path)).toBe(language);
    const project = await checkedWorkspace(undefined, { 'ok.yml': 'a: 1\n', ...files }, { hasGit: true, isApproved });
    for (const id of modes) {
      const { layers, findings, status } = await project.check(id, { files: [path] });
      const isFound = findings.some(({ file, severity }) => file === path && severity === 'error');
      const about = new Map((await loadMode(id))?.layers.map((layer) => [layer.name, layer.languages]));
      for (const { name, state, reason, unexamined } of layers) {
        const languages = about.get(name);
        if (languages === undefined) continue;
        const mayExamine = languages.alone.includes(language) || (isApproved && languages.approved.includes(language));
        const said = `${id} ${name}: ${state} ${reason ?? ''}`;
        // The graph leaves a file that it cannot read out of its answer, and says so.
        if (!mayExamine) expect(state === 'skipped' || unexamined?.some((one) => one.language === language), said).toBe(true);
        if (state === 'skipped') expect(reason, said).toMatch(/\w{3}/);
        if (['syntax', 'types'].includes(name)) expect(state === 'passed', said).toBe(false);
      }
      if (layers.every(({ name }) => about.get(name) !== undefined || name === 'tests') && !isFound && language !== 'JavaScript')
        expect([id, status]).not.toEqual(['quick', 'passed']);
    }
  });
});

it('code beside what was examined is counted by language, and lowers the confidence', async () => {
  const files = { 'package.json': '{}', 'a.ts': 'export const a = 1;\n', 'b.lua': 'b(\n', 'c.lua': 'c(\n', 'd.rb': 'd(\n' };
  const project = await checkedWorkspace(undefined, files);
  const circular = await project.check('circular');
  const reason = 'imports are read in JavaScript and TypeScript alone';
  expect(circular).toMatchObject({
    status: 'passed',
    reason: `2 files of Lua were not examined: ${reason}; 1 file of Ruby was not examined: ${reason}`,
    layers: [
      {
        unexamined: [
          { language: 'Lua', files: 2, reason },
          { language: 'Ruby', files: 1, reason },
        ],
      },
    ],
  });
  const full = await project.check('full');
  // A quarter of the ten points of syntax, and the fifteen and ten of security and dependencies.
  expect(full.details.confidence).toBe(27);
});

it('a line that is too long for a document is named', async () => {
  const project = await checkedWorkspace(undefined, { 'README.md': `# x\n\n${'word '.repeat(2_500)}[broken](./nope.md)\n` });
  const { status, lines } = await project.check('docs');
  expect(status).toBe('passed');
  expect(lines).toContain('Left out, because they have more than 10,000 characters: README.md:3.');
});

it.skipIf(process.platform === 'win32').each(['circular', 'architecture', 'orphans'] as const)(
  '%s passes nothing where the file that was named is not read',
  async (mode) => {
    const project = await checkedWorkspace(undefined, { 'package.json': '{}', 'src/a.ts': 'export const a = 1;\n' }, { hasGit: true });
    execFileSync('mkfifo', [project.at('f.ts')]);
    const reason = 'no file to examine was changed or named';
    for (const files of [['f.ts'], ['.git/config']])
      expect(await project.check(mode, { files })).toMatchObject({ status: 'skipped', reason: expect.stringContaining(reason) });
    expect((await project.check(mode, { files: ['f.ts', 'src'] })).reason ?? '').not.toContain(reason);
  },
);
