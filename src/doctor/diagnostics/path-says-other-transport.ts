import { defineEntryDiagnostic, type EntryFacts } from '../diagnostic.ts';
import { ownEntries, textOf, textsOf, meaningOfWord } from '../judging/entries/fields.ts';
import { transportByPath } from '../judging/network/address.ts';

const names = { http: 'Streamable HTTP', sse: 'the older transport (SSE)' } as const;

/** The end of an address is only a convention, so this is only information. */
export default defineEntryDiagnostic({
  id: 'path-says-other-transport',
  severity: 'info',
  summary: 'The address ends like addresses of the other transport usually do.',
  of: ownEntries,
  judge(target) {
    const { client, entry } = target;
    if (entry.server.kind !== 'url' || !entry.enabled) return undefined;
    const { transport, url } = entry.server;
    const expected = transportByPath(url);
    if ((transport !== 'http' && transport !== 'sse') || expected === undefined || expected === transport) return undefined;
    // When the client had to guess, or does not support the transport, that is reported instead.
    if (isGuess(target) || meaningOfWord(textOf(target, 'type') ?? '') === expected) return undefined;
    // The call worked, so the address does not follow the convention.
    if (target.live.some(({ answer }) => answer.kind === 'answered')) return undefined;
    const node = textsOf(target).find(({ kind }) => kind === 'url')?.node;
    return {
      span: node,
      message: `${client.name} calls "${entry.name}" over ${names[transport]}; its address ends like addresses of ${names[expected]} usually do.`,
      hint: 'Nothing to do if it works. "snap mcp validate --probe" asks the server.',
    };
  },
});

function isGuess(target: EntryFacts): boolean {
  const { http, sse, typeKey } = target.file.reading.entry;
  return http !== undefined && sse !== undefined && textOf(target, typeKey) === undefined;
}
