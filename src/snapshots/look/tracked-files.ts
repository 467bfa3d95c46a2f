import { createHash } from 'node:crypto';
import { trackedNames, type WorkspacePath } from '../../workspace/index.ts';
import type { RawName } from '../raw-name.ts';

/** A set of files by their paths from the root. */
export interface TrackedFiles {
  has(file: WorkspacePath): boolean;
  hasBelow(directory: WorkspacePath): boolean;
  /** Equal for equal sets. */
  readonly key: string;
  /** Whether asking needs no further work than the call itself. */
  readonly isAtHand: boolean;
}

/** @param paths sorted by their bytes. */
export function trackedFiles(paths: readonly RawName[]): TrackedFiles {
  return {
    key: createHash('sha256').update(paths.join('\0'), 'latin1').digest('hex'),
    isAtHand: true,
    ...trackedNames(paths),
  };
}

/** The same set, made at the first question: most often there is none. @param make `undefined` when the files cannot be read any more. */
export function trackedLater(key: string, make: () => TrackedFiles | undefined): TrackedFiles {
  let made: TrackedFiles | 'none' | undefined;
  const files = () => (made ??= make() ?? 'none');
  const ask = (question: (files: TrackedFiles) => boolean) => {
    const asked = files();
    return asked !== 'none' && question(asked);
  };
  return {
    key,
    isAtHand: false,
    has: (file) => ask((asked) => asked.has(file)),
    hasBelow: (directory) => ask((asked) => asked.hasBelow(directory)),
  };
}
