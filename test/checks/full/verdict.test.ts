import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confidenceLine, confidenceOf, layerWeights, recommendationOf } from '../../../src/checks/full/verdict.ts';
import type { CheckFinding, CheckState, LayerReport } from '../../../src/checks/report.ts';

const names = ['syntax', 'types', 'tests', 'architecture', 'security', 'dependencies', 'performance'];
/** Seven letters in the order of the layers: passed, failed, skipped, timeout. */
const states: Readonly<Record<string, CheckState>> = { p: 'passed', f: 'failed', s: 'skipped', t: 'timeout' };
const layers = (text: string): readonly LayerReport[] =>
  names.map((name, i) => ({
    name,
    state: states[text[i] ?? ''] ?? 'passed',
    ms: 1,
    reason: text[i] === 's' ? `no ${name} here` : undefined,
  }));

describe('the confidence of mode full', () => {
  it.each([
    ['ppppppp', 100],
    ['fffffff', 100],
    ['sssssss', 0],
    ['ttttttt', 0],
    ['pspppsp', 65],
    ['pttpppp', 50],
    ['psspspp', 35],
  ])('%s: %i', (text, expected) => expect(confidenceOf(layers(text))).toBe(expected));

  it('has a weight for each layer, 100 together', () => {
    expect(Object.keys(layerWeights)).toEqual(names);
    expect(Object.values(layerWeights).reduce((sum, weight) => sum + weight)).toBe(100);
  });

  it('is said, with the layers that were not examined to their end', () => {
    expect(confidenceLine(layers('ppppppp'))).toBe('Confidence: 100 of 100.');
    expect(confidenceLine(layers('pstpppp'))).toBe('Confidence: 50 of 100; not examined, or in part: types and tests.');
  });

  it('falls with each layer that is skipped or comes to no end, and stays from 0 to 100', () => {
    const any = fc.array(fc.constantFrom('p', 'f', 's', 't'), { minLength: 7, maxLength: 7 });
    fc.assert(
      fc.property(any, fc.nat(6), fc.constantFrom('s', 't'), (text, at, gap) => {
        const before = confidenceOf(layers(text.join('')));
        const after = confidenceOf(layers(text.with(at, gap).join('')));
        const ran = text[at] === 'p' || text[at] === 'f';
        return ran ? after < before && after >= 0 && before <= 100 : after === before;
      }),
    );
  });
});

describe('the recommendation of mode full', () => {
  const error = (layer: string, rule: string, file?: string, line?: number): CheckFinding => ({
    layer,
    rule,
    file,
    line,
    severity: 'error',
    message: 'm',
    source: 's',
  });

  it.each<[string, readonly CheckFinding[], string]>([
    ['ppppppp', [], 'No error was found by any of the seven layers.'],
    ['pfpppfp', [error('types', 'TS2322', 'a.ts', 3), error('types', 'TS1', 'b.ts')], 'Fix TS2322 in a.ts:3 first, then 1 more of types.'],
    ['pfppfpp', [error('types', 'TS2322', 'a.ts', 3), error('security', 'aws-key', 'b.ts', 1)], 'Fix aws-key in b.ts:1 first.'],
    ['fppppppp', [error('syntax', 'syntax')], 'Fix syntax first.'],
    ['ppfpppp', [{ ...error('tests', 'failed', 'a.test.ts', 3), age: 'old' }], 'Fix the errors of tests first.'],
    ['ptppppt', [], 'Check again with fewer files: types and performance came to no end.'],
    ['pppspss', [], 'No error was found, but the layer architecture was skipped: no architecture here.'],
    ['psppsss', [], 'No error was found, but the layer types was skipped: no types here.'],
  ])('%s: %j', (text, findings, expected) => expect(recommendationOf(layers(text), findings)).toBe(expected));
});
