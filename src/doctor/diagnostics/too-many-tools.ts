import { defineDiagnostic, type EntryFacts } from '../diagnostic.ts';
import { calledEntries } from '../judging/answers/called-entries.ts';
import { offeredTools } from '../judging/answers/tool-lists.ts';

/** Clients offer a limited number of tools to a model and leave the rest out, or refuse the request. */
export default defineDiagnostic({
  id: 'too-many-tools',
  severity: 'warning',
  summary: 'The servers of an assistant have more tools in total than it offers to a model.',
  restsOn: ['limits'],
  *detect(setup) {
    const counts = new Map<EntryFacts, number>();
    for (const { entry, answer } of calledEntries(setup, 'answered')) {
      if (runs(entry)) counts.set(entry, offeredTools(entry.entry, answer.tools).length);
    }
    for (const client of new Set([...counts.keys()].map((entry) => entry.client))) {
      const limit = client.limits?.tools;
      if (limit === undefined) continue;
      const servers = setup.entries.filter((entry) => entry.client === client && runs(entry) && entry.entry.server.kind !== 'other');
      const known = servers.filter((entry) => counts.has(entry));
      const sum = known.reduce((total, entry) => total + (counts.get(entry) ?? 0), 0);
      if (sum <= limit) continue;
      const most = known.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0)).slice(0, 3);
      yield {
        client,
        message: `The servers of ${client.name} have ${known.length < servers.length ? 'at least ' : ''}${sum} tools in total; it offers ${limit} to a model and leaves the others out.`,
        hint: `Switch off servers or tools you do not use. The most have ${most.map((entry) => `"${entry.entry.name}" (${counts.get(entry) ?? 0})`).join(', ')}.`,
      };
    }
  },
});

function runs({ isEffective, isOn }: EntryFacts): boolean {
  return isOn && isEffective;
}
