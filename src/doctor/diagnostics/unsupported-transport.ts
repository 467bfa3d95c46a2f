import { defineEntryDiagnostic, type Severity, type EntryFacts } from '../diagnostic.ts';
import { unreadAddress } from '../judging/entries/near-fields.ts';
import { ownEntries, fieldOf, textOf, meaningOfWord, typeKeys } from '../judging/entries/fields.ts';

/** Some clients only start programs, and some no longer support the older of the two remote transports. */
export default defineEntryDiagnostic({
  id: 'unsupported-transport',
  severity: 'error',
  summary: 'The assistant does not support the transport of this server.',
  restsOn: ['entry'],
  of: ownEntries,
  judge(target) {
    const { client, entry, file } = target;
    const missing = missingTransport(target);
    // Not for a client that reads no servers at all.
    if (missing === undefined || client.setup === 'manual') return undefined;
    const { unsure = [] } = file.reading.entry;
    const isUnsure = missing === 'remote' ? unsure.includes('http') : unsure.includes(missing);
    const maxSeverity: Severity = !isUnsure ? 'error' : missing === 'http' ? 'info' : 'warning';
    const member = ['url', 'serverUrl', 'httpUrl', 'uri'].map((key) => fieldOf(target, key)).find((found) => found !== undefined);
    return {
      span: member?.keySpan,
      severity: maxSeverity,
      message:
        missing === 'remote'
          ? `${client.name} only starts programs: it ${isUnsure ? 'may not read' : 'does not read'} the address of "${entry.name}" from this file.`
          : `${client.name} ${isUnsure ? 'may not support' : 'does not support'} ${names[missing]}, which "${entry.name}" uses.`,
      hint: hintFor(target, missing),
    };
  },
});

const names = { http: 'Streamable HTTP', sse: 'the older transport (SSE)' } as const;

function missingTransport(target: EntryFacts): 'remote' | 'http' | 'sse' | undefined {
  const { entry: form } = target.file.reading;
  const { server } = target.entry;
  if (server.kind === 'command' || fieldOf(target, form.stdio.command) !== undefined) return undefined;
  const address = unreadAddress(target);
  if (address === undefined) return undefined;
  if (form.http === undefined && form.sse === undefined) return 'remote';
  const word = [form.typeKey, ...typeKeys].map((key) => textOf(target, key)).find((text) => text !== undefined);
  const meaning = meaningOfWord(word ?? '');
  if (meaning === 'sse' && form.sse === undefined) return 'sse';
  return meaning === 'http' && form.http === undefined ? 'http' : undefined;
}

function hintFor({ client }: EntryFacts, missing: 'remote' | 'http' | 'sse'): string {
  if (client.remoteInstead !== undefined) return client.remoteInstead;
  return missing === 'sse'
    ? 'Use its Streamable HTTP address (often the same with /mcp at the end), or start it through a bridge to stdio.'
    : 'Start it through a bridge to stdio.';
}
