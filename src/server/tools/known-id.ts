import { quoted, SnapError } from '../../system/index.ts';
import { words } from './parameters.ts';

/** The id of a record, as other answers show it. */
export const idOf = words
  .transform((id) => id.trim())
  .refine((id) => /^(learn|viol|task)_[0-9a-f]+$/.test(id), { error: 'must be an id as learn_1a2b3c4d5e6f' });

export function unknownId(id: string): SnapError {
  return new SnapError('not-found', `nothing here has the id ${quoted(id, 60)}.`, {
    hint: [{ model: 'snap with mode context and advise show ids.', person: '"snap task list" and "snap learnings" show ids.' }],
  });
}
