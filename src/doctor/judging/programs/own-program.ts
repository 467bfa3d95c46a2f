import { isOursByShape, type ServerEntry } from '../../../clients/index.ts';
import type { Edit } from '../../edit.ts';
import type { EntryFacts, Setup } from '../../setup.ts';
import { startWith } from './start-with.ts';

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
