import { SnapError } from '../../../system/index.ts';
import type { Invocation } from '../../command.ts';

/** The id as it was typed. @throws SnapError `usage` without one. */
export function requireSnapshotId({ positionals, words }: Pick<Invocation, 'positionals' | 'words'>, at = 0): string {
  const id = positionals[at];
  if (id !== undefined) return id;
  throw new SnapError('usage', 'The id of the snapshot is missing.', { hint: `See "snap snapshot list", and "snap ${words} --help".` });
}
