import { join } from 'node:path';
import { timeLimit } from '../../system/index.ts';
import { askGit, type WorkspacePath } from '../../workspace/index.ts';
import type { Ground, PresentFiles } from '../ground.ts';

/** A name that so many files contain says nothing. */
const maxFilesOfName = 30;
/** For all names of a text together. */
const maxMs = 120;
const maxBytes = 1024 * 1024;
/** Without git so many files are read, and so much of each. */
const maxFilesRead = 500;
const maxBytesRead = 64 * 1024;

/** The files that contain each name; without those that too many contain. What takes too long is left out. */
export async function filesWith(
  ground: Ground,
  names: readonly string[],
  present: PresentFiles,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, readonly WorkspacePath[]>> {
  if (names.length === 0) return new Map();
  const limit = timeLimit(maxMs, signal);
  try {
    const found =
      ground.workspace.gitDirectory === undefined
        ? await byReading(ground, names, present, limit.signal)
        : await byGit(ground, names, limit.signal);
    return new Map([...found].filter(([, files]) => files.length > 0 && files.length <= maxFilesOfName));
  } finally {
    limit.release();
  }
}

async function byGit(
  { system, workspace }: Ground,
  names: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, readonly string[]>> {
  const options = ['-I', '-l', '-z', '-F', '-w', '--no-color', '--no-textconv', '--no-recurse-submodules'];
  const answers = await Promise.all(
    names.map(async (name) => {
      const { output, problem } = await askGit(system, workspace, ['grep', ...options, '-e', name, '--', '.'], { maxBytes, signal });
      // Stopped in the middle, it would make a name look rare.
      return [
        name,
        problem === undefined
          ? output
              .toString('utf8')
              .split('\0')
              .filter((file) => file !== '')
          : [],
      ] as const;
    }),
  );
  return new Map(answers);
}

async function byReading(
  { system, workspace }: Ground,
  names: readonly string[],
  present: PresentFiles,
  signal: AbortSignal,
): Promise<Map<string, readonly string[]>> {
  const found = new Map(names.map((name) => [name, [] as WorkspacePath[]]));
  for (const file of present.files.slice(0, maxFilesRead)) {
    if (signal.aborted) return new Map();
    const bytes = await system.readStart(join(workspace.root, file), maxBytesRead);
    if (bytes === undefined) continue;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    for (const [name, files] of found) if (hasWord(text, name)) files.push(file);
  }
  return found;
}

function hasWord(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1))
    if (!/\w/.test(text.charAt(at - 1)) && !/\w/.test(text.charAt(at + name.length))) return true;
  return false;
}
