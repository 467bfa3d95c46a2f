import { joinPath } from '../../../machine/index.ts';
import type { EntryFacts, Setup } from '../../setup.ts';
import { isPersonal, projectOf } from './command-entries.ts';

/** A relative path as it may stand in this file, if it lies in the project: with the client's variable, else in full in a person's own file. */
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
  return isPersonal(file) ? { word: path, path } : undefined;
}
