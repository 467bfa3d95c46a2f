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
  for (const other of evidence.unless ?? []) if ((await describe(context, other)) !== undefined) return undefined;
  switch (evidence.kind) {
    case 'program': {
      const path = await findProgram(context.system, evidence.name, shellPath(context.system));
      return path === undefined ? undefined : `the program ${path}`;
    }
    case 'extension':
      return findExtension(context, evidence);
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
async function findExtension(
  context: ProbeContext,
  { before = Number.POSITIVE_INFINITY, from = 0, id }: Evidence & { readonly kind: 'extension' },
): Promise<string | undefined> {
  for (const directory of locate({ from: 'vscodeExtensions', path: '' }, context.where)) {
    const prefix = `${id.toLowerCase()}-`;
    const names = [...(await namesIn(context, directory))].filter((name) => name.toLowerCase().startsWith(prefix));
    const major = (name: string): number => Number.parseInt(name.slice(prefix.length), 10) || 0;
    // Older ones are left in the directory for a while after an update.
    const newest = Math.max(...names.map(major));
    const found = names.find((name) => major(name) === newest);
    if (found !== undefined && newest >= from && newest < before)
      return `the extension ${directory}${context.where.platform === 'win32' ? '\\' : '/'}${found}`;
  }
  return undefined;
}
