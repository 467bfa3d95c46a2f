import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ignoreLines, maxIgnoreText } from '../../src/workspace/ignore-lines.ts';
import { ignoreRules } from '../../src/workspace/ignore-rules.ts';
import { temporaryHome } from '../support/temporary-home.ts';
import { cpuTime } from '../support/cpu-time.ts';

describe('ignore rules', () => {
  it('answer as git does, whatever the patterns and the names', () => {
    const home = temporaryHome();
    const root = home.at('p');
    const plain = ['a', 'b', 'c', 'ab', '-', '!', '#', ' ', '.', '/', '\t'];
    const wild = ['*', '**', '**/', '/**', '/**/', '?', '*.c', 'a*b', '***', '\\', '\\*', '\\a', '\\ '];
    const brackets = ['[ab]', '[!a]', '[^b-z]', '[[:alpha:]]', '[]]', '[', ']', '[a/b]', '[a-]', '[c', '[b-a]', '[\\]]'];
    const piece = fc.constantFrom(...plain, ...wild, ...brackets);
    // Behind a letter git takes two stars for one, as it documents, or for any number of directories (`a**/b` leaves out `ab`).
    const line = fc
      .array(piece, { minLength: 1, maxLength: 6 })
      .map((pieces) => pieces.join(''))
      .filter((text) => !/[^/]\*\*/.test(text));
    const name = fc.constantFrom('a', 'b', 'c', 'ab', 'a.c', '*', 'bab', '-', ']', '[', 'a b', '!a', '#a', 'a ', '**', '\\');
    const rules = fc.sample(fc.array(line, { minLength: 1, maxLength: 3 }), { numRuns: 100, seed: 7 });
    const paths = fc.sample(fc.array(name, { minLength: 1, maxLength: 4 }), { numRuns: 40, seed: 8 }).map((names) => names.join('/'));
    const asked: string[] = [];
    for (const [i, lines] of rules.entries()) {
      mkdirSync(join(root, `${i}`), { recursive: true });
      writeFileSync(join(root, `${i}`, '.gitignore'), lines.join('\n'));
      for (const path of paths) asked.push(`${i}/${path}`);
    }
    // None of them is on the disk: for git each is a file in directories.
    const env = { PATH: process.env['PATH'] ?? '', HOME: home.path, GIT_CONFIG_NOSYSTEM: '1' };
    execFileSync('git', ['init', '-q'], { cwd: root, env });
    let said = '';
    try {
      said = execFileSync('git', ['check-ignore', '-z', '--stdin', '--no-index'], {
        cwd: root,
        env,
        encoding: 'utf8',
        input: asked.join('\0'),
      });
    } catch {
      // It ends with 1 when nothing is ignored.
    }
    const ignored = new Set(said.split('\0'));
    const isIgnored = ignoreRules(
      rules.map((lines, i) => ({ directory: `${i}`, text: lines.join('\n') })),
      'linux',
    );
    const wrong = asked.filter((path) => isIgnored(path, 'file') !== ignored.has(path));
    expect(ignored.size).toBeGreaterThan(100);
    expect(wrong.map((path) => JSON.stringify([rules[Number.parseInt(path, 10)], path, ignored.has(path)]))).toEqual([]);
  });
});

describe('the lines of an ignore file', () => {
  const long = 'a'.repeat(40_000);
  const many = (line: string, times: number) => `${line}\n`.repeat(times);
  const whyOf = (text: string) => {
    const { ineffective, ineffectiveCount } = ignoreLines(text, false);
    return { first: ineffective[0], count: ineffectiveCount };
  };

  it.each([
    ['of 40,000 characters', `a\n${long}\nb\n`, { first: { line: 2, why: 'long' }, count: 1 }],
    ['of 4,097 characters that take something back', `!${'a'.repeat(4_096)}\n`, { first: { line: 1, why: 'long' }, count: 1 }],
    ['of 4,096 characters', 'a'.repeat(4_096), { first: undefined, count: 0 }],
    ['with a NUL', 'a\nb\0c\nd', { first: { line: 2, why: 'no-text' }, count: 1 }],
    ['in UTF-16', Buffer.from('\uFEFFdist/\r\nout/\r\n', 'utf16le').toString('utf8'), { first: { line: 1, why: 'no-text' }, count: 3 }],
    ['with forty stars, four hundred times', many('*a'.repeat(40), 400), { first: { line: 51, why: 'costly' }, count: 350 }],
    ['with many directories, 200 times', many('**/a/'.repeat(30) + 'b', 200), { first: { line: 130, why: 'costly' }, count: 71 }],
    ['with one wildcard, 20,000 times', many('*.ab', 20_000), { first: { line: 10_001, why: 'costly' }, count: 10_000 }],
    ['without wildcards, 50,000 times', many('abcd', 50_000), { first: undefined, count: 0 }],
    ['a million times', many('ab', 1_000_000), { first: { line: 87_382, why: 'rest' }, count: 1 }],
    ['that is all of a file that is too large', 'a'.repeat(maxIgnoreText + 1), { first: { line: 1, why: 'rest' }, count: 1 }],
    ['with a bracket that is not closed, which matches nothing', '[a-\n[[:no:]]\nb', { first: undefined, count: 0 }],
  ])('%s', (_, text, expected) => expect(whyOf(text)).toEqual(expected));

  it('have an effect beside one that has none, and half a line never is a rule', () => {
    const isIgnored = ignoreRules([{ directory: '', text: `dist/\n${long}\n*.tmp\r\n!b.tmp\n` }], 'linux');
    expect(['dist/x', 'a.tmp', 'b.tmp', 'a'].map((path) => isIgnored(path, 'file'))).toEqual([true, true, false, false]);
    const cut = ignoreRules([{ directory: '', text: `${'#'.repeat(maxIgnoreText - 6)}\nsrc/generated\n` }], 'linux');
    expect([cut('src', 'directory'), cut('src/a', 'file'), cut('src/generated', 'directory')]).toEqual([false, false, false]);
  });

  it('that a regular expression would take minutes for are as quick as others', () => {
    const lines = ['*a*a*a*a*a*a*a*a*b', '*a'.repeat(60), '**/a/**/a/**/a/**/a/**/b', `${'?*'.repeat(30)}x`, `*${'[a-z]'.repeat(90)}*9*`];
    const isIgnored = ignoreRules([{ directory: '', text: lines.join('\n') }], 'linux');
    const cost = cpuTime(() => {
      for (let i = 0; i < 100; i += 1) {
        expect(isIgnored(`${i}${'a'.repeat(250)}b`, 'file')).toBe(true);
        expect(isIgnored(`${'a/'.repeat(90)}${i}`, 'file')).toBe(false);
      }
    });
    expect(cost).toBeLessThan(5_000);
  });
});
