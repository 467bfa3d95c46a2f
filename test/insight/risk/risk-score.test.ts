import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scoreOf } from '../../../src/insight/risk/risk-score.ts';
import type { SourceContext, SourceKind } from '../../../src/sources/index.ts';

const asked = (context: SourceContext, ...answered: SourceKind[]) => ({ context, answered, left: [], age: 0 });
const none = asked({});
const errors: SourceContext = {
  error_tracker: { recentErrors: [{ id: 'A-1', title: 'x', events: 90, files: [] }], errorFrequency: 90, affectedUsers: 2 },
};

describe('a risk score', () => {
  it('is the sum of its factors by weights that sum to 1', () => {
    const factor = fc.record({
      name: fc.constantFrom('fixes' as const, 'churn' as const, 'size' as const),
      weight: fc.double({ min: 0.01, max: 1, noNaN: true }),
      score: fc.integer({ min: 0, max: 100 }),
      reason: fc.constant('why'),
    });
    fc.assert(
      fc.property(fc.array(factor, { maxLength: 3 }), fc.integer({ min: 0, max: 100 }), fc.boolean(), (given, confidence, isAsked) => {
        const sum = given.reduce((all, { weight }) => all + weight, 0);
        const factors = given.map((one) => ({ ...one, weight: one.weight / sum }));
        const found = scoreOf({ factors, confidence, why: '' }, isAsked ? asked(errors, 'error_tracker') : none);
        expect(Math.round(100 * found.factors.reduce((all, { weight }) => all + weight, 0))).toBe(100);
        expect(found.riskScore).toBe(Math.round(found.factors.reduce((all, { weight, score }) => all + weight * score, 0)));
        expect(found.confidence).toBeLessThanOrEqual(95);
      }),
    );
  });

  it('is not made up where nothing is known', () => {
    const found = scoreOf({ factors: [], confidence: 0, why: 'No commit of these files is known.' }, none);
    expect(found).toMatchObject({
      riskScore: 0,
      riskLevel: 'low',
      confidence: 0,
      isKnown: false,
      factors: [{ source: 'local', weight: 1, score: 0 }],
    });
    expect(found.recommendation).toBe('No risk was computed. No commit of these files is known.');
  });

  it('is less certain without servers, and with less history', () => {
    const factors = [{ name: 'fixes' as const, weight: 1, score: 70, reason: '5 of the last 12 changes were followed by a fix' }];
    const alone = scoreOf({ factors, confidence: 80, why: '' }, none);
    const withOne = scoreOf({ factors, confidence: 80, why: '' }, asked(errors, 'error_tracker'));
    expect([alone.confidence, withOne.confidence, scoreOf({ factors, confidence: 30, why: '' }, none).confidence]).toEqual([68, 72, 26]);
    expect(alone).toMatchObject({ riskScore: 70, riskLevel: 'high' });
    expect(alone.recommendation).toBe('Cover what you change with a test first, and change it in small steps.');
    expect(withOne.factors.map(({ source, weight }) => [source, weight])).toEqual([
      ['local', 0.75],
      ['error_tracker', 0.25],
    ]);
  });
});
