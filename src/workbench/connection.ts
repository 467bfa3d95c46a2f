import { fileURLToPath } from 'node:url';
import { cut, SnapError, type System } from '../system/index.ts';
import { findWorkspace, refusalOf } from '../workspace/index.ts';
import type { Workbench } from './workbench.ts';
import { foldersIn, isVariable, workspaceVariables } from './workspace-variables.ts';

export interface ConnectionOptions {
  readonly system: System;
  /** The value of `--workspace`. */
  readonly namedWorkspace: string | undefined;
  /** The client's roots as addresses; `undefined` when it has no such thing. */
  roots(): Promise<readonly string[] | undefined>;
  open(root: string): Promise<Workbench>;
}

/** What belongs to one connection. */
export interface Connection {
  /**
   * The workbench of the workspace the client works in now; each is opened once.
   * @throws SnapError `no-workspace` with what to configure.
   */
  workbench(): Promise<Workbench>;
  /** The client has said that its roots are others now: they are asked for again when a tool needs them. */
  rootsChanged(): void;
  close(): void;
}

/** Opens nothing until a tool asks. */
export function openConnection({ system, namedWorkspace, roots, open }: ConnectionOptions): Connection {
  const benches = new Map<string, Promise<Workbench>>();
  const opened = new Set<Workbench>();
  let root: Promise<string> | undefined;
  let isClosed = false;

  const bench = async (path: string): Promise<Workbench> => {
    const made = await open(path);
    opened.add(made);
    if (isClosed) made.close();
    return made;
  };

  const foundRoot = (): Promise<string> => {
    root ??= findRoot(system, namedWorkspace, roots);
    // A directory may be made, and a disk mounted, while the server runs.
    return root.catch((error: unknown) => {
      root = undefined;
      throw error;
    });
  };

  /** The directory was deleted. Without this state, tools would only report that it is empty. */
  const drop = (path: string): void => {
    benches.get(path)?.then(
      (made) => {
        if (opened.delete(made)) made.close();
      },
      // What could not be opened needs no end.
      () => undefined,
    );
    benches.delete(path);
    root = undefined;
  };

  return {
    async workbench() {
      let path = await foundRoot();
      if (benches.has(path) && (await system.look(path))?.kind !== 'directory') {
        drop(path);
        path = await foundRoot();
      }
      const known = benches.get(path);
      if (known !== undefined) return known;
      const made = bench(path);
      benches.set(path, made);
      made.catch(() => benches.delete(path));
      return made;
    },
    rootsChanged() {
      root = undefined;
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      for (const made of opened) made.close();
    },
  };
}

/** In this order: what the entry names, what the client says, what it set, the directory it started snap in, if that is a project. */
async function findRoot(system: System, named: string | undefined, roots: ConnectionOptions['roots']): Promise<string> {
  // A variable that the client did not replace is ignored; any other text was written on purpose.
  if (named !== undefined && !isVariable(named)) return namedRoot(system, named);

  const refusals: string[] = [];
  const usable = async (path: string): Promise<boolean> => {
    const refusal = await refusalOf(system, path);
    if (refusal !== undefined) refusals.push(refusal);
    return refusal === undefined;
  };

  // Where a client does not answer, the other signs decide; without any, the next call asks it again.
  const listed = await roots().catch(() => undefined);
  for (const path of (listed ?? []).flatMap(pathOf)) if (await usable(path)) return path;
  for (const name of workspaceVariables)
    for (const folder of foldersIn(system.env[name] ?? ''))
      if (!isVariable(folder) && (await usable(system.resolve(folder)))) return system.resolve(folder);
  const { path, isProject } = await findWorkspace(system, undefined);
  if (isProject && (await usable(path))) return path;
  throw noWorkspace(refusals[0] ?? 'no workspace was named, and the directory the server was started in is no project');
}

async function namedRoot(system: System, named: string): Promise<string> {
  try {
    const { path } = await findWorkspace(system, named);
    const refusal = await refusalOf(system, path);
    if (refusal === undefined) return path;
    throw noWorkspace(refusal);
  } catch (error) {
    // The directory that was named does not exist.
    if (error instanceof SnapError) throw noWorkspace(error.message);
    throw error;
  }
}

function noWorkspace(reason: string): SnapError {
  return new SnapError('no-workspace', `${cut(reason.replace(/\.$/, ''), 300)}.`, {
    hint: [
      {
        model:
          'Open a project in the assistant, or add "--workspace", "/path/of/the/project" to the "args" of this server\'s entry and restart it.',
        person: 'Name it with --workspace <dir>.',
      },
    ],
  });
}

function pathOf(address: string): readonly string[] {
  if (!/^file:/i.test(address)) return [];
  try {
    return [fileURLToPath(address)];
  } catch {
    // Another machine's address, or none at all.
    return [];
  }
}
