import { core } from '../core.ts';

/** How the work goes, as far as the tooltip shows it. */
export interface SeenPulse {
  readonly state: string;
  readonly changesPerMinute: number;
  readonly pressure: number;
  readonly risk: string;
  readonly changes: number;
  /** One thing to do; empty where there is nothing. */
  readonly action: string;
}

/** What the daemon answered, looked at: it may be of another build. `undefined` for what is no pulse. */
export async function pulseIn(value: unknown): Promise<SeenPulse | undefined> {
  const { isRecord, sayTo } = await core.system();
  if (!isRecord(value)) return undefined;
  const { state, changesPerMinute, pressure, risk, changes, action } = value;
  if (typeof state !== 'string' || typeof risk !== 'string') return undefined;
  if (typeof changesPerMinute !== 'number' || typeof pressure !== 'number' || typeof changes !== 'number') return undefined;
  return { state, changesPerMinute, pressure, risk, changes, action: sayTo('person', isSentence(action) ? action : '') };
}

function isSentence(value: unknown): value is Parameters<Awaited<ReturnType<typeof core.system>>['sayTo']>[1] {
  if (typeof value === 'string') return true;
  return Array.isArray(value) && value.every((part: unknown) => typeof part === 'string' || (typeof part === 'object' && part !== null));
}
