import { noteOpened } from '../daemon/local/index.ts';
import { tools, type ToolAnswer, type ToolContext } from '../server/calling.ts';
import type { System } from '../system/index.ts';
import { openWorkbench, type Workbench } from '../workbench/index.ts';
import { confine, type WorkspacePath } from '../workspace/index.ts';
import type { Invocation, Options } from './command.ts';
import { rootFor } from './options/workspace-root.ts';

export { workspaceOption } from './options/workspace-root.ts';

export const filesOption = {
  file: { type: 'string', value: 'file', multiple: true, help: 'A file it is about; may be repeated' },
} as const satisfies Options;

/** What a command in a workspace works with: the tools that an assistant calls, and the open workspace. */
export interface Desk {
  readonly bench: Workbench;
  /** @throws SnapError when the tool refuses the call. */
  call(tool: string, input: Readonly<Record<string, unknown>>): Promise<ToolAnswer>;
  /** The files named with `--file`, as paths of the workspace. @throws SnapError `refused` for one outside it. */
  files(): Promise<readonly WorkspacePath[]>;
  /** A path as typed: relative to the current directory if that is inside the workspace, else to its root. */
  path(typed: string): Promise<WorkspacePath>;
}

export interface DeskOptions {
  readonly takesAnyDirectory?: boolean;
  /** For a command that runs until Ctrl-C. */
  readonly watch?: boolean;
  /** Whether a daemon that runs is asked for pieces of the work: where that is faster. */
  readonly asksDaemon?: boolean;
}

/** Opens the workspace, and closes it afterwards. */
export async function atDesk<T>(
  invocation: Invocation,
  use: (desk: Desk) => Promise<T>,
  { takesAnyDirectory = false, watch = false, asksDaemon = false }: DeskOptions = {},
): Promise<T> {
  const root = await rootFor(invocation, takesAnyDirectory);
  const assist = asksDaemon ? await (await import('./daemon/command-assist.ts')).daemonFor(invocation) : undefined;
  const system = await invocation.writable();
  const bench = await openWorkbench(system, root, {
    owner: { kind: 'shell' },
    watch,
    assist,
    publish: (...event) => invocation.tell(root, ...event),
  });
  try {
    await noteOpened(system, bench.workspace);
    return await use(deskOf(invocation, bench));
  } finally {
    bench.close();
    assist?.close();
  }
}

/** How a command calls a tool: as an assistant does, but for the words. */
export function callContext(
  { system, values, program, words }: Pick<Invocation, 'system' | 'values' | 'program' | 'words'>,
  workbench: ToolContext['workbench'],
): ToolContext {
  return {
    system,
    about: { version: program.version, node: process.versions.node, program },
    caller: { tool: `snap ${words}` },
    workbench,
    namedWorkspace: values.text('workspace'),
    // Ctrl-C ends the process as a whole.
    signal: new AbortController().signal,
    progress: () => undefined,
  };
}

/** A path as typed, see {@link Desk.path}. */
export async function typedPath(system: System, bench: Workbench, typed: string): Promise<WorkspacePath> {
  const { root } = bench.workspace;
  const here = await findRealDirectory(bench, system.cwd);
  const isInside = here === root || here.startsWith(root.endsWith('/') ? root : `${root}/`) || here.startsWith(`${root}\\`);
  return confine(system, bench.workspace, isInside ? system.resolve(typed) : typed);
}

function deskOf(invocation: Invocation, bench: Workbench): Desk {
  const { system, values } = invocation;
  const context = callContext(invocation, () => Promise.resolve(bench));
  const path = (typed: string): Promise<WorkspacePath> => typedPath(system, bench, typed);
  return {
    bench,
    path,
    files: () => Promise.all(values.texts('file').map(path)),
    async call(name, input) {
      const tool = tools.find((candidate) => candidate.name === name);
      if (tool === undefined) throw new Error(`There is no tool "${name}".`);
      const answer = await tool.answer(withoutAbsent(input), context);
      return { ...answer, record: answer.recordFor('person') };
    },
  };
}

/** The directory a person is in, every link followed, as the root of a workspace is. */
async function findRealDirectory({ system }: Workbench, path: string): Promise<string> {
  return (await system.look(path))?.target ?? path;
}

/** Tools tell an absent parameter from one that is undefined. */
function withoutAbsent(input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  );
}
