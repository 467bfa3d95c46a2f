import type { CodeGraph } from '../code/index.ts';
import { count } from '../system/index.ts';
import type { LayerRecord } from './mode.ts';
import type { Scope } from './scope.ts';

/** Code in other languages than JavaScript and TypeScript: its imports are not read, so that nothing is said of it. */
export function leaveOthers({ files }: CodeGraph, scope: Scope, record: LayerRecord): void {
  const covered = [...files.values()].filter(({ path }) => scope.covers(path));
  const others = covered.filter(({ kind }) => kind === 'not-analysed');
  record.examined(covered.filter(({ kind }) => kind === 'module').map(({ path }) => path));
  record.unexamined(
    others.map(({ path }) => path),
    'imports are read in JavaScript and TypeScript alone',
  );
}

/** Why nothing is examined where files were named: none of them is in the graph. */
export function noneNamed({ files }: CodeGraph, { named, covers }: Scope): { readonly skipped: string } | undefined {
  if (named === undefined || [...files.keys()].some((path) => covers(path))) return undefined;
  return { skipped: 'no file to examine was changed or named' };
}

/** Names a file whose imports are not known, or not all of them: what a layer says of the graph may lack them. */
export function sayUnread({ files }: CodeGraph, record: LayerRecord): void {
  const unread = [...files.values()].filter(({ kind, problem }) => kind === 'module' && problem !== undefined);
  const [first] = unread;
  if (first === undefined) return;
  record.say(
    `${count(unread.length, 'file')} could not be read as a module, or only in part; imports in them may be missing. The first: ${first.path}: ${first.problem ?? ''}.`,
  );
}
