import { defineEntryDiagnostic, type EntryFacts } from '../diagnostic.ts';
import { ownEntries, textOf, renameFix, meaningOfWord } from '../judging/entries/fields.ts';
import { transportByPath } from '../judging/network/address.ts';
import { misnamedAddress } from '../judging/entries/near-fields.ts';

/** The address is under the name that another client uses. */
export default defineEntryDiagnostic({
  id: 'wrong-url-field',
  severity: 'error',
  summary: 'The address of the server is under a name that this assistant does not read.',
  restsOn: ['entry'],
  of: ownEntries,
  judge(target) {
    const { client, entry } = target;
    const member = misnamedAddress(target);
    if (member === undefined) return undefined;
    const { key } = member;
    const right = rightField(target, key);
    return {
      span: member.keySpan,
      message: `${client.name} does not read "${key}": it finds no address in "${entry.name}" and ignores the entry.`,
      hint: `${client.name} reads "${right}".`,
      fix: renameFix(target, key, right),
    };
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
