import type { EngineMaker } from '../../test/snapshots/hostile/engine.ts';
import { hostileCases } from '../../test/snapshots/hostile/cases.ts';
import { ownEngine } from '../../test/snapshots/hostile/own-engine.ts';
import { play } from '../../test/snapshots/hostile/play.ts';
import { type OpponentMaker, opponents } from './opponents.ts';

const asEngine = (maker: OpponentMaker): EngineMaker => ({
  name: maker.name,
  isStrict: false,
  async open(place) {
    const engine = maker.open(place);
    let isPrepared = false;
    return {
      // The first snapshot is where their users see that there is none.
      async take() {
        if (!isPrepared) await engine.prepare();
        isPrepared = true;
        return engine.take();
      },
      restore: (id, paths) => engine.restore(id, paths),
      undo: () => engine.undo(),
      diesMidway: () => engine.diesMidway(),
      close: () => undefined,
    };
  },
});

export interface CaseResults {
  readonly name: string;
  readonly from: 'facts' | 'more';
  /** What went wrong, by engine; empty: passed. */
  readonly wrong: Readonly<Record<string, readonly string[]>>;
}

/** Plays every case with every engine; ours is held to more than the others. */
export async function playAll(withOurs: boolean): Promise<readonly CaseResults[]> {
  const engines = [...opponents.map(asEngine), ...(withOurs ? [ownEngine] : [])];
  const results: CaseResults[] = [];
  for (const hostile of hostileCases) {
    const wrong: Record<string, readonly string[]> = {};
    for (const engine of engines) wrong[engine.name] = await play(hostile, engine);
    results.push({ name: hostile.name, from: hostile.from, wrong });
  }
  return results;
}
