import { defineDiagnostic } from '../diagnostic.ts';
import { closedByAdministrator } from '../judging/entries/gates.ts';
import { blockedBy, policyFiles, policyOf } from '../judging/entries/policy.ts';
import { pathForMessage } from '../judging/wording/paths-for-people.ts';
import { holdsGate } from '../../machine/index.ts';
import { atMost, entrySeverity } from '../severity.ts';
import type { EntryFacts, FileFacts, Setup } from '../setup.ts';

/** Decisions of an administrator are reported, never worked around. */
export default defineDiagnostic({
  id: 'managed-policy',
  severity: 'warning',
  summary: 'An administrator decides which servers this assistant may run.',
  restsOn: ['switches'],
  reads: policyFiles,
  *detect(setup) {
    for (const file of setup.files) {
      if (
        file.scope !== 'managed' ||
        file.state !== 'ok' ||
        (file.servers.length === 0 && !holdsGate(file.client, file) && file.place.exclusive === undefined)
      )
        continue;
      yield {
        file,
        severity: 'info',
        message: `An administrator's settings for ${file.client.name} are in force${file.place.exclusive === undefined ? '' : '; the servers of every other file are ignored'}.`,
        hint: 'Only an administrator can change them.',
      };
    }
    for (const client of new Set(setup.files.map((file) => file.client))) {
      const policy = policyOf(setup, client);
      if (policy === undefined) continue;
      yield {
        client,
        path: policy.path,
        severity: 'info',
        message: `An administrator has listed which servers ${client.name} may run.`,
        hint: 'Only an administrator can change the list. A server with another name or other arguments may no longer match the list.',
      };
    }
    for (const target of setup.entries) {
      const blocked = blockOf(setup, target);
      if (blocked === undefined) continue;
      yield {
        entry: target,
        severity: atMost(entrySeverity(target, 'warning'), 'warning'),
        message: `"${target.entry.name}" does not run in ${target.client.name}: ${blocked}.`,
        hint: 'Ask your administrator to allow it.',
      };
    }
  },
});

function blockOf(setup: Setup, target: EntryFacts): string | undefined {
  if (target.file.scope === 'managed') return undefined;
  const exclusive = exclusiveFile(setup, target);
  if (exclusive !== undefined) return `an administrator's file is the only one that is read (${pathForMessage(setup, exclusive.path)})`;
  const policy = policyOf(setup, target.client);
  const blocked = policy === undefined ? undefined : blockedBy(policy, target);
  if (policy !== undefined && blocked !== undefined)
    return `${blocked === 'denied' ? "an administrator's list forbids it" : "it is not in an administrator's list of allowed servers"} (${pathForMessage(setup, policy.path)})`;
  const closed = closedByAdministrator(setup, target);
  return closed === undefined ? undefined : `in an administrator's settings, ${closed.because} (${pathForMessage(setup, closed.path)})`;
}

function exclusiveFile({ files }: Setup, { client }: EntryFacts): FileFacts | undefined {
  return files.find((file) => file.client === client && file.place.exclusive === true && file.state === 'ok');
}
