import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type CheckFinding, type CheckMode, type CheckReport, runCheck } from '../../../src/checks/index.ts';
import type { Layer } from '../../../src/checks/mode.ts';
import { runMode } from '../../../src/checks/run-check.ts';
import { openWorkbench, type Workbench } from '../../../src/workbench/index.ts';
import { temporaryHome } from '../../support/temporary-home.ts';
import { gitOnce } from '../../support/git-once.ts';

type CheckRequest = Parameters<typeof runCheck>[1];

export interface LayerRun {
  readonly skipped: string | undefined;
  readonly findings: readonly CheckFinding[];
  readonly lines: readonly string[];
}

export interface CheckedWorkspace {
  readonly bench: Workbench;
  check(mode: CheckMode, request?: CheckRequest): Promise<CheckReport>;
  /** Runs a layer by itself. */
  run(layer: Layer, request?: CheckRequest): Promise<LayerRun>;
  put(name: string, content: string | Uint8Array): string;
  at(...names: readonly string[]): string;
  text(name: string): string;
  git(...args: readonly string[]): string;
  /** Gives a file, or each file below a directory, this age in seconds. */
  age(name: string, seconds: number): void;
}

/** A workspace of a directory of fixtures and of texts; with git, they are its one commit. */
export async function checkedWorkspace(
  fixture: string | undefined,
  texts: Readonly<Record<string, string>> = {},
  { hasGit = false, isApproved = false } = {},
): Promise<CheckedWorkspace> {
  const home = temporaryHome({ inMemory: true });
  const root = home.at('project');
  mkdirSync(root);
  if (fixture !== undefined) cpSync(join(import.meta.dirname, '../../fixtures', fixture), root, { recursive: true });
  for (const [name, content] of Object.entries(texts)) home.put(`project/${name}`, content);
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
      cwd: root,
      env: { PATH: process.env['PATH'], HOME: home.path, GIT_CONFIG_NOSYSTEM: '1' },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  if (hasGit) {
    const commands = [
      ['init', '-q', '-b', 'main'],
      ['add', '-A'],
      ['commit', '-q', '--allow-empty', '-m', 'start'],
    ];
    gitOnce(root, commands, git);
  }
  const system = { ...home.run(), env: { ...home.system.env, PATH: process.env['PATH'] } };
  if (isApproved) {
    mkdirSync(system.own.config, { recursive: true });
    writeFileSync(join(system.own.config, 'settings.json'), '{"checks":{"run":"always"}}');
  }
  const bench = await openWorkbench(system, root, { owner: { kind: 'shell' }, watch: false });
  onTestFinished(() => bench.close());
  const context = {
    system,
    namedWorkspace: undefined,
    workbench: () => Promise.resolve(bench),
    about: { version: '0.0.0', node: process.version, program: { node: process.execPath, file: 'main.js', version: '0.0.0' } },
    signal: new AbortController().signal,
  };
  return {
    bench,
    git,
    put: (name, content) => home.put(`project/${name}`, content),
    at: (...names) => home.at('project', ...names),
    text: (name) => home.text(`project/${name}`),
    age: (name, seconds) => setAge(join(root, name), Date.now() / 1000 - seconds),
    check: async (mode, request = {}) => runCheck(mode, request, context),
    async run(layer, request = {}) {
      const mode = { id: 'coverage', summary: 'a layer by itself', limits: [], layers: [layer] } as const;
      const { layers, findings, lines } = await runMode(mode, request, context, 60_000);
      const [{ state, reason } = { state: 'skipped' as const }] = layers;
      return { skipped: state === 'passed' ? undefined : reason, findings, lines: lines.map(String) };
    },
  };
}

function setAge(path: string, seconds: number): void {
  utimesSync(path, seconds, seconds);
  try {
    for (const name of readdirSync(path)) setAge(join(path, name), seconds);
  } catch (error) {
    // A file has no names in it.
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ENOTDIR') throw error;
  }
}
