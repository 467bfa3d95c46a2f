import { closedGates, type ClosedGate } from '../../../machine/index.ts';
import type { Sighting } from '../../diagnostic.ts';
import type { EntryFacts, FileFacts, Setup } from '../../setup.ts';
import { memoize } from '../memoize.ts';
import { pathForMessage, quotedNames } from '../wording.ts';

/** The reasons outside of an entry why its server does not run, the administrator's left out: those have their own finding. */
export function closedFor(setup: Setup, target: EntryFacts): readonly ClosedGate[] {
  return allClosed(setup, target).filter(({ isManaged }) => !isManaged);
}

/** The first reason in an administrator's file. */
export function closedByAdministrator(setup: Setup, target: EntryFacts): ClosedGate | undefined {
  return allClosed(setup, target).find(({ isManaged }) => isManaged);
}

function allClosed({ decisions, facts }: Setup, target: EntryFacts): readonly ClosedGate[] {
  return closedIn(facts)(decisions)(target);
}

const closedIn = memoize((facts: Setup['facts']) => {
  const clients = new Map(facts.clients.map((found) => [found.client, found]));
  return memoize((decisions: Setup['decisions']) =>
    memoize(({ client, entry, file }: EntryFacts): readonly ClosedGate[] => {
      const found = clients.get(client);
      return found === undefined ? [] : closedGates(decisions, found, file, entry);
    }),
  );
});

/** The servers of one file that do not run for the same reason, with the reason of each. */
export interface ClosedGroup {
  readonly file: FileFacts;
  readonly gate: ClosedGate;
  readonly targets: readonly EntryFacts[];
  readonly gates: readonly ClosedGate[];
}

/**
 * Servers that would run if it were not for a reason of this kind: one group for each file and reason. A person who is told ten times that
 * a folder is not trusted reads none of it.
 */
export function closedGroups(setup: Setup, kind: ClosedGate['kind']): readonly ClosedGroup[] {
  const groups = new Map<string, { file: FileFacts; gate: ClosedGate; targets: EntryFacts[]; gates: ClosedGate[] }>();
  for (const target of setup.entries) {
    if (!target.entry.enabled || !target.isEffective) continue;
    const [gate] = closedFor(setup, target);
    if (gate?.kind !== kind) continue;
    const key = JSON.stringify([target.client.id, target.file.scope, target.file.path, gate.because, gate.path]);
    const group = groups.get(key) ?? { file: target.file, gate, targets: [], gates: [] };
    group.targets.push(target);
    group.gates.push(gate);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** What a finding about a group is about: the entry, if it is one, else the file at its first entry. What a person decided is no problem. */
export function groupAbout({ file, gate, targets }: ClosedGroup): Pick<Sighting, 'entry' | 'file' | 'span' | 'severity' | 'detail'> {
  const [first, second] = targets;
  const about = { severity: gate.isDecided ? ('info' as const) : ('warning' as const), detail: gate.because };
  if (first === undefined || second === undefined) return { ...about, entry: first, file };
  return { ...about, file, span: first.entry.fields };
}

/** The names of servers for a message: all of a few, else the first ones and how many more. */
export function serverNames(targets: readonly EntryFacts[]): string {
  return quotedNames(
    targets.map(({ entry }) => entry.name),
    6,
  );
}

/** Where a decision is kept, or would be. */
export function keptIn(setup: Setup, { hasRecord, path }: ClosedGate): string {
  const place = pathForMessage(setup, path);
  return hasRecord ? place : `no record in ${place}`;
}
