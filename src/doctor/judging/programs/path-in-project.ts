import { isAbsolutePath, joinPath } from '../../../machine/index.ts';
import type { Fix } from '../../diagnostic.ts';
import type { Edit } from '../../edit.ts';
import type { EntryFacts, Setup } from '../../setup.ts';
import { pathForMessage, pathToWrite } from '../wording/paths-for-people.ts';
import { hasUnfilledVariables, projectOf } from './command-entries.ts';
import { isOfOtherPlatform } from './full-command.ts';

/**
 * How to write a relative path of the project in this file: with the client's variable, else as a full path where the file is a
 * person's own for this project. A global file serves every project, so the one that is open now is never written into it.
 */
export function pathInProject(
  { file }: EntryFacts,
  relative: string,
  setup: Pick<Setup, 'facts'>,
): { readonly word: string; readonly path: string } | undefined {
  const project = projectOf(setup);
  if (project === undefined) return undefined;
  const path = joinPath(project, relative, setup.facts.platform);
  const { workspaceVariable } = file.place;
  const rest = relative.replace(/^\.[\\/]/, '').replaceAll('\\', '/');
  if (workspaceVariable !== undefined && !rest.startsWith('..'))
    return { word: rest === '.' ? workspaceVariable : `${workspaceVariable}/${rest}`, path };
  return file.scope === 'local' ? { word: path, path } : undefined;
}

/** A path whose start directory matters. What an assistant or a shell fills in is not judged. */
export function isRelativePath(word: string, { facts }: Pick<Setup, 'facts'>): boolean {
  return (
    word !== '' &&
    !word.startsWith('~') &&
    !hasUnfilledVariables(word) &&
    !isAbsolutePath(word, facts.platform) &&
    !isOfOtherPlatform(word, facts)
  );
}

/** Writes a full path in place of a relative one; only when there is something of this kind in the project. */
export function fullPathFix(
  entry: EntryFacts,
  word: string,
  setup: Setup,
  { edit, kind }: { readonly edit: (path: string) => Edit | undefined; readonly kind?: 'directory' },
): Fix | undefined {
  const named = pathInProject(entry, word, setup);
  const seen = named === undefined ? undefined : setup.seen.get(named.path);
  if (named === undefined || seen === undefined || (kind !== undefined && seen.kind !== kind)) return undefined;
  const made = edit(named.word);
  return made === undefined
    ? undefined
    : { kind: 'confirm', says: `replace "${word}" by ${pathForMessage(setup, named.word)}`, edit: made };
}

/** What to write instead of a relative path, as a sentence. */
export function fullPathHint(entry: EntryFacts, relative: string, setup: Setup): string {
  const named = pathInProject(entry, relative, setup);
  return named === undefined ? 'Write the full path.' : `Write ${pathToWrite(setup, named.word)}.`;
}
