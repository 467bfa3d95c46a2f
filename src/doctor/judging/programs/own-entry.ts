import { isOursByShape, type ServerEntry } from '../../../clients/index.ts';
import { type Edit, replaceArguments } from '../../edit.ts';
import type { EntryFacts, Setup, NamedPath } from '../../setup.ts';
import { startWith } from './start-with.ts';
import type { Value } from '../../../formats/index.ts';
import type { Fix } from '../../diagnostic.ts';
import { hasUnfilledVariables, isPersonal, projectOf, type CommandEntry } from './command-entries.ts';
import { setServerFields } from '../entries/fields.ts';
import { pathForMessage } from '../wording.ts';

/** How snap's own entry calls snap. */
export interface OwnCall {
  /** The index of the word `mcp` among the arguments. */
  readonly mcp: number;
  /** The program file it names; `undefined` when the command itself is snap. */
  readonly file?: string | undefined;
}

/** The call, when the entry has the form of snap's own entry. */
export function ownCall({ command, entry }: EntryFacts): OwnCall | undefined {
  if (command === undefined || !isOursByShape(entry.server)) return undefined;
  const mcp = command.args.indexOf('mcp');
  const file = command.args[mcp - 1];
  return { mcp, file };
}

/** Whether the running snap is installed permanently: npm may empty the cache of `npx` at any time. */
export function isPermanentInstall({ program }: Pick<Setup, 'program'>): boolean {
  return !isInNpxCache(program.file);
}

/** Whether a program file is in the cache of `npx`, which npm may delete at any time. */
export function isInNpxCache(path: string): boolean {
  return /[\\/]_npx[\\/]/.test(path);
}

/** Starts the running snap by Node and program file; every argument from `mcp` on stays. */
export function startThisProgram(entry: EntryFacts, { mcp }: OwnCall, { program }: Pick<Setup, 'program'>): Edit {
  return startWith(entry, { command: program.node, before: [program.file], skip: mcp });
}

/** Whether it is snap's own entry and starts the bridge, which "shim-instead-of-stdio" reports. */
export function runsShim({ ours, server }: Pick<ServerEntry, 'ours' | 'server'>): boolean {
  return ours && server.kind === 'command' && server.args.some((arg, i) => arg === 'shim' && server.args[i - 1] === 'mcp');
}

/** Whether such an entry names the address of the remote server. */
export function namesRemote({ server }: Pick<ServerEntry, 'server'>): boolean {
  return server.kind === 'command' && server.args.some((arg) => arg === '--url' || arg.startsWith('--url='));
}

/** Whether the bridge says that nothing is at the address of the remote server (src/shim/faults.ts). */
export function saysRemoteIsMissing(answer: { readonly kind: string; readonly message?: unknown }): boolean {
  return answer.kind === 'broken' && typeof answer.message === 'string' && / answered 40[45]: /.test(answer.message);
}

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
