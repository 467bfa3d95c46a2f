import { describe, expect, it } from 'vitest';
import type { GateEvent } from '../../src/gates/facts.ts';
import { watchGates, type LookAtAll } from '../../src/observe/watch-gates.ts';
import { allMet } from '../gates/every.ts';

const events: readonly GateEvent[] = [
  { part: 'cli', now: allMet.cli },
  { part: 'workspace', now: allMet.workspace },
  { part: 'mcp', now: allMet.mcp },
  { part: 'daemon', now: allMet.daemon },
];
const lookAt =
  (list: readonly GateEvent[]): LookAtAll =>
  async (tell) => {
    for (const event of list) tell(event);
  };

describe('the gates of a window', () => {
  it('tell each gate on the way, and the one that is left', async () => {
    const gates = watchGates(lookAt(events));
    const shown: string[] = [gates.current.cause];
    let seen = 0;
    gates.onDidChange(({ cause }) => shown.push(cause));
    gates.onDidSee(() => (seen += 1));
    expect((await gates.look()).cause).toBe('watching.connected');
    expect(shown).toEqual(['cli.looking', 'daemon.connecting', 'watching.connected']);
    expect(seen).toBe(events.length);
    // The same again is no change.
    await gates.look();
    expect(shown).toHaveLength(3);
  });

  it('look once more when something changed while they looked, and only once', async () => {
    let looks = 0;
    let goOn: () => void = () => undefined;
    const gates = watchGates(async (tell) => {
      looks += 1;
      if (looks === 1) await new Promise<void>((settle) => (goOn = settle));
      tell({ part: 'cli', now: looks === 1 ? { kind: 'missing', why: 'nowhere' } : allMet.cli });
    });
    const first = gates.look();
    const others = [gates.look(), gates.look()];
    goOn();
    expect((await first).cause).toBe('daemon.connecting');
    await Promise.all(others);
    expect(looks).toBe(2);
  });

  it('can look again after a look that failed', async () => {
    let fails = true;
    const gates = watchGates(async (tell) => {
      if (fails) throw new Error('the disk is gone');
      tell({ part: 'cli', now: allMet.cli });
    });
    await expect(gates.look()).rejects.toThrow('the disk is gone');
    fails = false;
    expect((await gates.look()).cause).toBe('daemon.connecting');
  });

  it('look once more also where the look failed during which something changed', async () => {
    let looks = 0;
    let fail: (error: Error) => void = () => undefined;
    const gates = watchGates(async (tell) => {
      looks += 1;
      if (looks === 1) await new Promise<void>((_, reject) => (fail = reject));
      tell({ part: 'cli', now: allMet.cli });
    });
    const first = gates.look();
    // A setting changes, which this look has already read.
    const second = gates.look();
    fail(new Error('a file was being written'));
    expect((await first).cause).toBe('daemon.connecting');
    await second;
    expect(looks).toBe(2);
  });

  it('lose no question that comes in the very moment in which a look ends', async () => {
    for (let moment = 0; moment < 12; moment += 1) {
      let now = allMet.cli;
      const gates = watchGates(async (tell) => {
        tell({ part: 'cli', now });
      });
      const first = gates.look();
      for (let turn = 0; turn < moment; turn += 1) await Promise.resolve();
      now = { kind: 'found', version: '9.9.9', path: '/new/snap' };
      await gates.look();
      expect(gates.facts.cli, `after ${moment} turns`).toEqual(now);
      await first;
    }
  });
});
