import { defineDiagnostic } from '../diagnostic.ts';
import { ownEntries } from '../judging/entries/own-entries.ts';
import { renameMember } from '../edit.ts';
import { fieldOf, mayFix, textOf } from '../judging/entries/fields.ts';
import { transportByPath } from '../judging/network/private-networks.ts';
import { urlKeys } from '../judging/entries/entry-texts.ts';
import { entrySeverity } from '../severity.ts';
import { meaningOfWord } from '../judging/entries/type-words.ts';
import type { EntryFacts } from '../setup.ts';

/** The names under which clients read the address of a server. */
const addressKeys: readonly string[] = ['url', 'serverUrl', 'httpUrl', 'uri', 'baseUrl', 'serverURL', 'server_url', 'endpoint', 'sseUrl'];

/** The address is under the name that another client uses. */
export default defineDiagnostic({
  id: 'wrong-url-field',
  severity: 'error',
  summary: 'The address of the server is under a name that this assistant does not read.',
  restsOn: ['entry'],
  *detect(setup) {
    for (const target of ownEntries(setup)) {
      const { client, entry, file } = target;
      const { entry: form } = file.reading;
      if (entry.server.kind !== 'other' || (form.http === undefined && form.sse === undefined)) continue;
      if (fieldOf(target, form.stdio.command) !== undefined || urlKeys(target).some((key) => fieldOf(target, key) !== undefined)) continue;
      const key = addressKeys.find((other) => /^(https?:\/\/|\$|\{)/.test(textOf(target, other) ?? ''));
      const member = key === undefined ? undefined : fieldOf(target, key);
      if (key === undefined || member === undefined) continue;
      const right = rightField(target, key);
      yield {
        entry: target,
        span: member.keySpan,
        severity: entrySeverity(target, 'error'),
        message: `${client.name} does not read "${key}": it finds no address in "${entry.name}" and ignores the entry.`,
        hint: `${client.name} reads "${right}".`,
        fix: mayFix(target)
          ? {
              kind: 'safe',
              says: `rename "${key}" to "${right}"`,
              edit: renameMember(file, member, right),
            }
          : undefined,
      };
    }
  },
});

/** When each transport has its own field, the entry has to show which one is right. */
function rightField(target: EntryFacts, key: string): string {
  const { http, sse, typeKey } = target.file.reading.entry;
  if (http === undefined || sse === undefined || http.url === sse.url) return (http ?? sse)?.url ?? 'url';
  const word = meaningOfWord(textOf(target, typeKey) ?? '');
  const transport = word === 'sse' || word === 'http' ? word : (transportByPath(textOf(target, key) ?? '') ?? 'http');
  return (transport === 'sse' ? sse : http).url;
}
