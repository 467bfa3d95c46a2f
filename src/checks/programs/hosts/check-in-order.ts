import { setImmediate } from 'node:timers/promises';
import type { BuilderProgram, Diagnostic, SourceFile } from './typescript-api.ts';

/** Milliseconds of work after which it is seen whether another question waits. */
const maxBlockedMs = 50;
/** Milliseconds after which progress is reported, also where nothing was found. */
const maxSilentMs = 500;

/** How the files of a program are to be looked at. */
export interface CheckOrder {
  /** The files of the program before. */
  readonly before: readonly SourceFile[];
  /** Absolute paths of those that the caller asks about. */
  readonly first: readonly string[];
  /** Takes what was found since the last call, and how many files have been looked at, of how many. */
  readonly tell: (diagnostics: readonly Diagnostic[], done: number, of: number) => void;
  readonly isReplaced: () => boolean;
}

/**
 * The semantic diagnostics of all files, which are those of `builder.getSemanticDiagnostics()`, in another order: first the files that the
 * caller asks about and those that have changed, then what imports them, the nearest first, then the rest. Only what the edit affects is
 * looked at again.
 * @throws Error when another question waits. The builder then knows which files have not been looked at.
 */
export async function checkInOrder(
  builder: BuilderProgram,
  { before, first, tell, isReplaced }: CheckOrder,
): Promise<readonly Diagnostic[]> {
  const files = builder.getSourceFiles();
  const known = new Set(before);
  const names = new Set(first);
  const asked = files.filter(({ fileName }) => names.has(fileName));
  const soon = before.length === 0 ? asked : files.filter((file) => !known.has(file));
  // The program keeps what it finds, so the builder does not look again.
  const program = builder.getProgram();
  const early = soon.flatMap((file) => program.getSemanticDiagnostics(file));
  tell(early, soon.length, files.length);
  // With an output in one file the builder looks at everything at once. Otherwise it only forgets what the edit affects.
  const whole = resultOf(builder.getSemanticDiagnosticsOfNextAffectedFile(undefined, () => true));
  if (whole !== undefined) return whole;
  const all: Diagnostic[] = [];
  let told = soon.length;
  let found: Diagnostic[] = [];
  let lastTold = performance.now();
  let lastFree = lastTold;
  for (const [i, file] of byDistance(builder, soon, asked).entries()) {
    const own = builder.getSemanticDiagnostics(file);
    all.push(...own);
    if (i < soon.length) continue;
    found.push(...own);
    told += 1;
    const now = performance.now();
    if (found.length > 0 || now - lastTold > maxSilentMs) {
      tell(found, told, files.length);
      found = [];
      lastTold = now;
    }
    if (now - lastFree <= maxBlockedMs) continue;
    await setImmediate();
    if (isReplaced()) throw new Error('another question waits');
    lastFree = performance.now();
  }
  return all;
}

/** Each time it is asked, one file; those that are ignored are passed over, so that mostly the first answer is that there is no more. */
function resultOf(affected: unknown): readonly Diagnostic[] | undefined {
  return typeof affected === 'object' && affected !== null && 'result' in affected && Array.isArray(affected.result)
    ? affected.result
    : undefined;
}

/** All files: the given ones, those that were asked about, what imports the given ones, what imports that, and so on, then the rest. */
function byDistance(builder: BuilderProgram, from: readonly SourceFile[], asked: readonly SourceFile[]): readonly SourceFile[] {
  const files = builder.getSourceFiles();
  const byPath = new Map(files.map((file) => [file.resolvedPath, file]));
  const importers = builder.state?.referencedMap;
  const order = new Set(from);
  for (const file of order) {
    for (const path of importers?.getKeys?.(file.resolvedPath) ?? []) {
      const importer = byPath.get(path);
      if (importer !== undefined) order.add(importer);
    }
  }
  return [...new Set([...from, ...asked, ...order, ...files])];
}
