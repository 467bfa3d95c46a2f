import type { System } from '../system/index.ts';
import type { Workspace } from '../workspace/index.ts';
import type { SourceSettings } from './settings.ts';
import type { Sources } from './sources.ts';

/**
 * The sources of a workspace. Reads nothing before the first question.
 * @param settings the setting `sources`.
 */
export function openSources(system: System, workspace: Workspace, settings: SourceSettings = {}): Sources {
  let opened: Promise<Sources> | undefined;
  // Loaded when it is asked for: starting a server loads nothing of it.
  const open = (): Promise<Sources> =>
    (opened ??= import('./asking/asked-sources.ts').then(({ askedSources }) => askedSources(system, workspace, settings)));
  return {
    list: async (signal) => (await open()).list(signal),
    check: async (signal) => (await open()).check(signal),
    ask: async (kinds, question, signal) => (await open()).ask(kinds, question, signal),
    close: async () => (await opened)?.close(),
  };
}
