import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { answerText } from '../../src/server/tool.ts';
import { decodeLine } from '../../src/server/wire.ts';
import { toolRun, type ToolRun } from './tool-runs.ts';
import { historyRead } from '../support/history-read.ts';

// Literally as the specification has it.
const specified = z.strictObject({
  riskScore: z.number().min(0).max(100),
  riskLevel: z.enum(['low', 'medium', 'high', 'critical']),
  factors: z.array(
    z.strictObject({
      source: z.enum(['code_host', 'error_tracker', 'docs_source', 'local']),
      weight: z.number().min(0).max(1),
      score: z.number().min(0).max(100),
      reason: z.string(),
    }),
  ),
  recommendation: z.string(),
  confidence: z.number().min(0).max(100),
});

async function answerOf(run: ToolRun, input: object) {
  await historyRead(run.workbench.history);
  // One answer for both: on a busy machine a second one may know more.
  const answer = await run.answer('svc_get_risk_score', input);
  const text = answerText(answer, false);
  const record = specified.parse(JSON.parse(JSON.stringify(answer.record)));
  return { text, ...record, line: decodeLine('risk', text.split('\n')[0] ?? '', false) };
}

const files = { 'src/a.ts': 'export const a = 1;\n', 'package.json': '{}' };

describe('svc_get_risk_score', () => {
  it('scores a change by its size where the history is short, with little confidence', async () => {
    const run = await toolRun(files);
    run.put('src/a.ts', 'export const a = 1;\n'.repeat(40));
    // A first reading may still go on, which takes from the confidence.
    await run.workbench.history.commits();
    const found = await answerOf(run, { files: ['src/a.ts'], includeContext: true });
    expect(found.factors.length).toBeGreaterThan(0);
    expect(Math.round(100 * found.factors.reduce((sum, { weight }) => sum + weight, 0))).toBe(100);
    expect(found.confidence).toBeLessThanOrEqual(30);
    expect(found.line).toMatchObject({ score: `${found.riskScore}`, level: found.riskLevel, conf: `${found.confidence}` });
  });

  it('invents nothing without a history', async () => {
    const run = await toolRun(files, { git: false });
    const found = await answerOf(run, { files: ['src/a.ts'] });
    expect(found).toMatchObject({ riskScore: 0, confidence: 0, line: { score: '?', level: '?', factors: '0', conf: '0' } });
    expect(found.text).toContain('No risk was computed');
    expect((await answerOf(run, { files: ['src/b.ts'] })).text).toContain('src/b.ts');
  });

  it.each([
    [{}, 'files must be a list of paths'],
    [{ files: [] }, 'files must name a file'],
    [{ files: ['a'], includeContext: 'yes' }, 'includeContext must be true or false'],
    [{ files: ['../a'] }, 'it lies outside the workspace'],
    [{ files: ['src'] }, 'files: "src" is a directory.'],
  ])('refuses %j', async (input, words) => {
    const run = await toolRun(files);
    await expect(run.call('svc_get_risk_score', input)).rejects.toMatchObject({ message: expect.stringContaining(words) });
  });
});
