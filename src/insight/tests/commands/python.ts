import { directoryOf, type WorkspacePath } from '../../../workspace/index.ts';
import { at, directoriesWith, fileSaying, type ProjectReader } from './project-reader.ts';
import { below, type Runner, words } from './runner.ts';

const marks =
  /^(?:pytest\.ini|pyproject\.toml|setup\.(?:py|cfg)|tox\.ini|noxfile\.py|conftest\.py|requirements.*\.(?:txt|in)|Pipfile|Makefile|manage\.py)$/;

/** The files that say that pytest runs the tests. https://docs.pytest.org/en/stable/reference/customize.html (2026-11-22) */
const pytestIn: readonly (readonly [RegExp, RegExp])[] = [
  [/^\.?pytest\.(?:ini|toml)$/, /[\s\S]?/],
  [/^pyproject\.toml$/, /^\s*\[+\s*tool\.pytest\b/m],
  [/^tox\.ini$/, /\bpytest\b|\bpy\.test\b/],
  [/^setup\.cfg$/, /\[tool:pytest\]|\bpytest\b/],
  [/^pyproject\.toml$/, /\bpytest\b/],
  [/^(?:noxfile\.py|Makefile|requirements.*\.(?:txt|in)|Pipfile|setup\.py)$/, /\bpytest\b|\bpy\.test\b/],
  [/^conftest\.py$/, /\bpytest\b/],
];

const otherIn: readonly (readonly [string, readonly (readonly [RegExp, RegExp])[]])[] = [
  ['manage.py test', [[/^manage\.py$/, /\bdjango\b/]]],
  ['-m unittest', [[/^(?:tox\.ini|Makefile|noxfile\.py|pyproject\.toml|setup\.cfg)$/, /\bunittest\b/]]],
];

/** How a lock file's manager starts python. https://docs.astral.sh/uv/concepts/projects/run/ https://python-poetry.org/docs/cli/#run https://pdm-project.org/en/latest/usage/scripts/ */
const starts: readonly (readonly [lock: string, start: string])[] = [
  ['uv.lock', 'uv run '],
  ['poetry.lock', 'poetry run '],
  ['pdm.lock', 'pdm run '],
  ['Pipfile.lock', 'pipenv run '],
];

/** What runs a test of Python's. Without a file that names pytest, a test that imports it does. */
export async function pythonRunner(reader: ProjectReader, file: WorkspacePath): Promise<Runner | undefined> {
  const directories = await directoriesWith(reader, directoryOf(file), marks);
  for (const folder of directories) {
    const said = await fileSaying(reader, folder, pytestIn);
    // A conftest.py beside the tests is read from the folder above too.
    if (said !== undefined && (said !== 'conftest.py' || folder === directories.at(-1)))
      return runnerAt(reader, folder, { program: '-m pytest', file: at(folder, said), says: 'it names pytest' });
  }
  for (const [program, files] of otherIn) {
    for (const folder of directories) {
      const said = await fileSaying(reader, folder, files);
      if (said !== undefined) return runnerAt(reader, folder, { program, file: at(folder, said) });
    }
  }
  const imported = /^\s*(?:import|from)\s+(pytest|unittest)\b/m.exec(await reader.text(file))?.[1];
  if (imported === undefined) return undefined;
  return runnerAt(reader, directories.at(-1) ?? '', { program: `-m ${imported}`, file, says: `it imports ${imported}` });
}

async function runnerAt(
  reader: ProjectReader,
  folder: WorkspacePath,
  { program, file, says }: Pick<Runner, 'file' | 'says'> & { readonly program: string },
): Promise<Runner> {
  const names = [...(await reader.names(folder)), ...(await reader.names(''))];
  const start = starts.find(([lock]) => names.includes(lock))?.[1] ?? '';
  return {
    id: `python ${folder} ${program}`,
    folder,
    file,
    says,
    command(tests) {
      const named = tests.map((test) => below(folder, test));
      const run = `${start}python ${program}`;
      // Django takes modules. https://docs.djangoproject.com/en/5.2/topics/testing/overview/#running-tests
      const files = program.startsWith('manage') ? named.map((one) => one.replace(/\.py$/, '').replaceAll('/', '.')) : named;
      return files.length === 0 ? run : `${run} ${words(files)}`;
    },
  };
}
