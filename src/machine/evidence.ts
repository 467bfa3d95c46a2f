import { locate, type Client, type Evidence, type Where } from '../clients/index.ts';
import type { System } from '../system/index.ts';
import { separatorOf, shellPath } from './client-path.ts';
import { expand, namesIn } from './expand.ts';

/** What one look at the machine shares between clients: every directory is listed and every file read once. */
export interface Machine {
  readonly system: System;
  readonly where: Where;
  readonly listings: Map<string, ReadonlySet<string>>;
  /** Files that several clients, or several scopes of one, look into. */
  readonly contents: Map<string, Uint8Array | undefined>;
}

/** Everything that shows the client is here, in words: `the program "code" (/usr/bin/code)`. */
export async function evidenceOf(machine: Machine, client: Client): Promise<readonly string[]> {
  const found = await Promise.all(client.detect.map((evidence) => look(machine, evidence)));
  return [...new Set(found.filter((text) => text !== undefined))];
}

async function look(machine: Machine, evidence: Evidence): Promise<string | undefined> {
  switch (evidence.kind) {
    case 'program': {
      const path = await findProgram(machine.system, evidence.name, shellPath(machine.system));
      return path === undefined ? undefined : `the program ${path}`;
    }
    case 'extension':
      return findExtension(machine, evidence.id);
    case 'path':
      for (const pattern of locate(evidence.at, machine.where)) {
        for (const path of await expand(machine, pattern)) {
          const seen = await machine.system.look(path);
          if (seen !== undefined && seen.kind !== 'unreachable') return path;
        }
      }
      return undefined;
    default:
      return evidence satisfies never;
  }
}

/** Where a program is found: the first directory of a PATH that has it. */
export async function findProgram(system: System, name: string, path: string): Promise<string | undefined> {
  const isWindows = system.platform === 'win32';
  const endings = isWindows ? ['.exe', '.cmd', '.bat', '.com'] : [''];
  for (const directory of path.split(separatorOf(system.platform))) {
    // An empty part of PATH means the current directory, which is no place an assistant is installed in.
    if (directory === '') continue;
    for (const ending of endings) {
      const full = `${directory}${isWindows ? '\\' : '/'}${name}${ending}`;
      const seen = await system.look(full);
      if (seen?.kind === 'file' && (isWindows || seen.executable)) return full;
    }
  }
  return undefined;
}

/** Extensions are unpacked into `<publisher>.<name>-<version>`, in lower case. */
async function findExtension(machine: Machine, id: string): Promise<string | undefined> {
  for (const directory of locate({ from: 'vscodeExtensions', path: '' }, machine.where)) {
    const prefix = `${id.toLowerCase()}-`;
    for (const name of await namesIn(machine, directory)) {
      if (name.toLowerCase().startsWith(prefix))
        return `the extension ${directory}${machine.where.platform === 'win32' ? '\\' : '/'}${name}`;
    }
  }
  return undefined;
}
