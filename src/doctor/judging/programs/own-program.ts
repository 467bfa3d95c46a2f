import { isOursByShape, type ServerEntry } from '../../../clients/index.ts';
import type { Edit } from '../../edit.ts';
import type { EntryFacts, Setup } from '../../setup.ts';
import { startWith } from './start-with.ts';

/** How an entry of ours calls snap. */
export interface OwnCall {
  /** Where the word `mcp` stands among the arguments. */
  readonly mcp: number;
  /** The program file it names; absent where the command itself is snap. */
  readonly file?: string | undefined;
}

/** The call, where the entry starts a program the way ours is started. */
export function ownCall({ command, entry }: EntryFacts): OwnCall | undefined {
  if (command === undefined || !isOursByShape(entry.server)) return undefined;
  const mcp = command.args.indexOf('mcp');
  const file = command.args[mcp - 1];
  return { mcp, file };
}

/** Whether the running snap is one that stays: npm empties the cache of `npx` as it likes. */
export function isPermanentInstall({ program }: Pick<Setup, 'program'>): boolean {
  return !isInNpxCache(program.file);
}

/** Whether a program file stands where npm keeps what `npx` has fetched, and deletes it unasked. */
export function isInNpxCache(path: string): boolean {
  return /[\\/]_npx[\\/]/.test(path);
}

/** Starts the running snap by Node and program file; every argument from `mcp` on stays. */
export function startThisProgram(entry: EntryFacts, { mcp }: OwnCall, { program }: Pick<Setup, 'program'>): Edit {
  return startWith(entry, { command: program.node, before: [program.file], skip: mcp });
}

/** Whether it is ours and starts the bridge; "shim-instead-of-stdio" has said all there is to say of it. */
export function runsShim({ ours, server }: Pick<ServerEntry, 'ours' | 'server'>): boolean {
  return ours && server.kind === 'command' && server.args.some((arg, i) => arg === 'shim' && server.args[i - 1] === 'mcp');
}
