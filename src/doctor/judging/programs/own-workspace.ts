import type { Value } from '../../../formats/index.ts';
import type { Fix } from '../../diagnostic.ts';
import { replaceArguments, type Edit } from '../../edit.ts';
import type { EntryFacts, NamedPath, Setup } from '../../setup.ts';
import { hasUnfilledVariables, isPersonal, projectOf, type CommandEntry } from './command-entries.ts';
import { setServerFields } from '../entries/fields.ts';
import { pathForMessage } from '../wording/paths-for-people.ts';

/** The folder that snap's own entry names by `--workspace`. */
export function namedWorkspace({ command }: CommandEntry): NamedPath | undefined {
  return command.paths.find(({ where }) => where === 'workspace');
}

/** Whether the folder is written as a variable, so that it differs in every window. */
export function isNamedByVariable({ entry }: CommandEntry, { index }: NamedPath): boolean {
  const word = index === undefined || entry.server.kind !== 'command' ? undefined : entry.server.args[index];
  return word !== undefined && hasUnfilledVariables(word);
}

/** Whether the server starts in its folder or below it, so that the entry need not name it. */
export function startsInWorkspace({ file }: EntryFacts): boolean {
  return file.place.startsIn === 'workspace' || (file.place.startsIn === 'file' && file.scope === 'project');
}

/** The value for `--workspace` in this file: the client's variable, else this project in a person's own file. */
export function workspaceWord({ file }: EntryFacts, setup: Pick<Setup, 'facts'>): string | undefined {
  return file.place.workspaceVariable ?? (isPersonal(file) ? projectOf(setup) : undefined);
}

/** The fix that replaces the folder. */
export function replaceWorkspace(entry: CommandEntry, { index, written }: NamedPath, word: string, setup: Setup): Fix | undefined {
  if (index === undefined) return undefined;
  const isJoined = entry.command.args[index]?.startsWith('--workspace=') === true;
  const edit = replaceArguments(entry, new Map([[index, isJoined ? `--workspace=${word}` : word]]));
  return { kind: 'confirm', says: `replace ${pathForMessage(setup, written)} by ${pathForMessage(setup, word)}`, edit };
}

/** Adds `--workspace` to an entry, or removes it when there is no folder. */
export function withWorkspace(entry: EntryFacts, word: string | undefined): Edit {
  const { server } = entry.entry;
  const { stdio } = entry.file.reading.entry;
  const old = server.kind === 'command' ? server.args : [];
  const kept = old.filter((arg, i) => !arg.startsWith('--workspace') && old[i - 1] !== '--workspace');
  const args = [...kept, ...(word === undefined ? [] : ['--workspace', word])];
  const fields = new Map<string, Value>(
    stdio.commandIs === 'list' && server.kind === 'command' ? [[stdio.command, [server.command, ...args]]] : [['args', args]],
  );
  return setServerFields(entry, fields);
}
