import { type About, defineDiagnostic, type Fix, atMost, entrySeverity, type EntryFacts } from '../diagnostic.ts';
import { canDrop, fieldOf, mayFix, setServerFields, textOf, ownEntries } from '../judging/entries/fields.ts';
import { quotedNames } from '../judging/wording.ts';

/** Most clients ignore what they do not know; some refuse an entry for a field of the other kind of server. */
export default defineDiagnostic({
  id: 'refused-field',
  severity: 'error',
  summary: 'The entry has a field that the assistant refuses beside a command, or beside an address.',
  restsOn: ['entry'],
  *detect(setup) {
    for (const target of ownEntries(setup)) {
      const sighting = judge(target);
      if (sighting !== undefined) yield { entry: target, ...sighting };
    }
  },
});

function judge(target: EntryFacts): About | undefined {
  const { refuses, strict, stdio } = target.file.reading.entry;
  const { server } = target.entry;
  // Both a command and an address: another finding says which of them has to go.
  if (refuses === undefined || server.kind === 'other' || (server.kind === 'command' && textOf(target, 'url') !== undefined))
    return undefined;
  const keys = refuses[server.kind === 'command' ? 'stdio' : 'url'].filter((key) => fieldOf(target, key) !== undefined);
  const [first] = keys;
  if (first === undefined) return undefined;
  const { name } = target.entry;
  const beside = server.kind === 'command' ? `"${stdio.command}"` : 'an address';
  const fix = removal(target, keys);
  return {
    // A file that is refused costs the entries that are on as well.
    severity: strict === 'file' ? 'error' : atMost(entrySeverity(target, 'error'), 'error'),
    span: fieldOf(target, first)?.keySpan,
    detail: keys.join(' '),
    message: `${target.client.name} refuses ${quotedNames(keys)} beside ${beside} ("${name}")${strict === 'file' ? '; it then loads no server of this file' : ''}.`,
    hint: hintFor(target, keys),
    fix,
  };
}

function hintFor(target: EntryFacts, keys: readonly string[]): string {
  const { http } = target.file.reading.entry;
  if (target.entry.server.kind === 'url') {
    if (keys.includes('bearer_token') && http?.bearerFrom !== undefined)
      return `Put the token into an environment variable and name that variable under "${http.bearerFrom}".`;
    if (keys.includes('env') && http?.headers !== undefined)
      return `Remove ${quotedNames(keys)}. A server at an address gets no variables; what it needs is sent in "${http.headers}".`;
  }
  return `Remove ${quotedNames(keys)}.`;
}

/** Asked first: what is removed may be what the person thought the server gets. Never a token, which would be lost. */
function removal(target: EntryFacts, keys: readonly string[]): Fix | undefined {
  if (!mayFix(target) || !canDrop(target) || keys.includes('bearer_token')) return undefined;
  return { kind: 'confirm', says: `remove ${quotedNames(keys)}`, edit: setServerFields(target, new Map(), keys) };
}
