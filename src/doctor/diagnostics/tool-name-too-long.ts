import type { Client } from '../../clients/index.ts';
import { defineDiagnostic, type Severity, atMost } from '../diagnostic.ts';
import { calledEntries } from '../judging/answers/called-entries.ts';
import { offeredTools } from '../judging/answers/tool-lists.ts';

/** Clients send the server's name and the tool's name as one name, whose length they or the model's API limit. */
export default defineDiagnostic({
  id: 'tool-name-too-long',
  severity: 'error',
  summary: "Tool names are too long when the server's name is added.",
  restsOn: ['limits'],
  *detect(setup) {
    for (const { entry, answer, maxSeverity } of calledEntries(setup, 'answered')) {
      const { client } = entry;
      const { name } = entry.entry;
      const limit = client.limits?.toolName;
      if (limit === undefined || client.toolPrefix === undefined) continue;
      const prefix = client.toolPrefix.replace('{server}', () => name);
      const long = offeredTools(entry.entry, answer.tools).filter((tool) => prefix.length + tool.length > limit);
      if (long.length === 0) continue;
      const longest = Math.max(...long.map((tool) => tool.length));
      const left = limit - longest - (prefix.length - name.length);
      const shown = long
        .slice(0, maxShown)
        .map((tool) => `"${tool}"`)
        .join(', ');
      const { severity, says } = behaviour[client.longToolNames ?? 'unknown'];
      yield {
        entry,
        severity: atMost(maxSeverity, severity),
        message: `${long.length === 1 ? 'One tool' : `${long.length} tools`} of "${name}" ${long.length === 1 ? 'has a name' : 'have names'} of more than ${limit} characters together with the server's name, ${says.replace('{client}', client.name).replaceAll('{them}', long.length === 1 ? 'it' : 'them')}: ${shown}${long.length > maxShown ? ', …' : ''}.`,
        hint:
          left > 0
            ? `Give the server a name of at most ${left} ${left === 1 ? 'character' : 'characters'}.`
            : 'No name of the server is short enough: switch these tools off, or look for an option that gives them shorter names.',
      };
    }
  },
});

const maxShown = 3;

const behaviour: Readonly<
  Record<NonNullable<Client['longToolNames']> | 'unknown', { readonly severity: Severity; readonly says: string }>
> = {
  dropped: { severity: 'error', says: 'so {client} leaves {them} out' },
  cut: { severity: 'warning', says: 'so {client} cuts {them} and may not find {them} again' },
  shortened: { severity: 'info', says: 'so {client} shortens {them}' },
  unknown: { severity: 'warning', says: 'which {client} or the model may refuse' },
};
