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
});
