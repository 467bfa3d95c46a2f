import { defineEntryDiagnostic, type Severity, type EntryFacts } from '../diagnostic.ts';
import type { Member } from '../../formats/index.ts';
import { headersField, renameFix, ownEntries } from '../judging/entries/fields.ts';
import { probableField, isFieldOfAny, type Purpose } from '../judging/entries/near-fields.ts';

/** A slip in the name of a field: assistants ignore names that they do not know. A misspelt command or address has its own finding. */
export default defineEntryDiagnostic({
  id: 'misspelt-field',
  severity: 'error',
  summary: 'The name of a field is misspelt, so its value is ignored.',
  restsOn: ['entry'],
  of: ownEntries,
  *judge(target) {
    const { client, entry } = target;
    for (const { member, purpose, name } of slips(target)) {
      const { severity, so } = effects[purpose];
      yield {
        span: member.keySpan,
        detail: name,
        severity: severity,
        message: `${client.name} does not read "${member.key}" in "${entry.name}": ${so}. The field is called "${name}".`,
        hint: `Write "${name}" instead of "${member.key}".`,
        fix: renameFix(target, member.key, name),
      };
    }
  },
});

const effects: Readonly<Record<'args' | 'env' | 'headers' | 'cwd', { readonly severity: Severity; readonly so: string }>> = {
  args: { severity: 'error', so: 'the program is started without its arguments' },
  env: { severity: 'warning', so: 'the server does not get these variables' },
  headers: { severity: 'warning', so: 'these headers are not sent' },
  cwd: { severity: 'warning', so: 'the server starts in another directory' },
};

type Slip = { readonly member: Member; readonly purpose: keyof typeof effects; readonly name: string };

function* slips(target: EntryFacts): Generator<Slip> {
  const { server } = target.entry;
  const { stdio } = target.file.reading.entry;
  const isCommand = server.kind === 'command' || (server.kind === 'other' && server.isIncomplete);
  const wanted: readonly (readonly [Slip['purpose'] & Purpose, string | undefined, boolean])[] = [
    ['args', stdio.commandIs === 'list' ? undefined : 'args', isCommand],
    ['env', stdio.env, isCommand],
    ['cwd', stdio.cwd, isCommand],
    ['headers', headersField(target), server.kind === 'url'],
  ];
  for (const [purpose, name, applies] of wanted) {
    const member = name === undefined || !applies ? undefined : probableField(target, purpose, name);
    // "foreign-field" has the fields of other clients.
    if (member !== undefined && name !== undefined && !isFieldOfAny(member.key)) yield { member, purpose, name };
  }
}
