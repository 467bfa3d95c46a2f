import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { answerText, type ToolAnswer, type ToolContext } from '../../src/server/tool.ts';
import { tools } from '../../src/server/tools/index.ts';
import { openWorkbench, type Workbench } from '../../src/workbench/workbench.ts';
import { nodeSystem } from '../../src/system/node.ts';
import { writableSystem } from '../../src/system/writable.ts';
import { gitOnce } from '../support/git-once.ts';
import { temporaryHome, type TemporaryHome } from '../support/temporary-home.ts';

/** A workspace in a temporary home and tools that work in it, as one connection of a client has them. */
export interface ToolRun {
  readonly home: TemporaryHome;
  readonly workbench: Workbench;
  answer(name: string, input?: object): Promise<ToolAnswer>;
  /** The text of an answer, whole or only line 1. */
  call(name: string, input?: object): Promise<string>;
  record(name: string, input?: object): Promise<Readonly<Record<string, unknown>>>;
  put(name: string, content: string): void;
  git(...args: readonly string[]): void;
  /** The files of stores that there are by now. */
  stored(): readonly string[];
  /** The same with another workbench: for parts of it that a test has made. */
  with(workbench: Workbench): Pick<ToolRun, 'answer' | 'call' | 'record'>;
  /** The same workspace for another connection; `isDead`: as if the process of the first had ended. */
  again(options?: { readonly isDead: boolean }): Promise<ToolRun>;
}

export async function toolRun(files: Readonly<Record<string, string>> = { 'package.json': '{}' }, { git = true } = {}): Promise<ToolRun> {
  const home = temporaryHome();
  for (const [name, content] of Object.entries(files)) home.put(`shop/${name}`, content);
  if (git) {
    const commands = [
      ['init', '-q', '-b', 'main'],
      ['config', 'user.name', 'a'],
      ['config', 'user.email', 'a@example.com'],
      ['add', '.'],
      ['commit', '-q', '-m', 'one'],
    ];
    gitOnce(home.at('shop'), commands, (...args) => gitIn(home, ...args));
  }
  return connected(home, 'first');
}

function gitIn(home: TemporaryHome, ...args: readonly string[]): void {
  execFileSync('git', args, { cwd: home.at('shop'), env: { HOME: home.path, PATH: process.env['PATH'] } });
}

async function connected(home: TemporaryHome, nonce: string): Promise<ToolRun> {
  // With a PATH: git is a part of these tests.
  const env = { HOME: home.path, SNAP_DATA_DIR: home.at('.snap-mcp'), PATH: process.env['PATH'] ?? '' };
  const real = writableSystem(nodeSystem({ home: home.path, cwd: home.path, env }));
  const system = { ...real, hasEnded: async () => dead.has(home.path) };
  const owner = { kind: 'connection', run: real.run, nonce, client: 'test-client' } as const;
  const workbench = await openWorkbench(system, home.at('shop'), { owner, watch: false });
  onTestFinished(() => workbench.close());
  const answer = (name: string, input: object, bench: Workbench = workbench) => {
    const context: ToolContext = {
      system,
      about: { version: '0.1.0', node: process.version, program: { file: '/nowhere/main.js', node: process.execPath, version: '0.1.0' } },
      caller: { tool: name, client: 'test-client' },
      workbench: async () => bench,
      namedWorkspace: undefined,
      signal: new AbortController().signal,
      progress: () => undefined,
    };
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) throw new Error(`No tool ${name}`);
    return tool.answer(input, context);
  };
  return {
    home,
    workbench,
    answer: (name, input = {}) => answer(name, input),
    call: async (name, input = {}) => answerText(await answer(name, input), 'compact' in input && input.compact === true),
    record: async (name, input = {}) => (await answer(name, input)).record,
    with: (bench) => ({
      answer: (name, input = {}) => answer(name, input, bench),
      call: async (name, input = {}) => answerText(await answer(name, input, bench), false),
      record: async (name, input = {}) => (await answer(name, input, bench)).record,
    }),
    put: (name, content) => void home.put(`shop/${name}`, content),
    git: (...args) => gitIn(home, ...args),
    stored: () => (existsSync(home.at('.snap-mcp')) ? home.ownTree().filter((name) => name.endsWith('.jsonl')) : []),
    again({ isDead } = { isDead: false }) {
      if (isDead) dead.add(home.path);
      return connected(home, 'second');
    },
  };
}

/** Homes whose first connection is over. */
const dead = new Set<string>();
