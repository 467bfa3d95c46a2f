import { describe, expect, it, onTestFinished } from 'vitest';
import { SnapError } from '../../src/system/index.ts';
import { createWorkbenches, type Assist } from '../../src/workbench/index.ts';
import { temporaryHome } from '../support/temporary-home.ts';

type Ask = Assist['ask'];

/** As git's index of a workspace of a thousand files and more: fewer are looked at here. */
const index = ' '.repeat(160 * 1024);

/** A workbench of a large workspace whose pieces of work are asked of `ask` first, and what was asked. */
async function opened(ask: Ask, isLarge = true) {
  const home = temporaryHome();
  home.put('shop/package.json', '{}\n');
  if (isLarge) home.put('shop/.git/index', index);
  const asked: string[] = [];
  const roots: string[] = [];
  const assist: Assist = {
    ask: (root, piece, args, signal) => {
      asked.push(piece);
      return ask(root, piece, args, signal);
    },
    opened: (root) => roots.push(root),
    describe: async () => 'A test.',
  };
  const system = home.run();
  const bench = await createWorkbenches(system, { assist }).open(home.at('shop'), { kind: 'connection', run: system.run, nonce: 'one' });
  onTestFinished(() => bench.close());
  return { asked, bench, home, roots };
}

const learning = { trigger: 'a', action: 'b', type: 'discovery', by: { tool: 'test' } } as const;

describe('pieces of work that another process may do', () => {
  it('are done here where it does not answer', async () => {
    const { asked, bench, home, roots } = await opened(async () => undefined);
    // Not asked of others: it is one line at the end of a file.
    expect((await bench.knowledge.add(learning)).status).toBe('saved');
    expect((await bench.vitals.pulse()).state).toBe('resting');
    const { snapshot } = await (await bench.snapshots()).take({ kind: 'manual' });
    expect(await (await bench.snapshots()).changes(snapshot.id, 'working')).toEqual([]);
    expect(asked).toEqual(['vitals.pulse', 'snapshots.take', 'snapshots.changes']);
    expect(roots).toEqual([home.at('shop')]);
    expect(await bench.assistance?.()).toBe('A test.');
  });

  it('are not done here where it answers', async () => {
    const difference = { path: 'a.ts', kind: 'added' };
    const { bench } = await opened(async (_, piece) => ({ answer: piece === 'snapshots.changes' ? [difference] : {} }));
    const snapshots = await bench.snapshots();
    expect(await snapshots.changes('snap_1' as Parameters<typeof snapshots.changes>[0], 'working')).toEqual([difference]);
  });

  it('are not asked for in a small workspace, in which they take no time', async () => {
    const { asked, bench } = await opened(() => Promise.reject(new Error('It was asked.')), false);
    expect((await bench.vitals.pulse()).state).toBe('resting');
    await (await bench.snapshots()).take({ kind: 'manual' });
    expect(asked).toEqual([]);
  });

  it('are done here where its answer is no answer', async () => {
    for (const answer of [undefined, null, 7, 'text', []]) {
      const { bench } = await opened(async () => ({ answer }));
      expect((await bench.vitals.pulse()).state).toBe('resting');
    }
  });

  it('fail as they would here where the work itself was refused', async () => {
    const { bench } = await opened(async () => {
      throw new SnapError('refused', 'No room.');
    });
    await expect(bench.vitals.pulse()).rejects.toMatchObject({ code: 'refused', message: 'No room.' });
  });

  it('carry a print of the settings and places, which others have too while these are the same', async () => {
    const prints: unknown[] = [];
    const { bench, home } = await opened(async (_, __, [print]) => (prints.push(print), undefined));
    await bench.vitals.pulse();
    home.put('shop/.snap/settings.json', '{ "exclude": ["src/"] }\n');
    const system = home.run();
    const assist: Assist = {
      ask: async (_, __, [print]) => (prints.push(print), undefined),
      opened: () => undefined,
      describe: async () => '',
    };
    for (let i = 0; i < 2; i += 1) {
      const other = await createWorkbenches(system, { assist }).open(home.at('shop'), { kind: 'shell' });
      onTestFinished(() => other.close());
      await other.vitals.pulse();
    }
    expect(prints[1]).not.toBe(prints[0]);
    expect(prints[2]).toBe(prints[1]);
  });
});
