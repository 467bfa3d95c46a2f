import { quoted } from '../../system/index.ts';
import { ToolError } from '../tool.ts';
import { words } from './parameters.ts';

/** The id of a record, as other answers show it. */
export const idOf = words
  .transform((id) => id.trim())
  .refine((id) => /^(learn|viol|task)_[0-9a-f]+$/.test(id), { error: 'must be an id as learn_1a2b3c4d5e6f' });

export function unknownId(id: string): ToolError {
  return new ToolError('NOT_FOUND', `nothing here has the id ${quoted(id, 60)}`, 'snap with mode context and advise show ids.');
}
