import { isOursByShape, sameServer } from '../../clients/index.ts';
import { defineDiagnostic, type Sighting, type EntryFacts, type Setup } from '../diagnostic.ts';
import { isForeign, isOneOfMany, isSameFile } from '../judging/files/file-readers.ts';
import { describeStart } from '../judging/programs/same-start.ts';
import { howToRemove, pathForMessage } from '../judging/wording.ts';
import { placed } from '../../machine/index.ts';

/** The registry says which file wins: the order of `files`, and `precedence` when that is not confirmed. */
export default defineDiagnostic({
  id: 'shadowed-entry',
  severity: 'warning',
  summary: 'Another config file of the same assistant overrides this server.',
  *detect(setup) {
    const winners = new Map(setup.entries.filter(({ isEffective }) => isEffective).map((entry) => [keyOf(entry), entry]));
    for (const entry of setup.entries) {
      const winner = winners.get(keyOf(entry));
      if (entry.isEffective || winner === undefined || !areRivals(entry, winner, setup)) continue;
      yield { entry, ...judged(entry, winner, setup) };
    }
  },
});

function keyOf({ client, entry }: EntryFacts): string {
  return JSON.stringify([client.id, entry.name]);
}

/**
 * Whether one program of the client reads both files. Several user files usually belong to several programs (an editor and its preview),
 * the files of a family are independent, and a file of another client only adds servers.
 */
function areRivals(entry: EntryFacts, winner: EntryFacts, { facts }: Setup): boolean {
  const [one, other] = [entry.file, winner.file];
  const isSideFile = [one, other].some((file) => (isForeign(file) && file.scope !== 'managed') || isOneOfMany(file, facts.platform));
  // The same entry, read through two paths; removing one would remove both.
  if (isSameFile(one, other) && entry.entry.at.path.join('\n') === winner.entry.at.path.join('\n')) return false;
  const areServers = entry.entry.server.kind !== 'other' && winner.entry.server.kind !== 'other';
  return !isSideFile && areServers && (one.scope !== other.scope || one.scope === 'project');
}

function judged(entry: EntryFacts, winner: EntryFacts, setup: Setup): Pick<Sighting, 'message' | 'hint' | 'severity'> {
  const { client } = entry;
  const { name } = entry.entry;
  const there = `${pathForMessage(setup, winner.file.path)}${winner.file.path === entry.file.path ? ` (${winner.file.scope})` : ''}`;
  const areOurs = isOursByShape(entry.entry.server) && isOursByShape(winner.entry.server);
  const remove = howToRemove(setup, entry);
  const isSpelledAlike = sameServer(placed(entry, entry.client), placed(winner, winner.client));
  if (areOurs || isSpelledAlike) {
    return {
      severity: 'info',
      message: `"${name}" is in ${there} too, and starts the same server there. ${client.name} needs only one of the two.`,
      hint: `Nothing to do${isSpelledAlike ? '' : `, although ${client.name} may warn that the two are spelled differently`}. To keep it in one place: ${remove}`,
    };
  }
  const severity = entry.entry.enabled ? 'warning' : 'info';
  if (client.precedence === 'unknown') {
    return {
      severity,
      message: `"${name}" is in ${there} too, and starts something else there (${describeStart(winner, setup)}). Which of the two ${client.name} starts is not documented.`,
      hint: `Give one of the two another name, or remove one: ${remove}`,
    };
  }
  return {
    severity,
    message: entry.entry.ours
      ? `snap does not start from this entry: ${client.name} uses "${name}" from ${there}, which is something else (${describeStart(winner, setup)}).`
      : `${client.name} uses "${name}" from ${there}, which starts something else (${describeStart(winner, setup)}). This entry is ignored in this folder.`,
    hint: entry.entry.ours
      ? `Change or rename the entry in ${there}.`
      : `Change the entry in ${there}, give one of the two another name, or remove this one: ${remove}`,
  };
}
