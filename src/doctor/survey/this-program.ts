import type { System } from '../../system/index.ts';
import { separatorOf } from '../../machine/index.ts';
import type { PathInspector } from './path-inspector.ts';
import { isAbsolutePath } from '../../machine/index.ts';
import type { ProgramFound, Setup } from '../setup.ts';

/**
 * The variables that snap's own entry may set and still be started without asking. A list of names, because any other variable may load
 * other code (NODE_OPTIONS, LD_PRELOAD, PATH …) or redirect the person's data (addresses, data directories).
 */
const harmlessVariables: readonly string[] = ['SVC_MCP_INTELLIGENCE_SURFACE'];

/** What is known of the command of one entry. */
export interface EntryCall {
  /** As it is written, variables filled in. */
  readonly written: string;
  readonly args: readonly string[];
  readonly env: ReadonlyMap<string, string>;
  /** What the client finds under that name, and on which PATH. */
  readonly inClient: ProgramFound | undefined;
  readonly path: string;
  /** The same for the person's shell, where the entry may be started too. */
  readonly inShell: ProgramFound | undefined;
  readonly shellPath: string;
}

type Looking = Pick<PathInspector, 'platform' | 'look' | 'program'>;

/**
 * Whether starting the entry runs this program file and nothing else: `snap` itself, or snap's Node with snap's file. Only such an entry is
 * started without asking, so the answer is `false` in every case of doubt.
 */
export async function isThisProgram(inspector: Looking, call: EntryCall, program: Setup['program']): Promise<boolean> {
  const { args, env, inClient, inShell, path, shellPath, written } = call;
  const { platform } = inspector;
  if (inClient === undefined || [...env.keys()].some((name) => !harmlessVariables.includes(name))) return false;
  if (!isAbsolutePath(written, platform)) {
    // A relative path is another file in every directory. So is a bare name when the search includes the start directory: always on
    // Windows, elsewhere when a part of PATH is empty or relative.
    if (/[\\/]/.test(written) || platform === 'win32') return false;
    if (!isFixed(path, platform) || !isFixed(shellPath, platform)) return false;
    // The shell may find another program of that name first, such as one in a project's node_modules/.bin.
    if (inShell !== undefined && inShell.target !== inClient.target) return false;
  }
  const node = (await inspector.look(program.node))?.target ?? program.node;
  if (inClient.target === program.file) return isServerCall(args) && (await isRunBy(inspector, inClient, call, node));
  const [file, ...rest] = args;
  if (file === undefined || !isServerCall(rest) || inClient.target !== node) return false;
  if (!isAbsolutePath(file, platform)) return false;
  const seen = await inspector.look(file);
  return seen?.kind === 'file' && (seen.target ?? file) === program.file;
}

/** `#!/usr/bin/env node` runs whatever `node` comes first on the PATH; it has to be snap's Node, in the client and in the shell. */
async function isRunBy(
  inspector: Looking,
  { interpreter }: ProgramFound,
  { path, shellPath }: Pick<EntryCall, 'path' | 'shellPath'>,
  node: string,
): Promise<boolean> {
  if (interpreter === undefined || !/^\/usr\/bin\/env\s+node$/.test(interpreter)) return false;
  if (!isFixed(path, inspector.platform) || !isFixed(shellPath, inspector.platform)) return false;
  const inShell = await inspector.program('node', shellPath);
  return (await inspector.program('node', path))?.target === node && (inShell === undefined || inShell.target === node);
}

/** Whether a PATH names the same directories for every start directory. An empty part means the current directory. */
function isFixed(path: string, platform: System['platform']): boolean {
  return path.split(separatorOf(platform)).every((directory) => isAbsolutePath(directory, platform));
}

/** `mcp --stdio`, `mcp shim`, with the options the server takes. */
function isServerCall(args: readonly string[]): boolean {
  const [word, how, ...options] = args;
  if (word !== 'mcp' || (how !== '--stdio' && how !== 'shim')) return false;
  const [first = '', second = ''] = options;
  if (options.length === 2) return first === '--workspace' && !second.startsWith('-');
  return options.length === 0 || (options.length === 1 && first.startsWith('--workspace='));
}
