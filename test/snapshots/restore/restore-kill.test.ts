import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { restorer } from '../../support/restorer.ts';
import { bundledProgram } from '../../support/bundled-program.ts';
import { layOut, pictureOf, type Plan, storedTrees } from '../../support/stored-trees.ts';
import { evenly, rounds } from '../../support/storm.ts';

/** Kills of each sort; the benchmark asks for hundreds. */
const kills = rounds(10, 'SNAP_KILLS');

const before: Plan = {
  'edited.ts': { text: 'one\n'.repeat(100) },
  'gone.ts': { text: 'made since' },
  '.env': { text: 'K=broken', mode: 0o600 },
  turned: { directory: { deep: { directory: { f: { text: 'f' } } } } },
  link: { link: 'gone.ts' },
  exec: { text: 'x', mode: 0o755 },
  '\xff\nname': { text: 'odd' },
};
const after: Plan = {
  'edited.ts': { text: 'two\n'.repeat(100) },
  '.env': { text: 'K=1', mode: 0o600 },
  turned: { text: 'a file' },
  link: { directory: { inside: { text: 'x' }, empty: { directory: {}, mode: 0o700 } } },
  exec: { text: 'x', mode: 0o644 },
  new: { directory: { a: { text: 'a' }, b: { text: 'b' } } },
};

let program: ReturnType<typeof bundledProgram>;
beforeAll(() => void (program = bundledProgram('restore-program')));
afterAll(() => program.remove());

function prepared() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'snap-kill-')));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const [root, wanted, said] = [join(base, 'root'), join(base, 'wanted'), join(base, 'journal')];
  layOut(root, before);
  layOut(wanted, after);
  mkdirSync(said);
  const trees = storedTrees();
  const here = restorer(root, trees);
  // In the order in which the program counts them: so both know them by the same ids.
  const target = here.hold(trees.keepDirectory(wanted));
  const safety = here.hold(trees.keepDirectory(root));
  const record = { target: target.id, safety: safety.id, at: '' };
  const left = { record, from: safety.root, to: target.root };
  const run = (at: number) => spawnSync(process.execPath, [program.path, root, wanted, said, String(at)], { encoding: 'utf8' });
  return { base, root, said, trees, ...here, target, safety, left, run };
}

/** Modes of directories come last. */
const withoutModes = (picture: readonly string[]) => picture.map((line) => line.replace(/^directory \d+/, 'directory'));

describe('a restore that was killed', () => {
  it.each(['finish', 'back'] as const)('leaves no torn file, and is brought to its end: %s', async (how) => {
    const whole = /"made":(\d+),"isExact":true/.exec(prepared().run(0).stdout);
    const made = Number(whole?.[1]);
    expect(made).toBeGreaterThan(80);
    for (const at of evenly(kills, made)) {
      const { base, root, said, restore, undo, target, safety, left, ...rest } = prepared();
      const [had, wanted] = [pictureOf(root), pictureOf(join(base, 'wanted'))];
      expect(rest.run(at).signal, `call ${at}`).toBe('SIGKILL');
      expect([existsSync(join(said, 'begin')), existsSync(join(said, 'end'))]).toEqual([true, false]);
      const known = new Set(withoutModes([...had, ...wanted]));
      const torn = withoutModes(pictureOf(root)).filter((line) => !known.has(line) && !line.includes('.snap-'));
      expect(torn, `call ${at}`).toEqual([]);

      // Someone goes on working before the next run.
      writeFileSync(join(root, 'later'), 'kept by the new safety snapshot');
      const done = await restore(how === 'finish' ? target : safety, { settles: { ...left, how } });
      expect(done, `call ${at}`).toMatchObject({ isExact: true });
      expect(pictureOf(root), `call ${at}`).toEqual(how === 'finish' ? wanted : had);
      expect(rest.journal, `call ${at}`).toMatchObject([{ kind: 'end', outcome: how === 'finish' ? 'finished' : 'back' }]);
      await undo(done);
      // Of one that was finished: as before it began. Of one that was taken back: as the dead one had left it.
      if (how === 'finish') expect(pictureOf(root), `call ${at}`).toEqual(had);
      else expect(existsSync(join(root, 'later')), `call ${at}`).toBe(true);
      rmSync(base, { recursive: true, force: true });
    }
  });

  it('leaves files of the same sort of name alone that are not its own', async () => {
    const { root, restore, safety, left } = prepared();
    writeFileSync(join(root, '.snap-0123.tmp'), 'not ours');
    mkdirSync(join(root, 'x'));
    await restore(safety, { settles: { ...left, how: 'back' }, paths: ['edited.ts'] });
    expect(existsSync(join(root, '.snap-0123.tmp'))).toBe(true);
  });
});
