import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { differencesOf } from '../../../src/snapshots/compare/changes.ts';
import { patchOf } from '../../../src/snapshots/compare/patch.ts';
import { layOut, pictureOf, type Plan, storedTrees } from '../../support/stored-trees.ts';
import { cpuTimeUntil } from '../../support/cpu-time.ts';

/** By their paths, which may lead through directories. */
type Files = Readonly<Record<string, { readonly text: string; readonly mode?: number; readonly isSealed?: boolean }>>;

function planOf(files: Files): Plan {
  const plan: Record<string, Plan[string]> = {};
  const below = new Map<string, Record<string, Files[string]>>();
  for (const [path, file] of Object.entries(files)) {
    const [first = '', ...rest] = path.split('/');
    if (rest.length === 0) plan[first] = file;
    else below.set(first, { ...below.get(first), [rest.join('/')]: file });
  }
  for (const [name, inside] of below) plan[name] = { directory: planOf(inside) };
  return plan;
}

async function patchBetween(before: Files, after: Files): Promise<string> {
  const { contents, keep } = storedTrees();
  return patchOf(contents, await differencesOf(contents, keep(planOf(before)), keep(planOf(after))));
}

const lines = (count: number, word = 'line'): string => Array.from({ length: count }, (_, i) => `${word} ${i}\n`).join('');
const changed = (text: string, at: number): string => text.replace(`line ${at}\n`, 'other\n');
const heads = (patch: string) => patch.split('\n').filter((line) => /^(similarity|rename|old|new|deleted|#)/.test(line));

describe('a renamed file', () => {
  it('of 327 lines with one change shows that line alone', async () => {
    const text = lines(327);
    const patch = await patchBetween({ 'src/old.ts': { text } }, { 'lib/new.ts': { text: changed(text, 100) } });
    expect(patch.split('\n').slice(0, 4)).toEqual([
      'diff --git a/src/old.ts b/lib/new.ts',
      'similarity index 99%',
      'rename from src/old.ts',
      'rename to lib/new.ts',
    ]);
    expect(patch.split('\n').filter((line) => /^[-+]/.test(line))).toEqual(['--- a/src/old.ts', '+++ b/lib/new.ts', '-line 100', '+other']);
  });

  it.each<[string, Files, Files, readonly string[]]>([
    ['with the same bytes', { a: { text: 'x\n' } }, { b: { text: 'x\n' } }, ['similarity index 100%', 'rename from a', 'rename to b']],
    [
      'that is binary and large',
      { a: { text: '\0'.repeat(2_000_000) } },
      { b: { text: '\0'.repeat(2_000_000) } },
      ['similarity index 100%', 'rename from a', 'rename to b'],
    ],
    [
      'that became executable',
      { a: { text: 'x\n' } },
      { b: { text: 'x\n', mode: 0o755 } },
      ['old mode 100644', 'new mode 100755', 'similarity index 100%', 'rename from a', 'rename to b'],
    ],
    [
      'that goes by its name, of several alike',
      { 'd/a': { text: lines(9) }, 'd/b': { text: lines(9) } },
      { 'e/b': { text: lines(9) }, 'e/a': { text: changed(lines(9), 1) } },
      ['similarity index 88%', 'rename from d/a', 'rename to e/a', 'similarity index 100%', 'rename from d/b', 'rename to e/b'],
    ],
    [
      'that has little in common',
      { a: { text: lines(9) } },
      { b: { text: lines(9, 'x') } },
      ['deleted file mode 100644', 'new file mode 100644'],
    ],
    ['that is empty', { a: { text: '' } }, { b: { text: '' } }, ['deleted file mode 100644', 'new file mode 100644']],
    [
      'with secrets',
      { a: { text: 'K=1\n', isSealed: true } },
      { b: { text: 'K=1\n', isSealed: true } },
      ['# a: deleted; its contents are not shown', '# b: added; its contents are not shown'],
    ],
    ['whose copy stays', { a: { text: 'x\n' } }, { a: { text: 'x\n' }, b: { text: 'x\n' } }, ['new file mode 100644']],
  ])('%s', async (_, before, after, expected) => expect(heads(await patchBetween(before, after))).toEqual(expected));

  it('of thousands costs little, and is found by its name', async () => {
    const plan = (directory: string, extra: string): Files =>
      Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`${directory}/f${i}`, { text: `${lines(5, `${i}`)}${extra}` }]));
    let patch = '';
    const cost = await cpuTimeUntil(async () => (patch = await patchBetween(plan('a', ''), plan('b', 'x\n'))));
    expect(cost).toBeLessThan(10_000);
    expect(patch.match(/^rename from/gm)).toHaveLength(500);
  });

  it('is renamed by git apply and by patch -p1, and back', async () => {
    const base = realpathSync(mkdtempSync(join(tmpdir(), 'snap-renames-')));
    onTestFinished(() => rmSync(base, { recursive: true, force: true }));
    const tree = join(base, 'tree');
    const env = { ...process.env, GIT_CEILING_DIRECTORIES: base, GIT_CONFIG_NOSYSTEM: '1', HOME: base };
    const run = (program: 'git' | 'patch', isBack: boolean): void => {
      const back = isBack ? ['-R'] : [];
      if (program === 'git') execFileSync('git', ['apply', '--whitespace=nowarn', ...back, '../p'], { cwd: tree, env, stdio: 'pipe' });
      else execFileSync('patch', ['-p1', '-s', ...back, '-i', '../p'], { cwd: tree, stdio: 'pipe' });
    };
    const picture = (files: Files): readonly string[] => {
      layOut(tree, planOf(files));
      return pictureOf(tree).filter((line) => !line.startsWith('directory'));
    };
    const name = fc.constantFrom('a', 'b', 'c c', 'd/a', 'd/e', 'f/g/a', 'h"i', '\xc3\xa9');
    const text = fc.record({ start: fc.nat({ max: 3 }), edit: fc.nat({ max: 30 }), ends: fc.boolean() }).map(({ start, edit, ends }) => {
      const whole = changed(lines(20, start === 0 ? 'line' : `line${start}`), edit);
      return ends ? whole : whole.slice(0, -1);
    });
    const plans = fc.dictionary(name, fc.record({ text }), { minKeys: 1, maxKeys: 5, noNullPrototype: true });
    let renamed = 0;
    await fc.assert(
      fc.asyncProperty(plans, plans, fc.constantFrom<'git' | 'patch'>('git', 'patch'), async (before, after, program) => {
        const patch = await patchBetween(before, after);
        if (patch === '') return;
        renamed += patch.match(/^rename to/gm)?.length ?? 0;
        writeFileSync(join(base, 'p'), patch);
        const wanted = picture(after);
        const from = picture(before);
        run(program, false);
        expect(pictureOf(tree).filter((line) => !line.startsWith('directory'))).toEqual(wanted);
        run(program, true);
        expect(pictureOf(tree).filter((line) => !line.startsWith('directory'))).toEqual(from);
      }),
      { numRuns: 40, seed: 3 },
    );
    expect(renamed).toBeGreaterThan(15);
  });
});
