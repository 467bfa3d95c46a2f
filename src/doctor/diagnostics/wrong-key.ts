import { foreignMember } from '../../clients/index.ts';
import { defineDiagnostic } from '../diagnostic.ts';
import { isMisspelt } from '../judging/entries/misspelt-keys.ts';
import { clientsThat } from '../judging/wording/sentences.ts';
import { onlyNamedClients, othersWithKey, ownersByPath } from '../judging/files/file-readers.ts';
import { renameRootKey } from '../judging/json/rename-root-key.ts';

/** Each client keeps its servers under its own key and ignores the keys of other clients: see the registry (`layout`). */
export default defineDiagnostic({
  id: 'wrong-key',
  severity: 'error',
  summary: "The servers are under another assistant's key.",
  restsOn: ['entry'],
  *detect(setup) {
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
          message: `The servers are under "${foreign.key}". ${clientsThat(owners, 'read')} only "${own}" here, so none of them starts.`,
          hint:
            at.kind === 'map'
              ? `Call the key "${own}". What an entry looks like may differ too: run "snap mcp validate" again afterwards.`
              : `What is wanted is a list under "${own}". "snap tools print" shows one.`,
          detail: foreign.key,
          fix: edit === undefined ? undefined : ({ kind: 'confirm', says: `rename the key "${foreign.key}" to "${own}"`, edit } as const),
        };
      }
    }
  },
});
