import type { Job, System } from '../../system/index.ts';
import { type Arc, type Cut, firstCut, smallestCut } from './cut.ts';

/** In the worker: cut.ts. */
const cutJob: Job<readonly (readonly Arc[])[], readonly Cut[]> = { name: 'code/find-cuts' };
/** Up to so many edges a cut is found here, in less than a millisecond. */
const maxHere = 12;
/** For all of them together. A circle of 10,000 files takes less. */
const maxMs = 20_000;

/** Cuts of circles, kept as long as the circle stays the same. */
export class Cuts {
  readonly #system: System;
  #known = new Map<string, Cut>();

  constructor(system: System) {
    this.#system = system;
  }

  /** Small circles are cut here, large ones in the worker. Where that fails, a cut is given that may have too many edges, and says so. */
  async of(parts: readonly (readonly Arc[])[], signal: AbortSignal | undefined): Promise<readonly Cut[]> {
    const keys = parts.map((arcs) => arcs.map(({ from, to }) => `${from}\0${to}`).join('\n'));
    const now = new Map<string, Cut>();
    const large: number[] = [];
    for (const [i, arcs] of parts.entries()) {
      const key = keys[i] ?? '';
      const known = this.#known.get(key) ?? (arcs.length <= maxHere ? smallestCut(arcs) : undefined);
      if (known === undefined) large.push(i);
      else now.set(key, known);
    }
    if (large.length > 0) {
      const input = large.map((i) => (parts[i] ?? []).map(({ from, to }) => ({ from, to })));
      const end = await this.#system.runJob(cutJob, input, { maxMs, signal });
      signal?.throwIfAborted();
      for (const [j, i] of large.entries())
        now.set(keys[i] ?? '', (end.state === 'done' ? end.output[j] : undefined) ?? firstCut(parts[i] ?? []));
    }
    this.#known = now;
    return keys.map((key) => now.get(key) ?? { arcs: [], isSmallest: false });
  }
}
