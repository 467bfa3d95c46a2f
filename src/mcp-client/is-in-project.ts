import type { ConfigPlace } from '../clients/index.ts';

/** Whether a file is inside the project: then anyone who can write the project can write it. */
export function isInProject(scope: ConfigPlace['scope'], { at }: Pick<ConfigPlace, 'at'>): boolean {
  const places = 'from' in at ? [at] : Object.values(at);
  return scope === 'project' || places.some(({ from }) => from === 'workspace');
}
