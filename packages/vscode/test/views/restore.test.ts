import { describe, expect, it } from 'vitest';
import * as words from '../../../../src/system/index.ts';
import type { TreeChange } from '../../src/core.ts';
import type { SnapshotDesk } from '../../src/views/snapshots/desk.ts';
import { bringBack } from '../../src/views/snapshots/restore.ts';
import { begin, person } from '../support/vscode.ts';

const change = (path: string): TreeChange => ({ path, kind: 'modified', isSecret: false });
const planOf = (...paths: readonly string[]) =>
  ({ target: 'snap_1_abcdef', changes: paths.map(change), conflicts: [], missing: [] }) as never;

/** A restore whose plan is another one each time that it is asked for; the last one stays. */
async function restored(...plans: readonly (readonly string[])[]): Promise<number> {
  let asked = 0;
  let done = 0;
  // Only what a restore uses is there.
  const desk = { words, folder: '/home/ada/project', refresh: () => undefined } as unknown as SnapshotDesk;
  await bringBack(desk, {
    yes: 'Restore',
    title: 'Restore?',
    none: 'Nothing to restore.',
    plan: async () => planOf(...(plans[Math.min(asked++, plans.length - 1)] ?? [])),
    restore: async () => {
      done += 1;
      return undefined;
    },
  });
  return done;
}

describe('a restore', () => {
  it('is done when the person agrees', async () => {
    begin({ answer: (_, [first]) => first });
    expect(await restored(['a.ts'])).toBe(1);
    expect(person.messages.filter((message) => message.startsWith('Restore?'))).toHaveLength(1);
  });

  it('shows what has changed while the question was open, and asks again', async () => {
    begin({ answer: (_, [first]) => first });
    expect(await restored(['a.ts'], ['a.ts', 'b.ts'])).toBe(1);
    const [before, after] = person.messages;
    expect(before).not.toContain('b.ts');
    expect(after).toMatch(/^The files have changed meanwhile\. Restore\?[^]*b\.ts/);
  });

  it('touches nothing that was not shown where the second answer is no', async () => {
    begin({ answer: (message, [first]) => (message.startsWith('The files') ? undefined : first) });
    expect(await restored(['a.ts'], ['a.ts', 'b.ts'])).toBe(0);
  });

  it('is none where nothing differs any more', async () => {
    begin({ answer: (_, [first]) => first });
    expect(await restored(['a.ts'], [])).toBe(0);
    expect(person.messages.at(-1)).toBe('Nothing to restore.');
  });
});
