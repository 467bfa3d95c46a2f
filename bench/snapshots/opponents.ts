// How other assistants take and restore snapshots: their own git commands in their order, without the program around them, which makes
// each a lower bound of what its users wait for. From the sources of August and September 2026.
import { execFile, type ExecFileException } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where an engine works. */
export interface OpponentPlace {
  readonly root: string;
  readonly home: string;
  /** Of this engine alone. */
  readonly store: string;
  readonly environment: Readonly<Record<string, string>>;
}

export interface Opponent {
  /** Once per workspace, before the first snapshot. */
  prepare(): Promise<void>;
  take(): Promise<string>;
  /** Without paths: all. */
  restore(id: string, paths?: readonly string[]): Promise<void>;
  undo(): Promise<boolean>;
  diesMidway(): void;
  /** Of what it keeps; of an engine that works in the person's repository that one. */
  readonly stores: readonly string[];
}

export interface OpponentMaker {
  readonly name: string;
  /** Whether its first snapshot reads every file. */
  readonly readsAll: boolean;
  open(place: OpponentPlace): Opponent;
}

type Git = (
  args: readonly string[],
  more?: { readonly env?: Record<string, string>; readonly input?: string; readonly mayFail?: boolean },
) => Promise<string>;

/** Paths are latin1, one character a byte, as the output of git is here. */
function gitIn({ root, environment }: OpponentPlace, own: Record<string, string> = {}): Git {
  return (args, { env = {}, input, mayFail = false } = {}) =>
    new Promise((done, fail) => {
      const options = {
        cwd: root,
        env: { ...environment, ...own, ...env },
        encoding: 'latin1',
        maxBuffer: 1 << 30,
        timeout: 600_000,
      } as const;
      const child = execFile('git', [...args], options, (error: ExecFileException | null, stdout, stderr) => {
        if (error === null || (mayFail && typeof error.code === 'number')) done(stdout.trimEnd());
        else fail(new Error(`git ${args.slice(0, 4).join(' ')}: ${stderr.trim().split('\n').at(-1) || error.message}`));
      });
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(Buffer.from(input ?? '', 'latin1'));
    });
}

const nul = (paths: readonly string[]): string => paths.map((path) => `${path}\0`).join('');
const fromInput = ['--pathspec-from-file=-', '--pathspec-file-nul'];
const literal = (path: string): string => `:(top,literal)${path}`;

/** A shadow repository with a configuration of its own; commits. */
const gemini: OpponentMaker = {
  name: 'Gemini CLI',
  readsAll: true,
  open(place) {
    const directory = join(place.store, '.git');
    const config = { GIT_CONFIG_GLOBAL: join(place.store, '.gitconfig'), GIT_CONFIG_SYSTEM: join(place.store, '.gitconfig_system_empty') };
    const git = gitIn(place, { GIT_DIR: directory, GIT_WORK_TREE: place.root, ...config });
    return {
      stores: [place.store],
      async prepare() {
        const identity = '[user]\n  name = Gemini CLI\n  email = gemini-cli@google.com\n[commit]\n  gpgsign = false\n';
        writeFileSync(config.GIT_CONFIG_GLOBAL, identity);
        writeFileSync(config.GIT_CONFIG_SYSTEM, '');
        const setUp = gitIn({ ...place, root: place.store }, config);
        await setUp(['init', '--initial-branch', 'main']);
        await setUp(['commit', '-m', 'Initial commit', '--allow-empty']);
        // The ignore rules stand in the work tree as well.
        const ignore = join(place.root, '.gitignore');
        if (existsSync(ignore)) copyFileSync(ignore, join(place.store, '.gitignore'));
      },
      async take() {
        await git(['add', '.']);
        const status = await git(['status', '--porcelain', '-b', '-u', '--null']);
        if (status.split('\0').filter((line) => line !== '' && !line.startsWith('##')).length > 0) {
          await git(['commit', '-m', 'snapshot', '--no-verify']);
        }
        return git(['rev-parse', 'HEAD']);
      },
      async restore(id, paths = ['.']) {
        await git(['restore', '--source', id, ...fromInput], { input: nul(paths) });
        await git(['clean', '-f', '-d', ...(paths[0] === '.' ? [] : ['--', ...paths])]);
      },
      undo: async () => false,
      diesMidway: () => writeFileSync(join(directory, 'index.lock'), ''),
    };
  },
};

/** What Roo Code leaves out, in so far as a case or a tree here has it. */
const rooExcludes = [
  '.git/',
  '.gradle/',
  '.idea/',
  '.parcel-cache/',
  '.pytest_cache/',
  '.next/',
  '.nuxt/',
  '.sass-cache/',
  '.terraform/',
  '.vs/',
  '.vscode/',
  'Pods/',
  '__pycache__/',
  'bin/',
  'build/',
  'bundle/',
  'coverage/',
  'deps/',
  'dist/',
  'env/',
  'node_modules/',
  'obj/',
  'out/',
  'pkg/',
  'pycache/',
  'target/dependency/',
  'temp/',
  'vendor/',
  'venv/',
  '*.jpg',
  '*.jpeg',
  '*.png',
  '*.gif',
  '*.bmp',
  '*.ico',
  '*.mp3',
  '*.mp4',
  '*.mov',
  '*.wav',
  '*.webm',
  '*.webp',
  '*.swf',
  '*.DS_Store',
  '*.bak',
  '*.cache',
  '*.crdownload',
  '*.dmp',
  '*.dump',
  '*.eml',
  '*.lock',
  '*.log',
  '*.old',
  '*.part',
  '*.partial',
  '*.pyc',
  '*.pyo',
  '*.stackdump',
  '*.swo',
  '*.swp',
  '*.temp',
  '*.tmp',
  '*.Thumbs.db',
  '*.env*',
  '*.local',
  '*.development',
  '*.production',
  '*.zip',
  '*.tar',
  '*.gz',
  '*.rar',
  '*.7z',
  '*.iso',
  '*.bin',
  '*.exe',
  '*.dll',
  '*.so',
  '*.dylib',
  '*.dat',
  '*.dmg',
  '*.msi',
  '*.arrow',
  '*.accdb',
  '*.aof',
  '*.avro',
  '*.bson',
  '*.csv',
  '*.db',
  '*.dbf',
  '*.frm',
  '*.ibd',
  '*.mdb',
  '*.myd',
  '*.myi',
  '*.orc',
  '*.parquet',
  '*.pdb',
  '*.rdb',
  '*.sql',
  '*.sqlite',
  '*.shp',
  '*.shx',
  '*.sbn',
  '*.sbx',
  '*.gdb',
  '*.gpkg',
  '*.kmz',
  '*.dem',
  '*.img',
  '*.ecw',
  '*.las',
  '*.laz',
  '*.mxd',
  '*.qgs',
  '*.grd',
  '*.dwg',
  '*.dxf',
];

/** A shadow repository per task, with the person's configuration; commits. */
const roo: OpponentMaker = {
  name: 'Roo Code',
  readsAll: true,
  open(place) {
    const directory = join(place.store, '.git');
    // The commands run in the directory of the checkpoints; core.worktree leads to the workspace.
    const git = gitIn({ ...place, root: place.store });
    const stage = () => git(['add', '.'], { mayFail: true });
    return {
      stores: [place.store],
      async prepare() {
        // It looks for repositories in the workspace by their .git/HEAD and switches itself off.
        const found = await new Promise<string>((done) => {
          execFile('find', ['.', '-mindepth', '3', '-path', '*/.git/HEAD', '-not', '-path', './.git/*'], { cwd: place.root }, (_, out) =>
            done(out.trim()),
          );
        });
        if (found !== '') throw new Error(`nested repository: ${found.split('\n')[0]}`);
        await git(['init', '--template=']);
        await git(['config', 'core.worktree', place.root]);
        await git(['config', 'commit.gpgSign', 'false']);
        await git(['config', 'user.name', 'Roo Code']);
        await git(['config', 'user.email', 'noreply@example.com']);
        mkdirSync(join(directory, 'info'), { recursive: true });
        writeFileSync(join(directory, 'info/exclude'), rooExcludes.join('\n'));
      },
      async take() {
        await stage();
        const isFirst =
          !existsSync(join(directory, 'refs/heads')) || (await git(['rev-parse', '-q', '--verify', 'HEAD'], { mayFail: true })) === '';
        await git(['commit', '-m', 'checkpoint', ...(isFirst ? ['--allow-empty'] : [])], { mayFail: !isFirst });
        return git(['rev-parse', 'HEAD']);
      },
      // It has no restore of single paths.
      async restore(id) {
        await git(['clean', '-f', '-d', '-f']);
        await git(['reset', '--hard', id]);
      },
      undo: async () => false,
      diesMidway: () => writeFileSync(join(directory, 'index.lock'), ''),
    };
  },
};

const untouchedLine = ['-c', 'core.autocrlf=false', '-c', 'core.longpaths=true', '-c', 'core.symlinks=true'];
const unquoted = [...untouchedLine, '-c', 'core.quotepath=false'];
const largest = 2 * 1024 * 1024;

/** A shadow repository seeded from the person's index and objects; trees without commits. */
const opencode: OpponentMaker = {
  name: 'opencode, seeded',
  readsAll: false,
  open(place) {
    const directory = place.store;
    const users = gitIn(place);
    const at = ['--git-dir', directory, '--work-tree', place.root];
    let last: string | undefined;
    const writeExclude = async (large: readonly string[]): Promise<void> => {
      const file = await users(['rev-parse', '--path-format=absolute', '--git-path', 'info/exclude']);
      const text = existsSync(file) ? readFileSync(file, 'utf8').trimEnd() : '';
      mkdirSync(join(directory, 'info'), { recursive: true });
      writeFileSync(join(directory, 'info/exclude'), `${[text, ...large.map((path) => `/${path}`)].join('\n')}\n`);
    };
    const add = async (): Promise<void> => {
      await writeExclude([]);
      const [changed, others] = await Promise.all([
        users([...unquoted, ...at, 'diff-files', '--name-only', '-z', '--', '.']),
        users([...unquoted, ...at, 'ls-files', '--full-name', '--others', '--exclude-standard', '-z', '--', '.']),
      ]);
      const untracked = others.split('\0').filter(Boolean);
      const all = [...new Set([...changed.split('\0').filter(Boolean), ...untracked])];
      if (all.length === 0) return;
      const check = [
        ...unquoted,
        '--git-dir',
        join(place.root, '.git'),
        '--work-tree',
        place.root,
        'check-ignore',
        '--no-index',
        '--stdin',
        '-z',
      ];
      const ignored = new Set((await users(check, { input: nul(all), mayFail: true })).split('\0').filter(Boolean));
      if (ignored.size > 0) {
        const drop = ['rm', '--cached', '-f', '--ignore-unmatch', ...fromInput];
        await users([...untouchedLine, ...at, ...drop], { input: nul([...ignored].map(literal)), mayFail: true });
      }
      const allowed = all.filter((path) => !ignored.has(path));
      const large = new Set(allowed.filter((path) => sizeOf(place.root, path) > largest));
      const blocked = new Set(untracked.filter((path) => large.has(path)));
      await writeExclude([...blocked]);
      const staged = allowed.filter((path) => !blocked.has(path)).map(literal);
      // A failure is logged and nothing else.
      if (staged.length > 0)
        await users([...untouchedLine, ...at, 'add', '--all', '--sparse', ...fromInput], { input: nul(staged), mayFail: true });
    };
    const take = async (): Promise<string> => {
      await add();
      return users([...at, 'write-tree']);
    };
    return {
      stores: [place.store],
      async prepare() {
        if (!existsSync(join(place.root, '.git'))) throw new Error('no repository, so the feature is off');
        await users(['init'], { env: { GIT_DIR: directory, GIT_WORK_TREE: place.root } });
        for (const [key, value] of [
          ['core.autocrlf', 'false'],
          ['core.longpaths', 'true'],
          ['core.symlinks', 'true'],
          ['core.fsmonitor', 'false'],
          ['feature.manyFiles', 'true'],
          ['index.version', '4'],
          ['index.threads', 'true'],
          ['core.untrackedCache', 'true'],
        ] as const) {
          await users(['--git-dir', directory, 'config', key, value]);
        }
        await seed(users, directory);
      },
      take,
      async restore(id, paths) {
        // What its users can undo: the state is taken before a revert.
        last = await take();
        if (paths === undefined) {
          const changed = await users([...unquoted, ...at, 'diff', '--name-only', '-z', id, '--', '.']);
          if (changed === '') return;
          await users([...untouchedLine.slice(2), ...at, 'read-tree', id]);
          await users([...untouchedLine.slice(2), ...at, 'checkout-index', '-a', '-f']);
          return;
        }
        for (let i = 0; i < paths.length; i += 100) {
          const some = paths.slice(i, i + 100);
          const has = new Set((await users([...untouchedLine.slice(2), ...at, 'ls-tree', '--name-only', id, '--', ...some])).split('\n'));
          const held = some.filter((path) => has.has(path));
          if (held.length > 0) await users([...untouchedLine.slice(2), ...at, 'checkout', id, '--', ...held]);
          for (const path of some) if (!has.has(path)) rmSync(join(place.root, path), { force: true });
        }
      },
      async undo() {
        if (last === undefined) return false;
        const id = last;
        await users([...untouchedLine.slice(2), ...at, 'read-tree', id]);
        await users([...untouchedLine.slice(2), ...at, 'checkout-index', '-a', '-f']);
        return true;
      },
      diesMidway: () => writeFileSync(join(directory, 'index.lock'), ''),
    };
  },
};

/** Shares the objects of the person's repository and begins with a copy of its index. */
async function seed(git: Git, directory: string): Promise<void> {
  const source = await git(['rev-parse', '--path-format=absolute', '--git-common-dir']);
  mkdirSync(join(directory, 'objects/info'), { recursive: true });
  writeFileSync(join(directory, 'objects/info/alternates'), `${join(source, 'objects')}\n`);
  if (existsSync(join(source, 'index'))) copyFileSync(join(source, 'index'), join(directory, 'index'));
}

/** The person's own repository: stash commits under private refs. */
const cline: OpponentMaker = {
  name: 'Cline',
  readsAll: false,
  open(place) {
    const git = gitIn(place);
    let count = 0;
    const bases = new Map<string, string>();
    return {
      stores: [join(place.root, '.git')],
      async prepare() {
        if ((await git(['rev-parse', '--is-inside-work-tree'], { mayFail: true })) !== 'true')
          throw new Error('no repository, so there are no checkpoints');
      },
      async take() {
        count += 1;
        const head = await git(['rev-parse', 'HEAD']);
        // When it fails the checkpoint is HEAD.
        const stash = await git(['stash', 'create', `cline checkpoint session=bench run=${count}`], { mayFail: true });
        const others = (await git(['ls-files', '--others', '--exclude-standard', '-z'])).split('\0').filter(Boolean);
        let id = stash === '' ? head : stash;
        if (others.length > 0) {
          const scratch = join(place.store, 'untracked-index');
          rmSync(scratch, { force: true });
          const env = { GIT_INDEX_FILE: scratch };
          await git(['add', '-f', ...fromInput], { env, input: nul(others) });
          const tree = await git(['write-tree'], { env });
          const untracked = await git(['commit-tree', tree, '-m', 'untracked']);
          // Like a stash: what HEAD has, the index, the files that are not tracked. Equal parents would become one.
          const index = stash === '' ? await git(['commit-tree', `${head}^{tree}`, '-p', head, '-m', 'index']) : `${stash}^2`;
          const parts = [`${stash === '' ? head : stash}^{tree}`, '-p', head, '-p', index];
          id = await git(['commit-tree', ...parts, '-p', untracked, '-m', `cline checkpoint session=bench run=${count}`]);
        }
        await git(['update-ref', `refs/cline/checkpoints/bench/${count}`, id]);
        bases.set(id, head);
        return id;
      },
      // It has no restore of single paths.
      async restore(id) {
        const base = bases.get(id) ?? 'HEAD';
        const before = await git(['rev-parse', '-q', '--verify', 'refs/stash'], { mayFail: true });
        await git(['stash', 'push', '-u', '-m', 'before restore']);
        const after = await git(['rev-parse', '-q', '--verify', 'refs/stash'], { mayFail: true });
        await git(['reset', '--hard', base]);
        await git(['clean', '-fd']);
        if (id !== base) await git(['stash', 'apply', id]);
        // The safety copy goes when all went well.
        if (after !== before) await git(['stash', 'drop']);
      },
      undo: async () => false,
      diesMidway: () => writeFileSync(join(place.root, '.git/index.lock'), ''),
    };
  },
};

/** What git can do at its best with such a design; nobody ships it. */
const tuned: OpponentMaker = {
  name: 'git tuned',
  readsAll: false,
  open(place) {
    const directory = join(place.store, 'shadow.git');
    const git = gitIn(place, { GIT_DIR: directory, GIT_WORK_TREE: place.root, GIT_CONFIG_GLOBAL: '/dev/null' });
    let last: string | undefined;
    const take = async (): Promise<string> => {
      await git(['add', '-A', '.']);
      return git(['write-tree']);
    };
    return {
      stores: [place.store],
      async prepare() {
        await gitIn(place, { GIT_CONFIG_GLOBAL: '/dev/null' })(['init', '-q', '--bare', '--template=', directory]);
        const settings = [
          'core.bare false',
          'index.version 4',
          'core.untrackedCache true',
          'core.autocrlf false',
          'core.preloadIndex true',
          'index.threads true',
        ];
        for (const setting of settings) await git(['config', ...setting.split(' ')]);
        if (existsSync(join(place.root, '.git'))) await seed(gitIn(place), directory);
      },
      take,
      async restore(id, paths) {
        last = await take();
        if (paths === undefined) await git(['read-tree', '--reset', '-u', id]);
        else await git(['restore', '--source', id, '--staged', '--worktree', ...fromInput], { input: nul(paths.map(literal)) });
      },
      async undo() {
        if (last === undefined) return false;
        await git(['read-tree', '--reset', '-u', last]);
        return true;
      },
      diesMidway: () => writeFileSync(join(directory, 'index.lock'), ''),
    };
  },
};

export const opponents: readonly OpponentMaker[] = [gemini, roo, opencode, cline, tuned];

function sizeOf(root: string, path: string): number {
  try {
    return statSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from(path, 'latin1')])).size;
  } catch {
    // Gone, or a link that leads nowhere: no size, as with them.
    return 0;
  }
}
