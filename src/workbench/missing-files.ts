import { cleanLine, cut, nearest } from '../system/index.ts';
import type { WorkspacePath } from '../workspace/index.ts';
import type { Workbench } from './workbench.ts';

/** A file that was named and does not exist. */
export interface MissingFile {
  readonly path: WorkspacePath;
  /** Files that may have been meant. */
  readonly near: readonly WorkspacePath[];
}

const maxNamed = 20;
const maxNear = 3;
/** Of the workspace. Beyond them no further file is compared: the answer is worth less than the time. */
const maxNames = 20_000;
/** Directories in which nobody means a file. Others that begin with a dot are left out too. */
const notMeant = new Set(['node_modules', 'vendor', 'dist', 'build', 'target', 'coverage']);

/** Which of these files do not exist, in the order in which they were named. One that is to be made is as right as one that is spelled wrong. */
export async function missingFiles(
  { system, workspace }: Pick<Workbench, 'system' | 'workspace'>,
  files: readonly WorkspacePath[],
  signal?: AbortSignal,
): Promise<readonly MissingFile[]> {
  const missing: WorkspacePath[] = [];
  for (const file of files.slice(0, maxNamed)) if ((await system.look(`${workspace.root}/${file}`)) === undefined) missing.push(file);
  if (missing.length === 0) return [];

  const byStem = new Map<string, WorkspacePath[]>();
  let names = 0;
  await system.walk(workspace.root, {
    enters: (directory) => names < maxNames && isMeant(directory),
    wants(file) {
      names += 1;
      const stem = stemOf(file);
      byStem.set(stem, [...(byStem.get(stem) ?? []), file]);
      // Its name is all that is asked for.
      return false;
    },
    maxFiles: maxNames,
    signal,
  });
  return missing.map((path) => ({ path, near: nearTo(path, byStem) }));
}

/** Sentences that name the missing files and suggest names that exist. */
export function missingText(missing: readonly MissingFile[]): readonly string[] {
  const plain = missing.filter(({ near }) => near.length === 0).map(({ path }) => shown(path));
  return [
    ...missing
      .filter(({ near }) => near.length > 0)
      .map(({ path, near }) => `There is no file ${shown(path)}. Did you mean ${near.map(shown).join(' or ')}?`),
    ...(plain.length === 0
      ? []
      : [`${plain.length === 1 ? 'This named file does' : 'These named files do'} not exist yet: ${plain.join(', ')}.`]),
  ];
}

function nearTo(path: WorkspacePath, byStem: ReadonlyMap<string, readonly WorkspacePath[]>): readonly WorkspacePath[] {
  const stem = stemOf(path);
  // A name of which the typed one is only a part is another file.
  const stems = nearest(stem, byStem.keys(), 2 * maxNear).filter((one) => Math.abs(one.length - stem.length) <= 2);
  const directory = directoryOf(path);
  return stems
    .flatMap((one, i) =>
      (byStem.get(one) ?? []).map((file) => ({
        file,
        far: i + (directoryOf(file) === directory ? 0 : 0.5) + (endOf(file) === endOf(path) ? 0 : 0.25),
      })),
    )
    .toSorted((a, b) => a.far - b.far || (a.file < b.file ? -1 : 1))
    .slice(0, maxNear)
    .map(({ file }) => file);
}

function isMeant(directory: string): boolean {
  const name = directory.slice(directory.lastIndexOf('/') + 1);
  return !name.startsWith('.') && !notMeant.has(name);
}

function directoryOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf('/')));
}

function nameOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1);
}

function stemOf(file: string): string {
  return nameOf(file).replace(/(?<=.)\.[^.]*$/, '');
}

function endOf(file: string): string {
  return nameOf(file).slice(stemOf(file).length);
}

function shown(path: string): string {
  return cut(cleanLine(path), 200);
}
