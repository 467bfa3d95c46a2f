import { locate, type Client, type Evidence } from '../clients/index.ts';
import { shellPath } from './client-path.ts';
import { expand, namesIn } from './expand.ts';
import { findProgram } from './find-program.ts';
import type { ProbeContext } from './probe-context.ts';

/** Everything that shows that a client is installed, in words: `the program /usr/bin/code`. */
export async function evidenceOf(context: ProbeContext, client: Client): Promise<readonly string[]> {
  const found = await Promise.all(client.detect.map((evidence) => describe(context, evidence)));
  return [...new Set(found.filter((text) => text !== undefined))];
}

async function describe(context: ProbeContext, evidence: Evidence): Promise<string | undefined> {
  switch (evidence.kind) {
    case 'program': {
      const path = await findProgram(context.system, evidence.name, shellPath(context.system));
      return path === undefined ? undefined : `the program ${path}`;
    }
    case 'extension':
      return findExtension(context, evidence.id);
    case 'path':
      for (const pattern of locate(evidence.at, context.where)) {
        for (const path of await expand(context, pattern)) {
          const seen = await context.system.look(path);
          if (seen !== undefined && seen.kind !== 'unreachable') return path;
        }
      }
      return undefined;
    default:
      return evidence satisfies never;
  }
}

/** Extensions are unpacked into `<publisher>.<name>-<version>`, in lower case. */
async function findExtension(context: ProbeContext, id: string): Promise<string | undefined> {
  for (const directory of locate({ from: 'vscodeExtensions', path: '' }, context.where)) {
    const prefix = `${id.toLowerCase()}-`;
    for (const name of await namesIn(context, directory)) {
      if (name.toLowerCase().startsWith(prefix))
        return `the extension ${directory}${context.where.platform === 'win32' ? '\\' : '/'}${name}`;
    }
  }
  return undefined;
}
