import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { answerText } from '../../src/server/tool.ts';
import { decodeLine } from '../../src/server/wire.ts';
import { builtProgram } from '../support/built-program.ts';
import { toolRun, type ToolRun } from './tool-runs.ts';

// Literally as the specification has it.
const specified = z.strictObject({
  validationResult: z.strictObject({
    overallRisk: z.number().min(0).max(100),
    riskLevel: z.enum(['low', 'medium', 'high', 'critical']),
    findings: z.array(
      z.strictObject({
        file: z.string(),
        type: z.enum(['security', 'deprecation', 'pattern_violation', 'error_prone']),
        severity: z.enum(['low', 'medium', 'high', 'critical']),
        message: z.string(),
        source: z.enum(['code_host', 'error_tracker', 'docs_source', 'local']),
        confidence: z.number().min(0).max(100),
      }),
    ),
    recommendation: z.enum(['proceed', 'review', 'block']),
    context: z.strictObject({
      recentErrors: z.number().optional(),
      relatedCommits: z.number().optional(),
      deprecationWarnings: z.number().optional(),
    }),
  }),
});

async function answerOf(run: Pick<ToolRun, 'answer'>, input: object) {
  const answer = await run.answer('svc_validate_change', input);
  const text = answerText(answer, false);
  const record = specified.parse(JSON.parse(JSON.stringify(answer.record)));
  return { text, ...record.validationResult, line: decodeLine('validation', text.split('\n')[0] ?? '', false) };
}

const files = {
  'package.json': '{}',
  'src/sum.ts': 'export function sum(a: number, b: number) {\n  return a + b;\n}\nexport const old = 1;\n',
  'src/app.ts': "import { old, sum } from './sum.ts';\nconsole.log(sum(old, 2));\n",
};
// The checks run in the worker of the built program.
builtProgram();

const token = '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';

describe('svc_validate_change', () => {
  it('lets a harmless change pass, and writes nothing', async () => {
    const run = await toolRun(files);
    const before = run.home.tree();
    const content = files['src/sum.ts'].replace('a + b', 'b + a');
    const found = await answerOf(run, { files: [{ path: 'src/sum.ts', content }] });
    expect(found).toMatchObject({ overallRisk: 0, riskLevel: 'low', findings: [], recommendation: 'proceed', context: {} });
    expect(found.line).toEqual({ score: '0', level: 'low', findings: '0', rec: 'proceed', src: 'local' });
    expect(run.home.tree()).toEqual(before);
    expect(run.home.text('shop/src/sum.ts')).toBe(files['src/sum.ts']);
  });

  it('finds what is wrong with it in memory: syntax, secrets, dangerous code, broken imports', async () => {
    const run = await toolRun(files);
    const one = async (path: string, content: string) => (await answerOf(run, { files: [{ path, content }] })).findings;
    expect(await one('src/sum.ts', 'export function sum( {\n')).toContainEqual(
      expect.objectContaining({ type: 'error_prone', severity: 'high', message: expect.stringMatching(/^line 2: /), source: 'local' }),
    );
    expect(await one('src/new.ts', `export const key = '${token}';\n`)).toContainEqual(
      expect.objectContaining({ type: 'security', severity: 'critical' }),
    );
    expect(await one('src/new.ts', 'export const run = (code: string) => eval(code);\n')).toContainEqual(
      expect.objectContaining({ type: 'security', message: expect.stringContaining('line 1') }),
    );
    expect(await one('src/new.ts', "import { x } from './nowhere.ts';\nconsole.log(x);\n")).toContainEqual(
      expect.objectContaining({ type: 'error_prone', message: 'line 1: "./nowhere.ts" leads to no file.' }),
    );
    expect(await one('src/sum.ts', 'export function sum(a: number, b: number) {\n  return a + b;\n}\n')).toEqual([
      expect.objectContaining({
        file: 'src/app.ts',
        type: 'error_prone',
        severity: 'high',
        message: 'line 1: old is imported here, and src/sum.ts would not export it any more.',
      }),
    ]);
  });

  it('does not call a finding nothing, and never lets a file of git itself pass', async () => {
    const run = await toolRun(files);
    const minor = await answerOf(run, { files: [{ path: 'src/new.ts', content: 'export const run = (code: string) => eval(code);\n' }] });
    expect(minor).toMatchObject({ recommendation: 'proceed', text: expect.stringContaining('1 finding. Minor.') });
    for (const path of ['.git/hooks/pre-commit', '.GIT/config', 'lib/.git/config'])
      expect(await answerOf(run, { files: [{ path, content: '#!/bin/sh\n' }] })).toMatchObject({ recommendation: 'block' });
  });

  it('takes several files as one change: what one of them creates the other may import', async () => {
    const run = await toolRun(files);
    const change = [
      { path: 'src/new.ts', content: 'export const x = 1;\n' },
      { path: 'src/app.ts', content: "import { x } from './new.ts';\nconsole.log(x);\n" },
      { path: 'src/sum.ts', content: 'export function sum(a: number, b: number) {\n  return a + b;\n}\n' },
    ];
    expect(await answerOf(run, { files: change })).toMatchObject({ findings: [], recommendation: 'proceed' });
  });

  it('counts only what is new, and examines a file without content as it is', async () => {
    const run = await toolRun({ ...files, 'src/key.ts': `const key = '${token}';\nexport const a = 1;\n` });
    const content = `const key = '${token}';\nexport const a = 2;\n`;
    expect((await answerOf(run, { files: [{ path: 'src/key.ts', content }] })).findings).toEqual([]);
    const found = await answerOf(run, { files: [{ path: 'src/key.ts' }] });
    expect(found).toMatchObject({ recommendation: 'block', riskLevel: 'critical' });
    expect(found.text).not.toContain(token);
  });

  it('applies diffs, and says when one does not apply', async () => {
    const run = await toolRun(files);
    const diff = '@@ -2 +2 @@\n-  return a + b;\n+  return a + ;\n';
    expect((await answerOf(run, { files: [{ path: 'src/sum.ts', diff }] })).findings[0]?.message).toMatch(/^line 2: /);
    const found = await answerOf(run, { files: [{ path: 'src/sum.ts', diff: diff.replace('a + b', 'a * b') }] });
    expect(found).toMatchObject({ recommendation: 'block' });
    expect(found.findings.map(({ message }) => message)).toEqual([expect.stringContaining('the diff does not apply: hunk 1 does not fit')]);
    const gone = '--- a/src/sum.ts\n+++ /dev/null\n@@ -1,4 +0,0 @@\n' + files['src/sum.ts'].replaceAll(/^(?=.)/gm, '-');
    expect((await answerOf(run, { files: [{ path: 'src/sum.ts', diff: gone }] })).findings).toEqual([
      expect.objectContaining({ file: 'src/app.ts', message: 'line 1: src/sum.ts is imported here, and would be gone.' }),
    ]);
  });

  it('adds what was learned here, and what servers say of the files', async () => {
    const run = await toolRun(files);
    for (let i = 0; i < 3; i += 1)
      await run.call('snap_violation', {
        type: 'float money',
        file: 'src/sum.ts',
        description: 'sums were computed with floats',
        prevention: 'use cents',
      });
    await run.call('snap_learn', { trigger: 'adding sums of money', action: 'round once at the end', type: 'pitfall' });
    const bench = {
      ...run.workbench,
      sources: async () => ({
        list: async () => [],
        check: async () => [],
        close: async () => undefined,
        ask: async () => ({
          context: {
            code_host: {
              recentCommits: [],
              relatedPRs: [],
              issues: [{ number: 7, title: 'wrong sums', state: 'open' as const, labels: [], files: [] }],
            },
            error_tracker: {
              recentErrors: [{ id: 'SHOP-1', title: 'NaN', events: 250, files: ['src/sum.ts'] }],
              errorFrequency: 250,
              affectedUsers: 3,
            },
          },
          answered: ['code_host' as const, 'error_tracker' as const],
          left: [{ kind: 'docs_source' as const, name: 'docs', state: 'failed' as const, why: 'docs ended.' }],
          age: 0,
        }),
      }),
    };
    const content = files['src/sum.ts'].replace('a + b', 'b + a');
    const input = { files: [{ path: 'src/sum.ts', content }], context: { intent: 'adding sums of money', relatedIssues: ['shop#7'] } };
    const found = await answerOf(run.with(bench), input);
    expect(found.findings.map(({ source, type }) => `${source} ${type}`).toSorted()).toEqual([
      'code_host error_prone',
      'error_tracker error_prone',
      'local error_prone',
      'local pattern_violation',
    ]);
    // Only what was really seen.
    expect(found.context).toEqual({ recentErrors: 1, relatedCommits: 0 });
    expect(found.line).toMatchObject({ rec: 'review', src: 'code_host+error_tracker+local' });
    expect(found.text).toContain('docs_source is missing: docs ended.');
  });

  it.each([
    [{ files: [] }, 'files must name a file'],
    [{ files: [{ content: 'x' }] }, 'files.0.path must be a path'],
    [{ files: [{ path: 'a', text: 'x' }] }, 'files.0 must not have "text"; there is path, content, diff'],
    [{ files: [{ path: '../a', content: 'x' }] }, 'it lies outside the workspace'],
    [{ files: [{ path: 'a', content: 'x'.repeat(500_001) }] }, 'files.0.content must have at most 500000 characters'],
    [{ files: Array.from({ length: 5 }, (_, i) => ({ path: `a${i}`, content: 'x'.repeat(450_000) })) }, 'at most 2000000 are allowed'],
  ])('refuses %#', async (input, words) => {
    const run = await toolRun();
    await expect(run.call('svc_validate_change', input)).rejects.toMatchObject({ message: expect.stringContaining(words) });
  });
});
