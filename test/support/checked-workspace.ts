import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { approve, listPrograms, runCheck, type CheckMode, type CheckReport, type CheckRequest } from '../../src/checks/index.ts';
import { nodeSystem } from '../../src/system/node.ts';
import { writableSystem } from '../../src/system/writable.ts';
import { openWorkbench } from '../../src/workbench/index.ts';
import { gitOnce } from './git-once.ts';
import { temporaryHome, type TemporaryHome } from './temporary-home.ts';

/** A workspace on the real disk, and checks of it as a server would run them. */
export interface CheckedWorkspace {
  readonly home: TemporaryHome;
  readonly root: string;
  /** Writes a file of the workspace. */
  put(name: string, text: string): void;
  /** Puts one of snap's own development tools into its node_modules, as an installation would. */
  install(...packages: readonly string[]): void;
  /** The same from any directory. */
  installFrom(directory: string, name: string): void;
  remove(name: string): void;
  /** Makes it a git repository with one commit of all that is there. */
  commit(): void;
  /** What the person does with `snap trust`. */
  approve(): Promise<void>;
  /** What that command lists. */
  programs(): ReturnType<typeof listPrograms>;
  check(mode: CheckMode, request?: CheckRequest, signal?: AbortSignal): Promise<CheckReport>;
}

const repository = join(import.meta.dirname, '../..');

/** @param env variables beside HOME; PATH is that of the test without them. */
export function checkedWorkspace(files: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}): CheckedWorkspace {
  const home = temporaryHome();
  const root = home.at('project');
  home.put('project/.keep', '');
  const put = (name: string, text: string): void => void home.put(`project/${name}`, text);
  for (const [name, text] of Object.entries(files)) put(name, text);
  const installFrom = (directory: string, name: string): void => {
    home.put(`project/node_modules/${dirname(name)}/.keep`, '');
    symlinkSync(directory, join(root, 'node_modules', name));
  };
  const variables = { HOME: home.path, PATH: process.env['PATH'] ?? '', SNAP_DATA_DIR: home.at('.snap-mcp'), SNAP_DAEMON: 'off', ...env };
  const system = writableSystem(nodeSystem({ home: home.path, cwd: root, env: variables }));
  const bench = openWorkbench(system, root, { owner: { kind: 'shell' }, watch: false });
  onTestFinished(async () => (await bench).close());
  return {
    home,
    root,
    put,
    install(...packages) {
      for (const name of packages) installFrom(join(repository, 'node_modules', name), name);
    },
    installFrom,
    remove: (name) => rmSync(join(root, name)),
    commit() {
      const git = (...args: readonly string[]): void =>
        void execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: root, stdio: 'ignore' });
      gitOnce(
        root,
        [
          ['init', '-q'],
          ['add', '-A', '-f'],
          ['commit', '-qm', 'x'],
        ],
        git,
      );
    },
    async approve() {
      const opened = await bench;
      await approve(opened, await listPrograms(opened));
    },
    programs: async () => listPrograms(await bench),
    check: (mode, request = {}, signal = new AbortController().signal) =>
      runCheck(mode, request, {
        system,
        namedWorkspace: root,
        workbench: () => bench,
        about: { version: '0.1.0', node: process.versions.node, program: { kind: 'program', version: '0.1.0' } as never },
        signal,
      }),
  };
}

/** The layers of a report, as `name: state: reason`. */
export function layersOf({ layers }: CheckReport): readonly string[] {
  return layers.map(({ name, reason, state }) => [name, state, ...(reason === undefined ? [] : [reason])].join(': '));
}

/** The findings of a report, as `file:line rule`. */
export function placesOf({ findings }: CheckReport): readonly string[] {
  return findings.map(({ file, line, rule }) => `${file ?? ''}:${line ?? ''} ${rule}`);
}

/** Every file and directory, to see that a check changed none. */
export function filesBelow(root: string): readonly string[] {
  const names: readonly string[] = readdirSync(root, { recursive: true, encoding: 'utf8' });
  return names.toSorted((a, b) => (a < b ? -1 : 1));
}
