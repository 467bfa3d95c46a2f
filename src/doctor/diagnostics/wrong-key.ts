import { foreignMember, looksLikeServer } from '../../clients/index.ts';
import type { Member } from '../../formats/index.ts';
import { maskText } from '../../secrets/index.ts';
import { defineDiagnostic, type Sighting } from '../diagnostic.ts';
import { isMisspelt } from '../judging/entries/near-fields.ts';
import { clientsThat, quotedNames } from '../judging/wording/sentences.ts';
import { onlyNamedClients, othersWithKey, ownersByPath } from '../judging/files/file-readers.ts';
import { renameRootKey } from '../judging/json/rewrite-file.ts';
import { moveBesideFix, serversBeside } from '../judging/json/servers-beside.ts';
import type { Setup } from '../setup.ts';

/** Each client keeps its servers under its own key and ignores the keys of other clients: see the registry (`layout`). */
export default defineDiagnostic({
  id: 'wrong-key',
  severity: 'error',
  summary: "The servers are under another assistant's key.",
  restsOn: ['entry'],
  *detect(setup) {
    yield* besideTheRightOne(setup);
    const here = new Map(setup.facts.clients.map(({ client, installed }) => [client.id, installed]));
    for (const owners of ownersByPath(setup.files)) {
      const [first] = owners;
      const { reading, root, state } = first;
      const foreign = state === 'wrong-key' ? foreignMember(root, reading) : undefined;
      const [at] = reading.layouts;
      const own = at.path[0];
      if (foreign === undefined || own === undefined || isMisspelt(foreign.key, own)) continue;
      // The file may be another client's, who reads it under this very key.
      const others = othersWithKey(setup, first, foreign.key);
      if (others.some(({ id }) => onlyNamedClients(setup) || here.get(id) === true || !first.installed)) continue;
      const edit = at.kind === 'map' && others.length === 0 ? renameRootKey(setup, first, foreign, own) : undefined;
      for (const file of owners) {
        yield {
          file,
          span: foreign.keySpan,
          message: `The servers are under "${foreign.key}"${namesOf(foreign)}. ${clientsThat(owners, 'read')} only "${own}" here, so none of them starts.`,
          hint:
            at.kind === 'map'
              ? `Call the key "${own}". What an entry looks like may differ too: run "snap mcp validate" again afterwards.`
              : `The assistant reads a list under "${own}". "snap tools print" shows one.`,
          detail: foreign.key,
          fix: edit === undefined ? undefined : ({ kind: 'confirm', says: `rename the key "${foreign.key}" to "${own}"`, edit } as const),
        };
      }
    }
  },
});

/** A block of a README, pasted into a file that has servers: only those under the right key are read. */
function* besideTheRightOne(setup: Setup): Generator<Sighting> {
  for (const owners of ownersByPath(setup.files)) {
    const [first] = owners;
    for (const found of serversBeside(setup, first)) {
      const { member, own, unread } = found;
      const fix = moveBesideFix(setup, first, found);
      const names = quotedNames(unread.map(({ key }) => key));
      const hasShape = first.reading.layouts[0].kind === member.value.kind;
      for (const file of owners) {
        yield {
          file,
          span: member.keySpan,
          message: `${names} ${unread.length === 1 ? 'is' : 'are'} under "${member.key}". ${clientsThat(owners, 'read')} only "${own}" here, so ${unread.length === 1 ? 'it never starts' : 'they never start'}.`,
          hint: hasShape
            ? `Move ${unread.length === 1 ? 'it' : 'them'} to "${own}". What an entry looks like may differ too: run "snap mcp validate" again afterwards.`
            : `The assistant reads a list under "${own}". "snap tools print" shows one.`,
          detail: member.key,
          fix,
        };
      }
    }
  }
}

/** The servers that are lost, so that each is found by its name. */
function namesOf({ value }: Member): string {
  const names = value.kind === 'map' ? value.members.filter((member) => looksLikeServer(member.value)).map(({ key }) => maskText(key)) : [];
  return names.length === 0 ? '' : ` (${quotedNames(names)})`;
}
