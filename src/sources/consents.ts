import { join } from 'node:path';
import * as z from 'zod';
import { jsonIn, type System, type WritableSystem } from '../system/index.ts';
import { sourceKinds } from './context.ts';

/** What the person allowed: one server entry, as it was when they were asked. Holds no secret. */
const consent = z.object({
  /** The entry's name, and the config file it is in. */
  name: z.string(),
  path: z.string(),
  clientId: z.string(),
  fingerprint: z.string(),
  kind: z.enum(sourceKinds),
  at: z.string(),
});
export type Consent = z.infer<typeof consent>;

const file = z.object({ v: z.literal(1), servers: z.array(consent) });

/** The file with the consents, in snap's own data directory. */
export function consentsPath({ own }: Pick<System, 'own'>): string {
  return join(own.data, 'sources.json');
}

/** Every consent; none where the file is missing or damaged. */
export async function readConsents(system: System): Promise<readonly Consent[]> {
  const bytes = await system.readBytes(consentsPath(system));
  const read = bytes === undefined ? undefined : file.safeParse(jsonIn(Buffer.from(bytes).toString('utf8')));
  return read?.data?.servers ?? [];
}

/** Replaces the consents by what `change` makes of them, under a lock. */
export async function changeConsents(system: WritableSystem, change: (known: readonly Consent[]) => readonly Consent[]): Promise<void> {
  const path = consentsPath(system);
  await system.withLocks([path], async (locked) => {
    const servers = change(await readConsents(locked));
    await locked.ownFiles.write(path, Buffer.from(`${JSON.stringify({ v: 1, servers }, undefined, 2)}\n`));
  });
}

/** Whether a consent is about this entry, changed or not. */
export function isAbout({ name, path }: Pick<Consent, 'name' | 'path'>, server: { readonly name: string; readonly path: string }): boolean {
  return name === server.name && path === server.path;
}
