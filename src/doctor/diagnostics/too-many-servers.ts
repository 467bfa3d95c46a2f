import { defineDiagnostic } from '../diagnostic.ts';

/** Some clients only start a limited number of servers. */
export default defineDiagnostic({
  id: 'too-many-servers',
  severity: 'warning',
  summary: 'There are more servers than this assistant starts at once.',
  restsOn: ['limits'],
  *detect({ entries, files }) {
    for (const client of new Set(files.map((file) => file.client))) {
      const limit = client.limits?.servers;
      if (limit === undefined) continue;
      const running = entries.filter((target) => target.client === client && target.isEffective && target.isOn);
      const over = running[limit];
      if (over === undefined) continue;
      yield {
        entry: over,
        message: `${client.name} starts at most ${limit} servers; ${running.length} are switched on, and "${over.entry.name}" is over the limit.`,
        hint: 'Switch off or remove servers that you seldom use.',
      };
    }
  },
});
