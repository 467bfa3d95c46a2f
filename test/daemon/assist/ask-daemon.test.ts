import { describe, expect, it } from 'vitest';
import { askDaemon } from '../../../src/daemon/assist/ask-daemon.ts';
import { DaemonUnavailable } from '../../../src/daemon/client/index.ts';
import { SnapError } from '../../../src/system/index.ts';

const bugs: unknown[] = [];
const ask = (call: Parameters<typeof askDaemon>[0]['call'], signal?: AbortSignal) =>
  askDaemon({ call }, '/shop', 'vitals.pulse', ['print'], { signal, onBug: (error) => bugs.push(error) });

describe('asking the daemon for a piece of work', () => {
  it('says what it is, and gives up a daemon that is silent for a tenth of a second', async () => {
    const calls: unknown[] = [];
    expect(await ask(async (...call) => (calls.push(call), 'done') as never)).toEqual({ answer: 'done' });
    expect(calls).toEqual([
      ['workspace.call', { root: '/shop', call: 'vitals.pulse', args: ['print'] }, { signal: undefined, maxMs: 45_000, aliveMs: 100 }],
    ]);
  });

  it('waits longer where the connection is used for more than this', async () => {
    const calls: unknown[] = [];
    await askDaemon({ call: async (...call) => (calls.push(call[2]), 'done') }, '/shop', 'vitals.pulse', [], {
      signal: undefined,
      aliveMs: 2_000,
    });
    expect(calls).toEqual([{ signal: undefined, maxMs: 45_000, aliveMs: 2_000 }]);
  });

  it.each([
    ['is absent', new DaemonUnavailable('absent', 'no daemon is running')],
    ['is lost in the middle', new DaemonUnavailable('lost', 'the connection to the daemon was lost')],
    ['is late', new DaemonUnavailable('late', 'the daemon did not answer')],
    ['does not know the piece, or has other settings', new SnapError('not-available', 'There is no such piece of work.')],
    ['has a disk that fails', new SnapError('io', 'The disk failed.')],
    ['takes too long', new SnapError('timeout', 'It took too long.')],
    ['has a bug', new TypeError('x is not a function')],
  ])('is nothing when it %s: the work is done here', async (_, error) => {
    bugs.length = 0;
    expect(await ask(() => Promise.reject(error))).toBeUndefined();
    // Only what nobody expects is told.
    expect(bugs).toEqual(error instanceof TypeError ? [error] : []);
  });

  it('fails as the work fails', async () => {
    const refused = new SnapError('refused', 'Too many files.');
    await expect(ask(() => Promise.reject(refused))).rejects.toBe(refused);
  });

  it('ends when the caller gives up', async () => {
    const stop = new AbortController();
    stop.abort(new Error('not wanted any more'));
    await expect(ask(() => Promise.reject(new DaemonUnavailable('lost', 'gone')), stop.signal)).rejects.toThrow('not wanted any more');
  });
});
