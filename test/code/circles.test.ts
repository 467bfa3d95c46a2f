import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { circlesOf } from '../../src/code/index.ts';
import { components } from '../../src/code/cycles/components.ts';
import { type Arc, smallestCut } from '../../src/code/cycles/cut.ts';
import { codeAt } from '../support/code-at.ts';
import { temporaryHome } from '../support/temporary-home.ts';

const arcs = (...all: readonly string[]): readonly Arc[] => all.map((one) => ({ from: one.charAt(0), to: one.charAt(1) }));

function groups(all: readonly Arc[]): readonly (readonly string[])[] {
  const nodes = [...new Set(all.flatMap(({ from, to }) => [from, to]))].sort();
  return components(nodes, (node) => all.filter(({ from }) => from === node).map(({ to }) => to));
}

describe('components', () => {
  it('are the nodes that reach each other', () => {
    expect(groups(arcs('ab', 'bc', 'ca', 'cd', 'de', 'ed', 'ff', 'fg'))).toEqual([['a', 'b', 'c'], ['d', 'e'], ['f']]);
    const letters = fc.constantFrom(...'abcdefg');
    fc.assert(
      fc.property(fc.array(fc.record({ from: letters, to: letters }), { maxLength: 16 }), (all) => {
        const reaches = (from: string): ReadonlySet<string> => {
          const found = new Set(all.filter((arc) => arc.from === from).map(({ to }) => to));
          for (const one of found) for (const arc of all) if (arc.from === one) found.add(arc.to);
          return found;
        };
        const cyclic = [...'abcdefg'].filter((node) => reaches(node).has(node));
        expect(groups(all).flat().toSorted()).toEqual(cyclic);
        for (const group of groups(all)) for (const node of group) expect(group.every((other) => reaches(node).has(other))).toBe(true);
      }),
    );
  });

  it('are found in a chain as long as a project is large', () => {
    const nodes = Array.from({ length: 50_000 }, (_, i) => String(i));
    expect(components(nodes, (node) => [String((Number(node) + 1) % 50_000)])[0]).toHaveLength(50_000);
  });
});

describe('what to cut', () => {
  it('leaves no circle, and fewer would not do', () => {
    const letters = fc.constantFrom(...'abcdef');
    fc.assert(
      fc.property(fc.array(fc.record({ from: letters, to: letters }), { maxLength: 14 }), (all) => {
        const { arcs: cut, isSmallest } = smallestCut(all);
        const isCut = (arc: Arc, removed: readonly Arc[]): boolean => removed.some(({ from, to }) => from === arc.from && to === arc.to);
        expect(isSmallest).toBe(true);
        expect(groups(all.filter((arc) => !isCut(arc, cut)))).toEqual([]);
        const different = [...new Map(all.map((arc) => [arc.from + arc.to, arc])).values()];
        if (cut.length === 0 || different.length > 8) return;
        for (let set = 0; set < 2 ** different.length; set += 1) {
          const removed = different.filter((_, i) => (set & (1 << i)) !== 0);
          if (removed.length < cut.length) expect(groups(all.filter((arc) => !isCut(arc, removed)))).not.toEqual([]);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('of a large component leaves no circle either, has nothing needless, and says whether it is proved', () => {
    const node = fc.nat({ max: 39 }).map(String);
    fc.assert(
      fc.property(fc.array(fc.record({ from: node, to: node }), { minLength: 60, maxLength: 110 }), (all) => {
        const { arcs: cut } = smallestCut(all);
        const without = (removed: readonly Arc[]): readonly Arc[] =>
          all.filter((arc) => !removed.some(({ from, to }) => from === arc.from && to === arc.to));
        expect(groups(without(cut))).toEqual([]);
        for (const one of cut) expect(groups(without(cut.filter((other) => other !== one)))).not.toEqual([]);
      }),
      { numRuns: 15 },
    );
    const pairs = Array.from({ length: 20 }, (_, i) => [
      { from: `h`, to: `${i}` },
      { from: `${i}`, to: `h` },
    ]).flat();
    expect(smallestCut(pairs)).toMatchObject({ isSmallest: true, arcs: { length: 20 } });
  });
});

describe('circles of files', () => {
  it('tell apart what is there when the program runs, later, and never', async () => {
    const home = temporaryHome({ inMemory: true });
    const files = {
      'run/a.ts': "import { b } from './b'; export const a = b",
      'run/b.ts': "import type { C } from './c'; export { a as b } from './a'",
      'run/c.ts': "import { a } from './a'; export type C = typeof a",
      'later/a.ts': "export const f = () => import('./b')",
      'later/b.ts': "import { f } from './a'; f()",
      'types/a.ts': "import { B } from './b'; export interface A { b: B }",
      'types/b.ts': "import type { A } from './a'; export class B { a?: A }",
      'self.ts': "import './self.js'",
      'lodash.ts': "import 'lodash'",
    };
    for (const [path, text] of Object.entries(files)) home.put(`w/${path}`, text);
    const found = await circlesOf(await codeAt(home).graph());
    expect(
      found.map(({ cut, edges, isLazy, runtime }) => ({
        edges: edges.map(({ from, kind, to }) => `${from} ${kind} ${to}`),
        cut: cut.map(({ from, to }) => `${from} ${to}`),
        runtime: runtime.flat(),
        isLazy,
      })),
    ).toEqual([
      { edges: ['later/a.ts lazy later/b.ts', 'later/b.ts runtime later/a.ts'], cut: [expect.any(String)], runtime: [], isLazy: true },
      {
        edges: ['run/a.ts runtime run/b.ts', 'run/b.ts type run/c.ts', 'run/b.ts runtime run/a.ts', 'run/c.ts elided run/a.ts'].toSorted(),
        cut: [expect.stringMatching(/^run\/(?:a.ts run\/b|b.ts run\/a)\.ts$/)],
        runtime: ['run/a.ts', 'run/b.ts'],
        isLazy: true,
      },
      { edges: ['self.ts runtime self.ts'], cut: ['self.ts self.ts'], runtime: ['self.ts'], isLazy: true },
      { edges: ['types/a.ts elided types/b.ts', 'types/b.ts type types/a.ts'], cut: [expect.any(String)], runtime: [], isLazy: false },
    ]);
  });
});
