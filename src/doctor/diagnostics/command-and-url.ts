import { defineEntryDiagnostic, type Fix, type EntryFacts } from '../diagnostic.ts';
import { ownEntries, canDrop, fieldOf, mayFix, setServerFields, textOf, urlKeys, meaningOfWord } from '../judging/entries/fields.ts';

/** An entry either starts a program or names an address. */
export default defineEntryDiagnostic({
  id: 'command-and-url',
  severity: 'error',
  summary: 'The entry has both a command and an address.',
  restsOn: ['entry'],
  of: ownEntries,
  judge(target) {
    const { entry: form } = target.file.reading;
    const command = fieldOf(target, form.stdio.command);
    const url = urlKeys(target)
      .map((key) => fieldOf(target, key))
      .find((member) => member?.value.kind === 'scalar' && typeof member.value.value === 'string' && member.value.value !== '');
    if (
      command === undefined ||
      url === undefined ||
      (command.value.kind === 'scalar' && (command.value.value === '' || command.value.value === null))
    )
      return undefined;
    const isRejected = form.commandAndUrl === 'rejected';
    const fix = keepOne(target);
    return {
      span: url.keySpan,
      severity: isRejected ? 'error' : 'warning',
      message: isRejected
        ? `"${target.entry.name}" has both a command and an address: ${target.client.name} rejects such an entry.`
        : `"${target.entry.name}" has both a command and an address; it is not defined which of them ${target.client.name} uses.`,
      hint: `Remove "${form.stdio.command}" or "${url.key}", whichever is wrong.`,
      fix,
    };
  },
});

/** Only the type word of the entry says which of the two is right. */
function keepOne(target: EntryFacts): Fix | undefined {
  const { http, sse, stdio, typeKey } = target.file.reading.entry;
  const meaning = meaningOfWord(textOf(target, typeKey) ?? '');
  if (meaning === undefined || !mayFix(target) || !canDrop(target)) return undefined;
  const headers = [http, sse].flatMap((form) => (form?.headers === undefined ? [] : [form.headersIn ?? form.headers]));
  const drop = (
    meaning === 'stdio'
      ? [...urlKeys(target), ...headers]
      : [stdio.command, 'args', stdio.env, ...(stdio.cwd === undefined ? [] : [stdio.cwd])]
  ).filter((key) => fieldOf(target, key) !== undefined);
  const says = `remove ${drop.map((key) => `"${key}"`).join(', ')}, as "${typeKey}" says`;
  return { kind: 'confirm', says, edit: setServerFields(target, new Map(), drop) };
}
