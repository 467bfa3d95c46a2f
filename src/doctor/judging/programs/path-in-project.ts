import { joinPath } from '../../../machine/index.ts';
import type { EntryFacts, Setup } from '../../setup.ts';
import { pathToWrite } from '../wording/paths-for-people.ts';
import { projectOf } from './command-entries.ts';

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

/** What to write instead of a relative path, as a sentence. */
export function fullPathHint(entry: EntryFacts, relative: string, setup: Setup): string {
  const named = pathInProject(entry, relative, setup);
  return named === undefined ? 'Write the full path.' : `Write ${pathToWrite(setup, named.word)}.`;
}
