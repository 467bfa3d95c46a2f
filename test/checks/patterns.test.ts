import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { applyRules } from '../../src/checks/patterns/apply-rules.ts';
import { loadEngine } from '../../src/checks/patterns/engine.ts';
import prepare, { type PrepareInput } from '../../src/checks/patterns/prepare.ts';
import { grammarOf, matchesGlob } from '../../src/checks/patterns/style-rule.ts';
import { guessedName } from '../../src/checks/patterns/syntax.ts';

const root = mkdtempSync(join(tmpdir(), 'snap-patterns-'));
afterAll(() => rmSync(root, { recursive: true }));
const engine = await loadEngine();

async function prepared(files: Readonly<Record<string, string>>, more: Partial<PrepareInput> = {}) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return prepare({ root, files: Object.keys(files), ...more });
}

describe('the rules of a project', () => {
  const files = {
    'sgconfig.yml':
      'ruleDirs: [rules]\nutilDirs: [utils]\nlanguageGlobs:\n  Html: ["*.vue"]\ncustomLanguages:\n  mojo: {libraryPath: mojo.so}\n',
    'utils/log.yml': 'id: is-log\nlanguage: TypeScript\nrule: {regex: ^console}\n',
    'rules/a.yml': [
      'id: no-console\nlanguage: ts\nseverity: error\nmessage: Found $M\nnote: Use the logger.\nrule: {pattern: console.$M($$$A)}\nfix: logger.$M($$$A)\nfiles: ["src/**/*.ts"]\nignores: ["**/*.test.ts"]',
      'id: by-util\nlanguage: TypeScript\nrule: {all: [{kind: member_expression}, {matches: is-log}]}',
      'id: python-rule\nlanguage: Python\nrule: {pattern: print($A)}',
      'id: broken\nlanguage: ts\nrule: {kind: nonsense}',
      'id: switched-off\nlanguage: ts\nseverity: off\nrule: {pattern: x}',
      'message: no id',
    ].join('\n---\n'),
    '.snap/rules/own.yaml': 'id: own\nlanguage: css\nseverity: warning\nrule: {kind: important}\n',
    'rules/bad.yml': 'id: [\n',
  };

  it('are read as data: what can be used, and why the rest cannot', async () => {
    const { rules, globs, problems, withoutGrammar } = await prepared(files);
    expect(rules.map(({ id, severity }) => `${id} ${severity}`)).toEqual(['no-console error', 'by-util info', 'own warning']);
    expect(globs).toEqual([['*.vue', 'Html']]);
    expect(withoutGrammar).toEqual([['Python', 1]]);
    expect(problems).toEqual([
      expect.stringContaining('custom languages (mojo) are native programs'),
      'rules/a.yml: a rule needs "id" and "rule".',
      expect.stringMatching(/^rules\/bad\.yml: line \d/),
      expect.stringMatching(/^Rule "broken" is not used: .*nonsense/),
    ]);
  });

  it('match with place, message, fix and the comments that switch them off', async () => {
    const { rules } = await prepared(files);
    const text =
      'console.log("ä", 1);\n// ast-grep-ignore: no-console\nconsole.warn(2);\n// ast-grep-ignore: other\n  console.error(3);\nconsole.info(4); // ast-grep-ignore\n';
    const hits = applyRules(
      'src/a.ts',
      text,
      rules.filter(({ id }) => id === 'no-console'),
      engine,
    );
    expect(hits.map(({ line, column, message, fix }) => [line, column, message, fix])).toEqual([
      [1, 1, 'Found log.', 'Replace it with: logger.log("ä", 1)'],
      [5, 3, 'Found error.', 'Replace it with: logger.error(3)'],
    ]);
    expect(applyRules('src/a.test.ts', text, rules, engine).map(({ rule }) => rule)).not.toContain('no-console');
    expect(applyRules('other/a.ts', 'console.log(1)', rules, engine).map(({ rule }) => rule)).toEqual(['by-util']);
    expect(applyRules('a.css', 'a { color: red !important; }', rules, engine)).toMatchObject([{ rule: 'own', line: 1, column: 16 }]);
  });

  it.each([
    ['src/**', 'src/a/b.ts', true],
    ['**/*.test.ts', 'a.test.ts', true],
    ['src/*.ts', 'src/a/b.ts', false],
    ['./src/{a,b}.ts', 'src/b.ts', true],
    ['src/{a', 'src/a', false],
  ])('the glob %s for %s', (glob, path, expected) => expect(matchesGlob(glob, path)).toBe(expected));

  it('take the language of a file by its name', () => {
    expect(['a.mts', 'a.tsx', 'a.jsx', 'a.HTML', 'a.css', 'a.py'].map((path) => grammarOf(path))).toEqual([
      'TypeScript',
      'Tsx',
      'JavaScript',
      'Html',
      'Css',
      undefined,
    ]);
  });
});

describe('a text that is in no file', () => {
  const examine = async (text: string, path?: string) => (await prepared({}, { code: { text, path } })).code;

  it.each<[string, string, string]>([
    ['TypeScript with JSX', 'const a: number = <b>x</b>;', 'code.tsx'],
    ['Python', 'def f(x):\n    return x\n', 'code.py'],
    ['Go', 'package main\n\nfunc main() {}\n', 'code.go'],
    ['Rust', 'fn main() {\n    let mut a = 1;\n}\n', 'code.rs'],
    ['Java', 'public class A {\n}\n', 'Code.java'],
    ['HTML', '<!doctype html><p>x</p>', 'code.html'],
    ['CSS', '.a > b { color: red; }', 'code.css'],
    ['JavaScript that looks a little like CSS', 'const a = { b: 1 };', 'code.tsx'],
  ])('is known as %s', (_, text, name) => expect(guessedName(text)).toBe(name));

  it.each<[string, string | undefined, readonly string[]]>([
    ['const a = (;\n', undefined, ['1:12']],
    ['const x = <T>y;', 'a.ts', []],
    ['const x = <T>y;', undefined, []],
    ['if (a) return await b;', undefined, []],
    ['a { color: red', 'a.css', ['1:1']],
    ['return 1;', 'a.ts', ['1:1']],
  ])('%s as %s', async (text, path, places) => {
    const errors = (await examine(text, path))?.hits.filter(({ from }) => from === 'syntax');
    expect(errors?.map(({ line, column }) => `${line}:${column}`)).toEqual(places);
  });

  it('is examined for what is dangerous, and for hidden text also without a parser', async () => {
    expect(await examine('eval(text);\n')).toMatchObject({ hits: [{ rule: 'dynamic-code', from: 'threats', line: 1 }] });
    const code = await examine('import os\nx = "\u202e"\n');
    expect(code).toMatchObject({ language: 'py', isParsed: false, hits: [{ rule: 'hidden-text', from: 'threats', line: 2 }] });
  });
});
