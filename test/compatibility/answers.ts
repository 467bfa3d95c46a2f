import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { builtProgram } from '../support/built-program.ts';
import { removeTree } from '../support/processes.ts';
import { runSnap } from '../support/program-home.ts';
import { homeFiles, projectFiles, steps, type Step } from './requests.ts';

/** What a request was answered: `exit` of a command, the first line of a tool's text, and the value behind it. */
export interface Recorded {
  readonly request: string;
  readonly exit?: number;
  readonly line?: string;
  readonly isError?: boolean;
  readonly value?: unknown;
}

/** A home and a project that are the same each time, with the first `count` steps done in it; what differs from run to run is replaced by a word. */
export async function recordAnswers(count = steps.length): Promise<readonly Recorded[]> {
  const place = await openPlace();
  try {
    const answers: Recorded[] = [];
    for (const step of steps.slice(0, count)) {
      const answer = await place.answer(step);
      if (answer !== undefined) answers.push(answer);
    }
    return answers;
  } finally {
    await place.close();
  }
}

async function openPlace() {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'snap-recorded-')));
  const project = join(home, 'project');
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  };
  for (const [path, text] of Object.entries(homeFiles)) put(path, text);
  for (const [path, text] of Object.entries(projectFiles)) put(`project/${path}`, text);
  // Started programs keep their compiled code there, sooner or later.
  mkdirSync(join(home, '.snap-data/cache'), { recursive: true, mode: 0o700 });
  // git and nothing else: what else the machine has would be in the answers.
  mkdirSync(join(home, 'bin'));
  symlinkSync(execFileSync('/bin/sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim(), join(home, 'bin/git'));
  const env = {
    HOME: home,
    PATH: join(home, 'bin'),
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    SNAP_DAEMON: 'off',
    SNAP_DATA_DIR: join(home, '.snap-data'),
  };
  const git = (...args: readonly string[]): void => {
    const dates = { GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z', GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z' };
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: project, env: { ...env, ...dates } });
  };
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'First');
  const client = new Client({ name: 'test', version: '1.0.0' });
  const args = [builtProgram(), 'mcp', '--stdio', '--workspace', project];
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args,
      cwd: project,
      env: { ...env, SVC_MCP_INTELLIGENCE_SURFACE: 'full' },
      stderr: 'inherit',
    }),
  );
  const { plain, text: withoutChance } = normaliser(home);
  return {
    async answer(step: Step): Promise<Recorded | undefined> {
      switch (step.kind) {
        case 'write':
          put(step.path, step.text);
          return undefined;
        case 'commit':
          git('add', '-A');
          git('commit', '-q', '-m', step.message);
          return undefined;
        case 'command': {
          const { code, out } = await runSnap(step.args, { cwd: project, env });
          return { request: `snap ${step.args.join(' ')}`, exit: code, value: plain(parsed(out)) };
        }
        case 'tool': {
          const request = `${step.name} ${JSON.stringify(step.input)}`;
          const answer = await client
            .callTool({ name: step.name, arguments: step.input })
            .catch((error: unknown) => ({ refused: String(error) }));
          if ('refused' in answer) return { request, isError: true };
          const [first] = Array.isArray(answer.content) ? answer.content : [];
          const text = String(first?.text);
          return {
            request,
            isError: answer.isError === true,
            line: withoutChance(text.split('\n', 1)[0] ?? ''),
            ...(answer.structuredContent === undefined ? {} : { value: plain(answer.structuredContent) }),
          };
        }
      }
    },
    async close(): Promise<void> {
      await client.close();
      removeTree(home);
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Text for people may be worded anew; what is for programs is JSON.
    return undefined;
  }
}

/** Values without what differs from run to run: places, times, durations, ids made by chance. Ids keep which of them are the same. */
function normaliser(home: string) {
  const ids = new Map<string, string>();
  const idOf = (id: string, kind: string): string => {
    const known = ids.get(id);
    if (known !== undefined) return known;
    const name = `${kind}_<${ids.size + 1}>`;
    ids.set(id, name);
    return name;
  };
  const text = (value: string): string =>
    value
      .replaceAll(builtProgram(), '<program>')
      .replaceAll(process.execPath, '<node>')
      .replaceAll(home, '<home>')
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '<time>')
      .replaceAll(/\b(snap|task|viol|call|sess)_(\d+_)?[0-9a-z]{5,}\b/g, (id, kind: string) => idOf(id, kind))
      .replaceAll(/\b[0-9a-f]{40,64}\b|\bp-[0-9a-f]{12}\b|\bproject-[0-9a-f]{12}\b/g, '<hash>')
      // The path of the program is in the files, so columns behind it differ.
      .replaceAll(/\b(\d+):\d+\b/g, '$1:<column>')
      // The last item of a wire line of an error is a sentence.
      .replace(/^(snap\|!\|[^|]*\|).*/, '$1<sentence>')
      .replaceAll(/\b\d+(?:\.\d+)? ?(?:ms|s)\b/g, '<duration>');
  const plain = (value: unknown, key = ''): unknown => {
    // What could not be found out in time differs with the machine.
    if (key === 'limits') return '<limits>';
    if (key === 'hint') return '<sentence>';
    // A sentence for people may be worded anew; what programs read is ids, words and numbers.
    if (typeof value === 'string') return value.split(' ').length > 3 ? '<sentence>' : text(value);
    if (Array.isArray(value)) return value.map((one) => plain(one));
    if (typeof value === 'number' && /ms$|at$|pid|seconds|bytes|time|limit|column/i.test(key)) return '<number>';
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [text(name), plain(one, name)]));
  };
  return { plain: (value: unknown) => plain(value), text };
}
