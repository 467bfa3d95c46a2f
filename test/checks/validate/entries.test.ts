import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtProgram } from '../../support/built-program.ts';
import { connected, madeHome } from '../../server/started.ts';
import { toolRun } from '../../server/tool-runs.ts';

builtProgram();

const token = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
const lines = Array.from({ length: 40 }, (_, i) => `export const v${i} = ${i};\n`).join('');
const withToken = `@@ -2,2 +2,3 @@\n export const v1 = 1;\n+export const k = "${token}";\n export const v2 = 2;\n`;
const harmless = '@@ -31,2 +31,3 @@\n export const v30 = 30;\n+export const z = 1;\n export const v31 = 31;\n';

it.each([
  ['first', [withToken, harmless]],
  ['last', [harmless, withToken]],
])('of two diffs of one file, the one that comes %s is examined too', async (_, diffs) => {
  const run = await toolRun({ 'package.json': '{}', 'b.ts': lines });
  const { validationResult } = await run.record('svc_validate_change', { files: diffs.map((diff) => ({ path: 'b.ts', diff })) });
  expect(validationResult).toMatchObject({ findings: [{ file: 'b.ts', type: 'security' }] });
});

it.each([
  ['two contents', [{ content: 'debugger;\n' }, { content: 'export {};\n' }]],
  ['content and a diff', [{ content: lines, diff: harmless }]],
])('%s of one file are refused', async (_, given) => {
  const run = await toolRun({ 'package.json': '{}', 'b.ts': lines });
  const asked = run.call('svc_validate_change', { files: given.map((one) => ({ path: 'b.ts', ...one })) });
  await expect(asked).rejects.toThrow(/b\.ts is given (?:two contents|content and a diff)/);
});

it.each([
  ['Go', { 'a.go': 'package a\nfunc a( {\n' }],
  ['Ruby', { 'a.rb': 'def a(\n' }],
])('code in %s, which nothing reads before it is written, is to be reviewed', async (language, files) => {
  const run = await toolRun();
  const given = { files: Object.entries(files).map(([path, content]) => ({ path, content })) };
  expect(await run.record('svc_validate_change', given)).toMatchObject({ validationResult: { recommendation: 'review' } });
  expect(await run.call('svc_validate_change', given)).toContain(`code in ${language} is not examined`);
});

it('a token that somebody else put into the learnings is in neither half of an answer', async () => {
  const learning = {
    v: 1,
    id: 'learn_20801c16a3c3',
    kind: 'learning',
    at: '2026-11-20T21:19:29.243Z',
    type: 'pitfall',
    trigger: 'login redirect breaks',
    action: `use token ${token}`,
    files: ['src/login.ts'],
    evidence: [],
    by: { tool: 'snap learn' },
  };
  const home = madeHome({
    'shop/package.json': '{}',
    'shop/.snap/settings.json': '{}',
    'shop/src/login.ts': 'export const l = 1;\n',
    'shop/.snap/learnings.jsonl': `${JSON.stringify(learning)}\n`,
  });
  const args = ['mcp', '--stdio', '--workspace', join(home, 'shop')];
  const client = await connected({ home, args, env: { SVC_MCP_INTELLIGENCE_SURFACE: 'full' } });
  for (const name of ['snap', 'advise', 'guide']) {
    const answer = await client.callTool({ name, arguments: { task: 'fix the login redirect breaks', files: ['src/login.ts'] } });
    expect(JSON.stringify(answer.structuredContent)).toContain('learn_20801c16a3c3');
    expect(JSON.stringify(answer)).not.toContain(token);
  }
});
