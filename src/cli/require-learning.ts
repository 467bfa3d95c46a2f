import type { Knowledge, Learning } from '../learnings/index.ts';
import { didYouMean, nearest, SnapError } from '../system/index.ts';
import { plain } from './terminal/style.ts';

/**
 * The learning that a typed id means: the whole id, or the beginning of exactly one.
 * @throws SnapError `refused` with the ids that were probably meant; `usage` without an id.
 */
export async function requireLearning(knowledge: Knowledge, id: string | undefined): Promise<Learning> {
  if (id === undefined) throw new SnapError('usage', 'The id of the learning is missing.', { hint: 'See "snap learnings list".' });
  const learning = await knowledge.find(id);
  if (learning !== undefined) return learning;
  const ids = (await knowledge.list()).map((one) => one.id);
  const near = [...ids.filter((one) => one.startsWith(id)), ...nearest(id, ids)].slice(0, 3);
  throw new SnapError('refused', `"${plain(id).slice(0, 60)}" matches no learning here, or several.`, {
    hint: `${didYouMean(near)} See "snap learnings list".`.trim(),
  });
}
