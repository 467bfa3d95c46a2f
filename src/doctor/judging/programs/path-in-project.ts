import { joinPath } from '../../../machine/index.ts';
import type { EntryFacts, Setup } from '../../setup.ts';
import { isPersonal, projectOf } from './command-entries.ts';

/** How to write a relative path of the project in this file: with the client's variable, else as a full path in a person's own file. */
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
