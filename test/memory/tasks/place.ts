import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { SnapError, type WritableSystem } from '../../../src/system/index.ts';
import { openTasks, type Owner, type Tasks, type TasksOptions } from '../../../src/memory/index.ts';
import { openWorkspace, type Workspace } from '../../../src/workspace/index.ts';
import { gitOnce } from '../../support/git-once.ts';
import { homeAt, type TemporaryHome, temporaryHome } from '../../support/temporary-home.ts';

export const exclude = ['node_modules/', '*.log'];

/** Of a place where none can be taken. */
export const noSnapshots: TasksOptions['snapshots'] = async () => {
  throw new SnapError('refused', 'No snapshots here.');
};

/** A workspace `project` in a temporary home, with git or without. */
export interface Place {
  readonly home: TemporaryHome;
  readonly system: WritableSystem;
  readonly workspace: Workspace;
  put(name: string, content: string | Uint8Array): string;
  at(name: string): string;
  git(...args: readonly string[]): string;
  tasks(owner: Owner, options?: Partial<TasksOptions>): Tasks;
}

export async function place(kind: 'git' | 'plain', files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<Place> {
  const home = temporaryHome();
  mkdirSync(home.at('project'));
  for (const [name, content] of Object.entries(files)) home.put(`project/${name}`, content);
  if (kind === 'git') {
    const commands = [
      ['init', '-q', '-b', 'main'],
      ['add', '-A'],
      [...who, 'commit', '-q', '--allow-empty', '-m', 'start'],
    ];
    gitOnce(home.at('project'), commands, (...args) => gitIn(home, args));
  }
  return placeAt(home.path);
}

export async function placeAt(path: string): Promise<Place> {
  const home = homeAt(path);
  // Programs are looked for where the tests find them; everything else of the environment stays out.
  const system = { ...home.run(), env: { ...home.system.env, PATH: process.env['PATH'] } };
  const workspace = await openWorkspace(system, home.at('project'));
  return {
    home,
    system,
    workspace,
    put: (name, content) => home.put(`project/${name}`, content),
    at: (name) => home.at('project', name),
    git: (...args) => gitIn(home, args),
    tasks: (owner, options = {}) => openTasks(system, workspace, { owner, goals: {}, snapshots: noSnapshots, ...options }),
  };
}

const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];

function gitIn(home: TemporaryHome, args: readonly string[]): string {
  const env = { PATH: process.env['PATH'], HOME: home.path, GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('git', [...who, ...args], { cwd: home.at('project'), env, encoding: 'utf8' });
}

/** A connection of this process, which lives; `dead`: of one that is over. */
export function connection(system: WritableSystem, nonce: string, { dead = false } = {}): Owner {
  return { kind: 'connection', run: dead ? { ...system.run, pid: 2 ** 22 - 1, start: '1' } : system.run, nonce };
}
