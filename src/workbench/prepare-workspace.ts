import { setImmediate } from 'node:timers/promises';
import type { Forecast } from '../forecast/index.ts';
import type { History } from '../history/index.ts';
import type { Knowledge } from '../learnings/index.ts';
import type { Vitals } from '../vitals/index.ts';
import type { SnapshotsLater } from './snapshots-of.ts';

interface Prepared {
  readonly forecast: () => Promise<Forecast>;
  readonly history: History;
  readonly knowledge: Knowledge;
  readonly vitals: Vitals;
  readonly snapshots: SnapshotsLater;
}

/**
 * One step after the other, each in slices of its own: a call that comes meanwhile is served in between. The files come first, because all others
 * gain by their watcher.
 */
export async function prepareWorkspace({ forecast, history, knowledge, vitals, snapshots }: Prepared, signal: AbortSignal): Promise<void> {
  const steps: readonly (() => Promise<unknown>)[] = [
    () => snapshots.prepare(signal),
    () => history.changed(signal),
    // Twice: the first sets its own watcher up, and the last one reads what there is by then.
    () => vitals.pulse(undefined, signal),
    () => knowledge.search({ text: 'prepare', max: 1 }),
    () => knowledge.matchingViolations('prepare', []),
    () => history.churn(signal),
    () => history.companions(['package.json'], signal),
    async () => (await forecast()).files({ text: 'prepare', files: ['package.json'], max: 1 }, signal),
    async () => (await forecast()).before(['package.json'], signal),
    () => vitals.pulse(undefined, signal),
  ];
  for (const step of steps) {
    if (signal.aborted) return;
    await step().catch(() => undefined);
    await setImmediate();
  }
}
