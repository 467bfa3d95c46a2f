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

/** One process for all names, which reads the files once: each process takes about as long as reading a thousand files. */
async function byGit(ground: Ground, names: readonly string[], signal: AbortSignal): Promise<Map<string, readonly string[]>> {
  const options = [
    '-I',
    '-o',
    '-z',
    '-F',
    '-w',
    '--no-color',
    '--no-column',
    '--no-line-number',
    '--no-textconv',
    '--no-recurse-submodules',
  ];
  const args = ['grep', ...options, ...names.flatMap((name) => ['-e', name]), '--', '.'];
  const { output, problem } = await askGit(ground.system, ground.workspace, args, { maxBytes, signal });
  const found = filesOfMatches(output.toString('utf8'), names);
  if (problem === undefined) return found;
  // Output that was cut off would make a name look rare. Usually one name is in too many files: then the others are searched for without it.
  const rest = names.filter((name) => (found.get(name)?.length ?? 0) <= maxFilesOfName);
  return rest.length === 0 || rest.length === names.length || signal.aborted ? new Map() : byGit(ground, rest, signal);
}

/** Pure: `file NUL match` in each line. A match that contains another name counts for both. */
export function filesOfMatches(output: string, names: readonly string[]): Map<string, readonly string[]> {
  const found = new Map(names.map((name) => [name, new Set<string>()]));
  for (const [, file = '', match = ''] of output.matchAll(/([^\0]+)\0([^\n]*)\n/g))
    for (const [name, files] of found) if (match === name || hasWord(match, name)) files.add(file);
  return new Map([...found].map(([name, files]) => [name, [...files]]));
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
