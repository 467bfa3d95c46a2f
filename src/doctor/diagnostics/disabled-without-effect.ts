import { defineEntryDiagnostic, type Fix, atMost, type EntryFacts } from '../diagnostic.ts';
import { canDrop, fieldOf, mayFix, setServerFields } from '../judging/entries/fields.ts';

/** The switches by which some client turns a server off. */
const switches = [
  { key: 'disabled', off: true },
  { key: 'enabled', off: false },
] as const;

/** The server runs although its entry turns it off in the form of another client. */
export default defineEntryDiagnostic({
  id: 'disabled-without-effect',
  severity: 'warning',
  summary: 'The entry switches the server off in a way that this assistant does not read, so the server runs.',
  restsOn: ['switches'],
  *judge(target) {
    const { client, entry, file, isEffective } = target;
    const own = file.reading.entry.switch;
    if (own === undefined && client.hasNoSwitch === undefined) return;
    if (!entry.enabled || entry.server.kind === 'other') return;
    for (const { key, off } of switches) {
      const member = fieldOf(target, key);
      if (key === own?.key || member?.value.kind !== 'scalar' || member.value.value !== off) continue;
      const fix = own === undefined ? undefined : useOwn(target, key, own);
      yield {
        span: member.keySpan,
        detail: key,
        severity: atMost('warning', isEffective ? 'warning' : 'info'),
        message: `${client.name} does not read "${key}", so "${entry.name}" still runs.`,
        hint:
          own === undefined
            ? `${client.name} has no switch in this file. Remove the entry, or switch the server off in ${client.name} itself.`
            : `${client.name} reads "${own.key}": ${own.off}.`,
        fix,
      };
    }
  },
});

function useOwn(target: EntryFacts, key: string, own: { readonly key: string; readonly off: boolean }): Fix | undefined {
  if (!mayFix(target) || !canDrop(target)) return undefined;
  return {
    kind: 'confirm',
    says: `write "${own.key}": ${own.off} instead of "${key}"`,
    edit: setServerFields(target, new Map([[own.key, own.off]]), [key]),
  };
}
