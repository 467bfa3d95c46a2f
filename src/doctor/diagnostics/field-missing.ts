import { type About, defineEntryDiagnostic, type Fix, type EntryFacts } from '../diagnostic.ts';
import { findMember, isMap, type Value } from '../../formats/index.ts';
import { fieldOf, mayFix, setServerFields, ownEntries } from '../judging/entries/fields.ts';
import { probableField } from '../judging/entries/near-fields.ts';

/** Some parsers have no default for a field, and drop an entry without it. */
export default defineEntryDiagnostic({
  id: 'field-missing',
  severity: 'error',
  summary: 'The entry lacks a field that the assistant requires, so it is ignored.',
  restsOn: ['entry'],
  of: ownEntries,
  *judge(target) {
    for (const about of [...demanded(target), ...nameOf(target)]) yield { ...about };
  },
});

/** What is written for a field that a person left out. */
const usual: ReadonlyMap<string, { readonly value: Value; readonly shown: string; readonly kind: Fix['kind'] }> = new Map([
  ['args', { value: [], shown: '[]', kind: 'safe' } as const],
  // It may have been left out to switch the server off.
  ['enabled', { value: true, shown: 'true', kind: 'confirm' } as const],
]);

function* demanded(target: EntryFacts): Generator<About> {
  const { client, entry, file } = target;
  const { demands } = file.reading.entry;
  const { kind } = entry.server;
  if (demands === undefined || kind === 'other') return;
  for (const key of demands[kind === 'command' ? 'stdio' : 'url']) {
    const value = fieldOf(target, key)?.value;
    const isNull = value?.kind === 'scalar' && value.value === null;
    // Under a misspelt name it has another finding.
    if ((value !== undefined && !isNull) || (key === 'args' && probableField(target, 'args', key) !== undefined)) continue;
    const written = usual.get(key);
    yield {
      span: value,
      detail: key,
      message: `"${entry.name}" has no "${key}", which ${client.name} requires: it ignores the entry.`,
      hint: `Add "${key}"${written === undefined ? '' : `: ${written.shown}`}.`,
      fix:
        written === undefined || isNull || !mayFix(target)
          ? undefined
          : {
              kind: written.kind,
              says: `add "${key}": ${written.shown}`,
              edit: setServerFields(target, new Map([[key, written.value]])),
            },
    };
  }
}

function* nameOf(target: EntryFacts): Generator<About> {
  const { client, entry, file } = target;
  const { nameKey } = file.reading.entry;
  if (nameKey !== undefined && isMap(entry.value) && !entry.value.has(nameKey)) {
    yield {
      severity: 'warning',
      detail: nameKey,
      message: `"${entry.name}" has no "${nameKey}". Newer versions of ${client.name} use the key instead; older ones ignore the entry.`,
      hint: `Add "${nameKey}": "${entry.name}".`,
      fix: mayFix(target)
        ? { kind: 'safe', says: `add "${nameKey}": "${entry.name}"`, edit: setServerFields(target, new Map([[nameKey, entry.name]])) }
        : undefined,
    };
    return;
  }
  const isNamed = entry.at.kind === 'map' || entry.at.wrap !== undefined || entry.fields.kind !== 'map';
  if (isNamed || findMember(entry.fields, 'name')?.value.kind === 'scalar' || isOfOwnKind(target)) return;
  yield {
    detail: 'name',
    message: `Entry ${entry.name} of the list has no "name", which ${client.name} requires.`,
    hint: 'Add "name" with a name of its own.',
  };
}

function isOfOwnKind({ entry: { server } }: EntryFacts): boolean {
  return server.kind === 'other' && !server.isIncomplete;
}
