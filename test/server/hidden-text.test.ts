import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { hidesText } from '../../src/system/index.ts';
import { makeHome } from '../support/program-home.ts';
import { connected } from './started.ts';

/** One of each class, in every field that others can write. test/system/foreign-text.test.ts has the whole classes. */
const classes: Readonly<Record<string, string>> = {
  'variation selectors': '\u{E0100}\u{E01EF}\uFE00\uFE0F\uFE0F',
  tags: '\u{E0069}\u{E0067}\u{E007F}',
  bidi: '\u202E\u2066\u200E\u061C',
  'zero width': '\u200B\u200C\u200D\u2060\uFEFF\u00AD',
  fillers: '\u115F\u1160\u3164\uFFA0\u034F\u17B4\u180E',
  controls: '\u0085\u009B\u001B[8m\u007F',
  noncharacters: '\uFDD0\u{1FFFF}\uFFF9',
};
const all = Object.values(classes).join('');
/** Allowed in the name of a file, which holds no line end and no lone surrogate. */
const word = (name: string): string => `${name}${all}x`;
/** What people write stays. */
const kept = 'کتاب‌ها 👩‍💻 ❤️';

const hiddenIn = (text: string): readonly string[] => (hidesText(text) ? [JSON.stringify(text)] : []);

const probed = (name: string, description: string): string => `process.stdin.on('data', (bytes) => {
  for (const line of String(bytes).trim().split('\\n')) {
    const { id, method } = JSON.parse(line);
    if (id === undefined) continue;
    const result = method === 'initialize'
      ? { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: ${JSON.stringify(name)}, version: ${JSON.stringify(name)} }, instructions: ${JSON.stringify(description)} }
      : { tools: [{ name: ${JSON.stringify(name)}, description: ${JSON.stringify(description)}, inputSchema: { type: 'object' } }] };
    process.stderr.write(${JSON.stringify(`${description}\n`)});
    process.stdout.write(${JSON.stringify(description)} + '\\n' + JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
  }
});
process.stdin.on('end', () => process.exit(0));
`;

/** A git repository in which every name that a stranger can choose hides something. */
function hostileProject() {
  const home = makeHome();
  const root = join(home.path, 'project');
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  put('probed.mjs', probed(word('tool'), word('description')));
  const entries = {
    [word('server')]: {
      command: process.execPath,
      args: [join(root, 'probed.mjs'), word('--argument')],
      env: { [word('NAME')]: word('value') },
    },
    [word('remote')]: { url: `https://127.0.0.1:9/${word('path')}`, headers: { [word('Header')]: word('value') } },
    [word('missing')]: { command: word('no-such-program'), args: [word('-y')] },
  };
  put('.cursor/mcp.json', JSON.stringify({ mcpServers: entries }));
  put('.mcp.json', JSON.stringify({ mcpServers: entries }));
  put('.vscode/mcp.json', `{"servers": {"${word('broken')}": {`);
  put('package.json', JSON.stringify({ name: word('package'), scripts: { [word('test')]: word('vitest') } }));
  put(`src/${word('auth')}.ts`, 'export const a = 1;\n');
  put(`src/${kept}.ts`, 'export const b = 1;\n');
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: root, env: { PATH: process.env['PATH'] ?? '', HOME: home.path } });
  git('init', '-q', '-b', word('branch').replaceAll(/[\u0000-\u0020\u007F~^:?*[\\]/g, ''));
  git('add', '-A');
  git('-c', 'user.name=n', '-c', 'user.email=e@example.org', 'commit', '-qm', word('message'));
  put(`src/${word('auth')}.ts`, 'export const a = 2;\n');
  return { home, root, put };
}

it('no answer of any tool holds what nobody sees, in its text or its record', async () => {
  const { home, root, put } = hostileProject();
  const client = await connected({
    args: ['mcp', '--stdio', '--workspace', root],
    home: home.path,
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', SVC_MCP_INTELLIGENCE_SURFACE: 'full' },
  });
  const file = `src/${word('auth')}.ts`;
  const text = word(`the login of ${kept} fails`);
  const calls: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ['check', { mode: 'health' }],
    ['snap_learn', { trigger: text, action: text, source: text }],
    ['snap_violation', { type: text, file, description: text, reason: text, prevention: text }],
    ['snap_violation', { type: text, file, description: text, reason: text, prevention: text }],
    ['intelligence.capture', { event: 'error', text, trigger: text, files: [file], evidence: text }],
    ['advise', { task: text, files: [file], intent: text }],
    ['guide', { task: text, files: [file] }],
    ['snap', { mode: 'start', task: text, files: [file], keywords: [text], intent: text }],
    ['snap', { mode: 'context' }],
    ['snap', { mode: 'check', files: [file] }],
    ['pulse', {}],
    ['snap_end', { outcome: 'completed', learnings: [text], notes: text }],
    ['snap', { mode: text }],
    ['snap', { [text]: text }],
    ['check', { mode: 'health', files: [`../${file}`] }],
    ['advise', { files: [`../../${file}`] }],
    ['learning_gc', { action: 'preview' }],
    ['svc_query_patterns', { query: text }],
    ['svc_get_context', { files: [file] }],
    ['svc_get_risk_score', { files: [file] }],
    ['svc_suggest_rollback', { reason: text, files: [file], includeAnalysis: true }],
    ['svc_validate_change', { files: [{ path: file, content: `${text}\n` }], context: { intent: text } }],
    ['intelligence.patterns', {}],
    ['intelligence.insights', {}],
    ['intelligence.explain', { id: text }],
    ['intelligence.outcome', { id: text, outcome: 'helped' }],
  ];
  const answers: string[] = [];
  for (const [name, input] of calls)
    for (const compact of [false, true]) {
      if (name === 'pulse') put(file, `${answers.length}\n`);
      const result = await client.callTool({ name, arguments: { ...input, compact } });
      answers.push(JSON.stringify(result));
      const strings: string[] = [];
      JSON.parse(JSON.stringify(result), (key, value: unknown) => {
        strings.push(key, ...(typeof value === 'string' ? [value] : []));
        return value;
      });
      expect([name, strings.flatMap(hiddenIn)]).toEqual([name, []]);
    }
  await expect(client.callTool({ name: word('no tool') })).rejects.toSatisfy(
    (error) => error instanceof Error && !hidesText(error.message),
  );
  // It was all there: names, arguments, files, branches and what was learned.
  const said = answers.join('\n');
  for (const name of ['server', '--argument', 'missing', 'src/auth', 'the login of']) expect(said).toContain(name);
  expect(said).toContain(kept);
});

it('no screen of the command line holds what nobody sees, as text or as JSON', async () => {
  const { home, root } = hostileProject();
  const run = (...args: readonly string[]) => home.run(args, { cwd: root, env: { PATH: process.env['PATH'] ?? '' } });
  const screens: (readonly string[])[] = [
    ['mcp', 'scan'],
    ['mcp', 'scan', '--json'],
    ...['text', 'json', 'sarif', 'github'].map((format) => ['mcp', 'validate', '--cursor', '--probe', '--format', format]),
    ['mcp', 'validate'],
    ['doctor'],
    ['doctor', '--json'],
    ['mcp', 'sync', '--from', 'cursor', '--dry-run'],
    ['learn', word('when'), word('do')],
    ['learnings', 'list'],
    ['learnings', 'list', '--json'],
    ['task', 'start', word('a task')],
    ['status'],
    ['status', '--json'],
    ['snapshot', 'create', '--message', word('message')],
    ['snapshot', 'list'],
    ['snapshot', 'list', '--json'],
    ['snapshot', word('nothing')],
    ['mcp', 'remove', word('nothing')],
    [word('nothing')],
    ['task', 'end'],
  ];
  for (const screen of screens) {
    const { out, err } = await run(...screen);
    expect([screen, out + err === '', hiddenIn(out), hiddenIn(err)]).toEqual([screen, false, [], []]);
    if (screen.includes('--json')) {
      const strings: string[] = [];
      JSON.parse(out, (key, value: unknown) => {
        strings.push(key, ...(typeof value === 'string' ? [value] : []));
        return value;
      });
      expect([screen, strings.flatMap(hiddenIn)]).toEqual([screen, []]);
    }
  }
}, 120_000);
