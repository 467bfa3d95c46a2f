import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { applyRules } from '../../src/checks/patterns/apply-rules.ts';
import { loadEngine } from '../../src/checks/patterns/engine.ts';
import type { PromotedViolation } from '../../src/checks/patterns/derive-rules.ts';
import prepare, { type PrepareInput } from '../../src/checks/patterns/prepare.ts';
import { grammarOf, matchesGlob } from '../../src/checks/patterns/style-rule.ts';
import { ruleText } from '../../src/checks/patterns/rule-text.ts';
import { guessedName } from '../../src/checks/patterns/syntax.ts';

const root = mkdtempSync(join(tmpdir(), 'snap-patterns-'));
afterAll(() => rmSync(root, { recursive: true }));
const engine = await loadEngine();

async function prepared(files: Readonly<Record<string, string>>, more: Partial<PrepareInput> = {}) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return prepare({ root, files: Object.keys(files), promoted: [], ...more });
}

const violation = (description: string, prevention: string, file = 'src/a.ts'): PromotedViolation => ({
  type: 'some_type',
  count: 3,
  prevention,
  reports: [{ file, description, prevention }],
});

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

describe('promoted violations', () => {
  it.each<[string, PromotedViolation, string, number]>([
    [
      'what a description quotes',
      violation('Copied by `JSON.parse(JSON.stringify(x))`.', 'Use structuredClone.'),
      'const y = JSON.parse(JSON.stringify(x));',
      1,
    ],
    [
      'what a prevention forbids',
      violation('Logged in the server.', 'Never call `console.log(...)`; stdout belongs to the protocol.'),
      'console.log("a", b);',
      1,
    ],
    ['a property', violation('Set `rejectUnauthorized: false`.', 'Do not.'), 'const o = { rejectUnauthorized: false };', 1],
    ['a cast', violation('Wrote `as any` again.', 'Type it.'), 'const a = b as any;', 1],
    ['a clause', violation('An empty `catch {}` hid it.', 'Handle the error.'), 'try { a() } catch {}', 1],
    [
      'the worse of two',
      violation('Wrong.', 'Use `path.join(a, b)` instead of `path.concat(a, b)`.'),
      'path.join(a, b); path.concat(a, b);',
      1,
    ],
    [
      'other languages by their text',
      violation('Wrote `except:  pass` here.', 'Handle it.', 'a.py'),
      'try:\n    x()\nexcept:\n    pass\n# except: pass\n',
      1,
    ],
  ])('are looked for: %s', async (_, promoted, code, found) => {
    const { rules, unchecked } = await prepared({}, { promoted: [promoted] });
    expect(unchecked).toEqual([]);
    const path = promoted.reports[0]?.file ?? '';
    const hits = applyRules(path, code, rules, engine);
    expect(hits).toHaveLength(found);
    expect(hits[0]).toMatchObject({ rule: 'violation:some_type', severity: 'warning', fix: promoted.prevention });
    if (code.includes('path.')) expect(hits[0]?.column).toBeGreaterThan(10);
  });

  it.each<[string, PromotedViolation]>([
    ['quotes nothing', violation('The tests were not run.', 'Run the tests before the commit.')],
    ['says what is right', violation('Wrong.', 'Use `structuredClone(x)`.')],
    ['depends on a condition', violation('Called `fetch(url)` without a time limit.', 'Give `fetch(url)` a signal.')],
    ['quotes one word', violation('Used `any`.', 'Avoid `any`.')],
    ['quotes a command or a path', violation('Ran `npm install` and edited `src/a/b.ts`.', 'Never run `git push --force`.')],
    ['quotes what is no code', violation('Wrote `if (a {`.', 'Do not.')],
    ['tells what was missing', violation('The return `value.trim()` is missing.', 'Add it.')],
  ])('are named and not looked for when the report %s', async (_, promoted) => {
    const { rules, unchecked } = await prepared({}, { promoted: [promoted] });
    expect(rules).toEqual([]);
    expect(unchecked).toEqual(['some_type']);
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

  it('is examined for what is dangerous, also without a parser', async () => {
    const code = await examine('import os\nos.system(f"rm {x}")\n');
    expect(code).toMatchObject({ language: 'python', isParsed: false, hits: [{ rule: 'shell-command', from: 'threats', line: 2 }] });
  });
});

describe('a check that is proposed for a violation', () => {
  it.each([
    ['`catch {}` hides the error', 'try { a() } catch {}', 'try { a() } catch { b() }'],
    ['`eval(input)` was called', 'eval(input)', 'evaluate(input)'],
    ['written `as any` again', 'const a = b as any;', 'const a = b as unknown;'],
  ])('of %j finds it, read as a file of the project', async (description, wrong, right) => {
    const proposed = ruleText({ ...violation(description, 'say why, "loudly"'), type: `type_${description.length}` });
    const { file = '', lines = [] } = proposed ?? {};
    expect(file).toMatch(/^\.snap\/rules\/type_\d+\.yml$/);
    const { rules, problems } = await prepared({ [file]: `${lines.join('\n')}\n` });
    expect(problems).toEqual([]);
    expect(applyRules('src/b.ts', wrong, rules, engine).map(({ message }) => message)).toEqual(['say why, "loudly".']);
    expect(applyRules('src/b.ts', right, rules, engine)).toEqual([]);
  });

  it.each([
    ['no code is quoted', 'src/a.ts'],
    ['`print(x)` in a language without a grammar', 'src/a.py'],
  ])('is none where %s', (description, file) => expect(ruleText(violation(description, 'do not', file))).toBeUndefined());
});
