import type { CodeGraph } from '../code/index.ts';
import { count } from '../system/index.ts';
import type { LayerRecord } from './mode.ts';

/** Names a file whose imports are not known, or not all of them: what a layer says of the graph may lack them. */
export function sayUnread({ files }: CodeGraph, record: LayerRecord): void {
  const unread = [...files.values()].filter(({ kind, problem }) => kind === 'module' && problem !== undefined);
  const [first] = unread;
  if (first === undefined) return;
  record.say(
    `${count(unread.length, 'file')} could not be read as a module, or only in part; imports in them may be missing. The first: ${first.path}: ${first.problem ?? ''}.`,
  );
}
