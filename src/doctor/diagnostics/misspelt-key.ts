import { findNode, type Member } from '../../formats/index.ts';
import { holdsServers } from '../../clients/index.ts';
import { defineDiagnostic, type FileFacts } from '../diagnostic.ts';
import { isMisspelt, plainKey } from '../judging/entries/near-fields.ts';
import { clientsThat } from '../judging/wording.ts';
import { othersWithKey, ownersByPath } from '../judging/files/file-readers.ts';
import { renameRootKey } from '../judging/json/rewrite-file.ts';

export default defineDiagnostic({
  id: 'misspelt-key',
  severity: 'error',
  summary: 'The key of the map of servers is misspelt, so the servers are not read.',
  restsOn: ['entry'],
  *detect(setup) {
    for (const owners of ownersByPath(setup.files)) {
      const [first] = owners;
      const own = first.reading.layouts[0].path[0];
      const written = own === undefined ? undefined : misspeltMember(first, own);
      if (written === undefined || own === undefined || othersWithKey(setup, first, written.key).length > 0) continue;
      const edit = renameRootKey(setup, first, written, own);
      // Other case and separators are certain; one letter more or less is nearly certain.
      const kind = plainKey(written.key) === plainKey(own) ? 'safe' : 'confirm';
      for (const file of owners) {
        yield {
          file,
          span: written.keySpan,
          message: `The key of the map of servers is "${written.key}". ${clientsThat(owners, 'read')} "${own}", so none of them starts.`,
          hint: `Write "${own}", with exactly these letters.`,
          detail: written.key,
          fix: edit === undefined ? undefined : { kind, says: `rename the key "${written.key}" to "${own}"`, edit },
        };
      }
    }
  },
});

function misspeltMember({ root, reading }: FileFacts, own: string): Member | undefined {
  const [at, ...more] = reading.layouts;
  // In a larger file the first key of the path may be missing on purpose.
  if (root?.kind !== 'map' || at.path.length > 1 || at.kind === 'list') return undefined;
  if ([at, ...more].some(({ path }) => findNode(root, path) !== undefined)) return undefined;
  return root.members.find(({ key, value }) => isMisspelt(key, own) && holdsServers(value));
}
