// Allowing servers, and taking it back: what the commands of "snap intelligence" do.
import type { System, WritableSystem } from '../system/index.ts';
import type { Workspace } from '../workspace/index.ts';
import { connectTo } from './asking/link.ts';
import { changeConsents, isAbout, readConsents, type Consent } from './consents.ts';
import type { SourceKind } from './context.ts';
import { findServers, type FoundServer } from './found/find-servers.ts';
import { recipeFor, recipes } from './recipes/recipes.ts';

export type { FoundServer } from './found/find-servers.ts';
export { kindWords } from './asking/link.ts';

/** A server with what the person decided about it until now. */
export interface Candidate {
  readonly server: FoundServer;
  /** `changed`: allowed with another entry. */
  readonly consent: 'none' | 'given' | 'changed';
  /** Of the consent, else what it seems to be. */
  readonly kind: SourceKind | undefined;
  /** Which server of the kind it seems to be, where the person did not name the kind. */
  readonly make: string | undefined;
}

/**
 * Every server of the person's assistants that snap could start or call, sources or not. Starts nothing.
 * @param as what it is to be allowed as, where the person says so.
 */
export async function findCandidates(system: System, workspace: Pick<Workspace, 'root'>, as?: SourceKind): Promise<readonly Candidate[]> {
  const consents = (await readConsents(system)).filter(({ kind }) => as === undefined || kind === as);
  return (await findServers(system, workspace)).map((server) => {
    const about = consents.filter((consent) => isAbout(consent, server));
    const same = about.find(({ fingerprint }) => fingerprint === server.fingerprint);
    const kind = as ?? (same ?? about[0])?.kind ?? server.guess;
    return {
      server,
      consent: same !== undefined ? 'given' : about.length > 0 ? 'changed' : 'none',
      kind,
      make: as === undefined && kind === server.guess ? server.make : undefined,
    };
  });
}

/** What is sent to a server, in words. Lists every server of the kind when the make is not known, and of every kind when that is not known either. */
export function sentTo({ kind, make }: Pick<Candidate, 'kind' | 'make'>): readonly string[] {
  return recipes
    .filter(({ id, kind: of }) => (kind === undefined || of === kind) && (make === undefined || id === make))
    .map(({ sends, title }) => `${title}: ${sends}`);
}

/** How people call a server of this make. */
export function titleOf(make: string): string {
  return recipes.find(({ id }) => id === make)?.title ?? make;
}

/** What a trial start of a server showed. */
export type Trial =
  | {
      readonly kind: 'recognised';
      readonly as: SourceKind;
      readonly make: string;
      readonly title: string;
      readonly tools: readonly string[];
    }
  /** It answers, and is none of the kinds that snap asks. */
  | { readonly kind: 'unknown'; readonly why?: string }
  | { readonly kind: 'failed'; readonly why: string };

/** Starts or calls a server once and looks at its tools. **This runs its code**, so only after the person agreed. Everything has ended on return. @param as the kind that the person named. */
export async function tryServer(
  system: System,
  { root }: Pick<Workspace, 'root'>,
  server: FoundServer,
  { as, signal }: { readonly as?: SourceKind | undefined; readonly signal: AbortSignal },
): Promise<Trial> {
  const end = await connectTo(system, root, server, signal);
  if (end.kind === 'failed') return { kind: 'failed', why: end.failure.why };
  const { connection } = end;
  const recipe = recipeFor(connection.tools, as);
  await connection.close();
  if (recipe === undefined) return { kind: 'unknown' };
  const tools = connection.tools.map(({ name }) => name).filter((name) => Object.hasOwn(recipe.tools, name));
  return { kind: 'recognised', as: recipe.kind, make: recipe.id, title: recipe.title, tools };
}

/** Keeps that the person allowed this entry, as it is now. */
export async function allowServer(
  system: WritableSystem,
  { clientId, fingerprint, name, path }: FoundServer,
  kind: SourceKind,
): Promise<void> {
  const consent: Consent = { name, path, clientId, fingerprint, kind, at: system.now().toISOString() };
  // An entry with the variable of the workspace means another program in each: each has a consent of its own.
  await changeConsents(system, (known) => [
    ...known.filter((one) => !isAbout(one, consent) || one.fingerprint !== fingerprint || one.kind !== kind),
    consent,
  ]);
}

/** Takes back every consent for servers of these names; of all without names. @returns the names that had one. */
export async function disallowServers(system: WritableSystem, names: readonly string[] | undefined): Promise<readonly string[]> {
  const gone = new Set<string>();
  await changeConsents(system, (known) =>
    known.filter(({ name }) => {
      const isKept = names !== undefined && !names.includes(name);
      if (!isKept) gone.add(name);
      return isKept;
    }),
  );
  return [...gone];
}
