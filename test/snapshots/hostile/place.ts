import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where one hostile case is played. Paths below the workspace are latin1, one character a byte. */
export interface Place {
  /** Of the person whose workspace it is, with their `.gitconfig`. */
  readonly home: string;
  readonly root: string;
  /** A directory beside the workspace that nobody may touch. */
  readonly outside: string;
  /** What the engine keeps. */
  readonly store: string;
  /** What every program sees, the engine too. */
  readonly environment: Record<string, string>;
  /** Added to the clock of engines that take one, in milliseconds. */
  clockShift: number;
  at(path: string): Buffer;
  /** Writes a file in place, with the directories around it. */
  put(path: string, content: string | Uint8Array, mode?: number): void;
  remove(path: string): void;
  move(from: string, to: string): void;
  link(path: string, target: string): void;
  directory(path: string, mode?: number): void;
  mode(path: string, mode: number): void;
  /** Seconds. */
  time(path: string, seconds: number): void;
  text(path: string): string;
  has(path: string): boolean;
  /** The person's own git, in the workspace. Answers what it prints. */
  git(...args: readonly string[]): string;
  /** In another directory below the workspace. */
  gitIn(path: string, ...args: readonly string[]): string;
  run(command: string, ...args: readonly string[]): void;
  /** A line of the person's git configuration. */
  configure(key: string, value: string): void;
  end(): void;
}

/** On a disk in memory where there is one. */
export function newPlace(): Place {
  const base = realpathSync(mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'snap-hostile-')));
  const home = join(base, 'home');
  const root = join(home, 'work');
  const outside = join(base, 'outside');
  const store = join(base, 'store');
  for (const directory of [home, root, outside, store]) mkdirSync(directory);
  writeFileSync(join(outside, 'untouched.txt'), 'of somebody else\n');
  const environment: Record<string, string> = {
    HOME: home,
    PATH: process.env['PATH'] ?? '',
    LANG: 'C.UTF-8',
    GIT_CONFIG_NOSYSTEM: '1',
  };
  writeFileSync(join(home, '.gitconfig'), '[user]\n\tname = Mara\n\temail = mara@example.com\n[init]\n\tdefaultBranch = main\n');
  const at = (path: string) => Buffer.concat([Buffer.from(`${root}/`), Buffer.from(path, 'latin1')]);
  const runIn = (directory: string | Buffer, command: string, args: readonly string[]): string =>
    execFileSync(command, [...args], {
      cwd: directory.toString(),
      // A leak into the engine must not lead the person's own commands astray.
      env: Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('GIT_') || name === 'GIT_CONFIG_NOSYSTEM')),
      encoding: 'latin1',
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 20_000,
    });
  const place: Place = {
    home,
    root,
    outside,
    store,
    environment,
    clockShift: 0,
    at,
    put(path, content, mode) {
      const above = path.lastIndexOf('/');
      if (above > 0) mkdirSync(at(path.slice(0, above)), { recursive: true });
      writeFileSync(at(path), typeof content === 'string' ? Buffer.from(content, 'latin1') : content);
      if (mode !== undefined) chmodSync(at(path), mode);
    },
    remove: (path) => rmSync(at(path), { recursive: true, force: true }),
    move: (from, to) => renameSync(at(from), at(to)),
    link: (path, target) => symlinkSync(Buffer.from(target, 'latin1'), at(path)),
    directory(path, mode = 0o755) {
      mkdirSync(at(path), { recursive: true });
      chmodSync(at(path), mode);
    },
    mode: (path, mode) => chmodSync(at(path), mode),
    time: (path, seconds) => utimesSync(at(path), seconds, seconds),
    text: (path) => readFileSync(at(path), 'latin1'),
    has: (path) => lstatSync(at(path), { throwIfNoEntry: false }) !== undefined,
    git: (...args) => runIn(root, 'git', args),
    gitIn: (path, ...args) => runIn(at(path), 'git', args),
    run: (command, ...args) => void runIn(root, command, args),
    configure: (key, value) => void runIn(root, 'git', ['config', '--global', key, value]),
    end() {
      // Paths that are longer than one call takes, and directories that are closed.
      if (existsSync(base)) spawnSync('chmod', ['-R', 'u+rwX', base]);
      spawnSync('rm', ['-rf', base]);
    },
  };
  return place;
}

/** A repository with a few files, all committed. */
export function committed(place: Place, files: Readonly<Record<string, string>> = usual): void {
  place.git('init', '-q');
  for (const [path, text] of Object.entries(files)) place.put(path, text);
  place.git('add', '-A');
  place.git('commit', '-q', '-m', 'first');
}

export const usual = {
  'README.md': '# A project\n',
  'src/main.ts': "import { one } from './one.ts';\n\nconsole.log(one);\n",
  'src/one.ts': 'export const one = 1;\n',
  '.gitignore': '.env\nresults/\nnode_modules/\n',
} as const;
