import { describe, expect, it, onTestFinished } from 'vitest';
import { SnapError } from '../../src/system/index.ts';
import { createWorkbenches, type Assist } from '../../src/workbench/index.ts';
import { temporaryHome } from '../support/temporary-home.ts';

type Ask = Assist['ask'];

/** A workbench whose pieces of work are asked of `ask` first, and what was asked. */
async function opened(ask: Ask) {
  const home = temporaryHome();
  home.put('shop/package.json', '{}\n');
  const asked: string[] = [];
  const roots: string[] = [];
  const assist: Assist = {
    ask: (root, piece, args, signal) => {
      asked.push(piece);
      return ask(root, piece, args, signal);
    },
    opened: (root) => roots.push(root),
    describe: () => 'A test.',
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
    expect(await bench.history.hot(['a.ts'])).toEqual([]);
    expect((await bench.history.changed()).source).toBe('none');
    expect(asked).toEqual(
      'vitals.pulse snapshots.take snapshots.changes history.hot history.changed'.split(' ').flatMap((piece) =>
        // A pulse counts what has changed since the newest snapshot; there is none yet.
        [piece],
      ),
    );
    expect(roots).toEqual([home.at('shop')]);
    expect(bench.assistance?.()).toBe('A test.');
  });

  it('are not done here where it answers', async () => {
    const { bench } = await opened(async (_, piece) => ({
      answer: { 'knowledge.find': null, 'history.hot': [{ file: 'a.ts', commits: 30 }], 'knowledge.search': [] }[piece],
    }));
    expect(await bench.knowledge.find('learn_1')).toBeUndefined();
    expect(await bench.knowledge.search({ text: 'a', max: 1 })).toEqual([]);
    expect(await bench.history.hot(['a.ts'])).toEqual([{ file: 'a.ts', commits: 30 }]);
  });

  it('are forecasts too', async () => {
    const needed = { files: [{ file: 'a.ts', score: 0.5, reasons: [] }], limits: [] };
    const { asked, bench, home } = await opened(async (_, piece) => (piece === 'forecast.files' ? { answer: needed } : undefined));
    const forecast = await bench.forecast();
    expect(await forecast.files({ text: 'a', files: [], max: 3 })).toEqual(needed);
    home.put('shop/src/pay.ts', '');
    expect(await forecast.forgotten(['src/pay.ts'])).toEqual([]);
    expect((await forecast.before(['src/pay.ts'])).level).toBeUndefined();
    expect((await forecast.after([{ file: 'src/pay.ts', added: 1, deleted: 0 }])).why).not.toBe('');
    expect(asked).toEqual(['forecast.files', 'forecast.forgotten', 'forecast.before', 'forecast.after']);
  });

  it('are done here where its answer is no answer', async () => {
    for (const answer of [undefined, null, 7, 'text', []]) {
      const { bench } = await opened(async () => ({ answer }));
      expect((await bench.vitals.pulse()).state).toBe('resting');
    }
    const { bench } = await opened(async () => ({ answer: {} }));
    expect(await bench.history.hot(['a.ts'])).toEqual([]);
  });

  it('fail as they would here where the work itself was refused', async () => {
    const { bench } = await opened(async () => {
      throw new SnapError('refused', 'No room.');
    });
    await expect(bench.vitals.pulse()).rejects.toMatchObject({ code: 'refused', message: 'No room.' });
  });

  it('are asked for once where the answer of a moment ago will do', async () => {
    const { asked, bench } = await opened(async () => ({ answer: { source: 'git', files: [] } }));
    const since = performance.now();
    await bench.history.changed(undefined, since);
    await bench.history.changed(undefined, since);
    await bench.history.changed();
    expect(asked).toEqual(['history.changed', 'history.changed']);
  });

  it('carry a print of the settings and places, which others have too while these are the same', async () => {
    const prints: unknown[] = [];
    const { bench, home } = await opened(async (_, __, [print]) => (prints.push(print), undefined));
    await bench.knowledge.find('learn_1');
    home.put('shop/.snap/settings.json', '{ "exclude": ["src/"] }\n');
    const system = home.run();
    const assist: Assist = { ask: async (_, __, [print]) => (prints.push(print), undefined), opened: () => undefined, describe: () => '' };
    for (let i = 0; i < 2; i += 1) {
      const other = await createWorkbenches(system, { assist }).open(home.at('shop'), { kind: 'shell' });
      onTestFinished(() => other.close());
      await other.knowledge.find('learn_1');
    }
    expect(prints[1]).not.toBe(prints[0]);
    expect(prints[2]).toBe(prints[1]);
  });
});
