import { directoryOf, joinPath, nameOf } from '../../../machine/index.ts';
import type { Platform } from '../../../clients/index.ts';
import type { Setup } from '../../setup.ts';
import { pathForMessage, quotedPath } from '../wording.ts';

/**
 * A directory with packages of its own: a virtual environment, an environment of conda or pyenv, the tools of uv and pipx, node_modules.
 * A program of the same name elsewhere does not have these packages, so it cannot take the place of one in here.
 */
export interface PackageEnvironment {
  readonly kind: 'venv' | 'conda' | 'pyenv' | 'poetry' | 'pipenv' | 'uv-tool' | 'pipx' | 'node-modules' | 'interpreter';
  /** In words, without an article. */
  readonly what: string;
  /** The directory itself. */
  readonly root: string;
  /** The name of the environment or tool. */
  readonly name: string;
}

interface Shape {
  readonly kind: PackageEnvironment['kind'];
  readonly what: string;
  /** The first group is the directory. */
  readonly pattern: RegExp;
}

const program = String.raw`[\\/](?:bin|Scripts)[\\/][^\\/]+$`;

/** The first one that matches counts. */
const shapes: readonly Shape[] = [
  // https://docs.astral.sh/uv/concepts/tools/
  { kind: 'uv-tool', what: 'uv tool', pattern: new RegExp(String.raw`^(.*[\\/]uv[\\/](?:data[\\/])?tools[\\/][^\\/]+)${program}`, 'i') },
  // https://pipx.pypa.io/stable/how-pipx-works/
  { kind: 'pipx', what: 'pipx tool', pattern: new RegExp(String.raw`^(.*[\\/]pipx[\\/]venvs[\\/][^\\/]+)${program}`, 'i') },
  {
    kind: 'poetry',
    what: 'virtual environment',
    pattern: new RegExp(String.raw`^(.*[\\/]pypoetry[\\/](?:Cache[\\/])?virtualenvs[\\/][^\\/]+)${program}`, 'i'),
  },
  // https://pipenv.pypa.io/en/latest/virtualenv.html
  {
    kind: 'pipenv',
    what: 'virtual environment',
    pattern: new RegExp(String.raw`^(.*[\\/]\.?virtualenvs[\\/][^\\/]+)${program}`, 'i'),
  },
  // Windows has the interpreter in the environment's own directory.
  {
    kind: 'conda',
    what: 'conda environment',
    pattern: new RegExp(
      String.raw`^(.*(?:conda|mamba|miniforge|mambaforge)[^\\/]*[\\/]envs[\\/][^\\/]+)(?:${program}|[\\/][^\\/]+\.exe$)`,
      'i',
    ),
  },
  // A version that only has a name is an environment of pyenv-virtualenv. https://github.com/pyenv/pyenv-virtualenv
  {
    kind: 'pyenv',
    what: 'pyenv environment',
    pattern: new RegExp(
      String.raw`^(.*[\\/]\.?pyenv(?:-win)?[\\/]versions[\\/](?:[^\\/]+[\\/]envs[\\/][^\\/]+|(?!\d)(?!pypy|mini|ana)[^\\/]+))${program}`,
      'i',
    ),
  },
  // https://docs.npmjs.com/cli/v11/configuring-npm/folders#executables
  { kind: 'node-modules', what: 'package directory', pattern: /^(.*[\\/]node_modules)[\\/]\.bin[\\/][^\\/]+$/ },
  // https://docs.python.org/3/library/venv.html
  {
    kind: 'venv',
    what: 'virtual environment',
    pattern: new RegExp(String.raw`^(.*[\\/](?:\.?venv|\.?env|\.?virtualenv|[^\\/]*[-_.]v?env|v?env[-_.][^\\/]*)[\d.]*)${program}`, 'i'),
  },
];

/** Interpreters whose packages are installed beside them, so that another one of the same name lacks them. */
const interpreter = /[\\/](?:python|pythonw|pypy|ruby|jruby)[\d.]*(?:\.exe)?$/i;
/** Directories that hold the machine's own interpreters; there an upgrade replaces one by the next. */
const shared =
  /^(?:\/usr(?:\/local)?\/bin|\/bin|\/opt\/homebrew\/(?:bin|opt\/.*|Cellar\/.*)|\/usr\/local\/(?:opt|Cellar)\/.*|\/home\/linuxbrew\/\.linuxbrew\/.*|\/opt\/local\/bin|\/snap\/bin|\/Library\/Frameworks\/.*|.*[\\/]\.local\/bin|.*[\\/]shims|.*[\\/]Microsoft[\\/]WindowsApps)$/i;

/** The environment that this program belongs to; `undefined` for a program that may be anywhere. */
export function packageEnvironment(path: string, platform: Platform): PackageEnvironment | undefined {
  for (const { kind, pattern, what } of shapes) {
    const root = pattern.exec(path)?.[1];
    if (root !== undefined) return { kind, what, root, name: nameOf(root) };
  }
  const directory = directoryOf(path, platform);
  if (!interpreter.test(path) || shared.test(directory)) return undefined;
  const root = /[\\/](?:bin|Scripts)$/i.test(directory) ? directoryOf(directory, platform) : directory;
  // `…/versions/3.11.4/bin/python` of pyenv, asdf, mise, rbenv: what was installed into that version is gone with it.
  return { kind: 'interpreter', what: 'installation', root, name: nameOf(root) };
}

/** Files that tell how a project's virtual environment is made, the most telling first. */
const recipes = [
  { file: 'uv.lock', command: 'uv sync' },
  { file: 'poetry.lock', command: 'poetry install' },
  { file: 'pdm.lock', command: 'pdm install' },
  { file: 'Pipfile', command: 'pipenv install' },
] as const;

/** What {@link whatIsLost} and {@link howToRemake} ask about: whether the directory and some files beside it exist. */
export function recipePaths({ kind, root }: PackageEnvironment, { facts: { platform } }: Pick<Setup, 'facts'>): readonly string[] {
  if (kind !== 'venv') return [root];
  const beside = [...recipes.map(({ file }) => file), 'requirements.txt'];
  return [root, ...beside.map((file) => joinPath(directoryOf(root, platform), file, platform))];
}

/** That the environment is gone, or only this program of it, and why another program of the same name is no replacement. */
export function whatIsLost({ root, what }: PackageEnvironment, path: string, setup: Setup): string {
  const state =
    setup.seen.get(path)?.kind === 'dangling-link'
      ? 'is broken: the program that it links to was removed'
      : setup.seen.get(root)?.kind === 'directory'
        ? 'is incomplete'
        : 'is gone';
  return `The ${what} ${pathForMessage(setup, root)} ${state}. A program of the same name elsewhere does not have its packages.`;
}

/** What a person does to have the environment again, with the command where it is known. */
export function howToRemake(environment: PackageEnvironment, path: string, setup: Setup): string {
  const { kind, name, root } = environment;
  const at = pathForMessage(setup, directoryOf(root, setup.facts.platform));
  switch (kind) {
    case 'uv-tool':
      return `Install the tool again: uv tool install --force ${name}`;
    case 'pipx':
      return `Install the tool again: pipx reinstall ${name}`;
    case 'node-modules':
      return `Install the packages again: run "npm install", or what the project uses instead, in ${at}.`;
    case 'conda':
      return `Make the environment again: conda create -n ${name} python. Then install the server's packages into it.`;
    case 'pyenv':
      return `Make the environment again: pyenv virtualenv ${name}. Then install the server's packages into it.`;
    case 'poetry':
      return 'Make it again with "poetry install" in the project, and write the path that "poetry env info --path" prints.';
    case 'pipenv':
      return "Make the virtual environment again, and install the server's packages into it.";
    case 'interpreter':
      return `Install ${pathForMessage(setup, root)} again, or name another interpreter after you installed the server's packages for it.`;
    case 'venv':
      return howToRemakeVenv(root, path, setup);
    default:
      return kind satisfies never;
  }
}

function howToRemakeVenv(root: string, path: string, setup: Setup): string {
  const { platform } = setup.facts;
  const project = directoryOf(root, platform);
  const has = (file: string): boolean => setup.seen.get(joinPath(project, file, platform))?.kind === 'file';
  const recipe = recipes.find(({ file }) => has(file));
  if (recipe !== undefined) return `Make it again: run "${recipe.command}" in ${pathForMessage(setup, project)}.`;
  const isWindows = platform === 'win32';
  const where = quotedPath(setup, root);
  const pip = quotedPath(setup, joinPath(root, isWindows ? 'Scripts\\pip' : 'bin/pip', platform));
  const list = quotedPath(setup, joinPath(project, 'requirements.txt', platform));
  if (where === undefined || pip === undefined || list === undefined) return "Make it again, and install the server's packages into it.";
  // Without --clear it keeps a link that leads nowhere.
  const clear = setup.seen.get(path)?.kind === 'dangling-link' ? '--clear ' : '';
  const make = `${isWindows ? 'py' : 'python3'} -m venv ${clear}${where}`;
  return has('requirements.txt')
    ? `Make it again: ${make} && ${pip} install -r ${list}`
    : `Make it again: ${make}. Then install the server's packages into it: ${pip} install <package>`;
}
