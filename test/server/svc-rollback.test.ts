import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { decodeLine } from '../../src/server/wire.ts';
import { toolRun, type ToolRun } from './tool-runs.ts';

// Literally as the specification has it; `analysis` is open there.
const specified = z.strictObject({
  suggestions: z.array(
    z.strictObject({
      snapshotId: z.string(),
      timestamp: z.iso.datetime(),
      reason: z.string(),
      confidence: z.number().min(0).max(100),
      filesAffected: z.array(z.string()),
      riskOfRestore: z.enum(['low', 'medium', 'high']),
      relatedContext: z.strictObject({ commitsBetween: z.number().optional(), errorsSince: z.number().optional() }),
    }),
  ),
  recommended: z.string().optional(),
  analysis: z.strictObject({ currentState: z.unknown(), targetState: z.unknown(), impact: z.unknown() }).optional(),
});

async function answerOf(run: ToolRun, input: object) {
  const text = await run.call('svc_suggest_rollback', input);
  // As it leaves the server.
  const record = specified.parse(JSON.parse(JSON.stringify(await run.record('svc_suggest_rollback', input))));
  return { text, record, line: decodeLine('rollback', text.split('\n')[0] ?? '', false) };
}

const parser = 'export function parseOptions(given) {\n  return given.split(",");\n}\n';

/** Snapshots before and after a break, and harmless work behind it. */
async function brokenShop(): Promise<ToolRun> {
  const run = await toolRun({ 'src/parser.ts': parser, 'src/cart.ts': 'export const cart = 1;\n', '.env': 'TOKEN=abcdefgh12345678\n' });
  const { tasks } = run.workbench;
  const work = async (task: string, name: string, content: string): Promise<void> => {
    await run.call('snap', { task });
    run.put(name, content);
    await tasks.end({ outcome: 'completed', learnings: [] });
  };
  await work('tidy the cart', 'src/cart.ts', 'export const cart = 2;\n');
  await work('shorter names', 'src/parser.ts', parser.replace('parseOptions', 'parse'));
  run.git('add', '.');
  run.git('commit', '-q', '-m', 'two');
  await work('a page', 'src/page.ts', 'export const page = 1;\n');
  return run;
}

describe('svc_suggest_rollback', () => {
  it('names the snapshot before the break first, and what restoring it does', async () => {
    const run = await brokenShop();
    const before = run.home.tree();
    const { text, record, line } = await answerOf(run, { reason: 'TypeError: parseOptions is not a function', includeAnalysis: true });
    const [first] = record.suggestions;
    expect(first?.snapshotId).toMatch(/^snap_2_/);
    expect(record.recommended).toBe(first?.snapshotId);
    expect(first).toMatchObject({ filesAffected: ['src/page.ts', 'src/parser.ts'], relatedContext: { commitsBetween: 1, errorsSince: 0 } });
    expect(line).toMatchObject({ recommended: 'snap_2', conf: `${first?.confidence}`, risk: 'medium' });
    expect(text).toContain('"parseOptions" is not defined any more in src/parser.ts');
    expect(text).toContain('Only what broke: snap snapshot restore 2 -- src/parser.ts   All of it: snap snapshot restore 2');
    expect(record.analysis).toMatchObject({
      currentState: { branch: 'main', inNoSnapshot: ['src/page.ts'] },
      targetState: { snapshotId: first?.snapshotId, task: 'shorter names' },
      impact: {
        files: [
          { file: 'src/page.ts', effect: 'removed' },
          { file: 'src/parser.ts', effect: 'changed', linesBack: 1, linesLost: 1 },
        ],
      },
    });
    expect(run.home.tree()).toEqual(before);
  });

  it('restores only the files that were asked for', async () => {
    const { text, record } = await answerOf(await brokenShop(), { reason: 'parseOptions is gone', files: ['src/parser.ts'] });
    expect(record.suggestions[0]).toMatchObject({ filesAffected: ['src/parser.ts'], riskOfRestore: 'medium' });
    expect(record).not.toHaveProperty('analysis');
    expect(text).toContain('snap snapshot restore 2 -- src/parser.ts');
  });

  it('recommends nothing where nothing speaks for one, and says so', async () => {
    const { record, line, text } = await answerOf(await brokenShop(), {});
    expect(record).not.toHaveProperty('recommended');
    expect(record.suggestions.map(({ confidence }) => confidence)).toEqual(
      record.suggestions.map(() => expect.toSatisfy((n: number) => n <= 30)),
    );
    expect(line).toMatchObject({ recommended: 'none' });
    expect(text).toContain('Say what is wrong');
  });

  it('answers without snapshots, and refuses a path that leads out', async () => {
    const run = await toolRun();
    const { record, line, text } = await answerOf(run, { reason: 'broken' });
    expect(record).toEqual({ suggestions: [] });
    expect(line).toEqual({ suggestions: '0', recommended: 'none', conf: '0', risk: 'none' });
    expect(text).toContain('There are no snapshots yet.');
    await expect(run.call('svc_suggest_rollback', { files: ['../x'] })).rejects.toMatchObject({ code: 'invalid-path' });
  });

  it('counts trouble that was recorded since, and shows no secret', async () => {
    const run = await brokenShop();
    await run.call('snap_violation', { type: 'lost name', file: 'src/parser.ts', description: 'x', prevention: 'y' });
    run.put('.env', 'TOKEN=ghp_0123456789abcdefghijABCDEFGHIJ012345\n');
    const { text, record } = await answerOf(run, { reason: 'parseOptions is gone' });
    expect(record.suggestions[0]?.relatedContext).toEqual({ commitsBetween: 1, errorsSince: 1 });
    expect(text).toContain('1 recorded problem since');
    expect(text + JSON.stringify(record)).not.toMatch(/ghp_|abcdefgh12345678/);
  });
});
