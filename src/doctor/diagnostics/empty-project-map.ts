import { findMember, findNode } from '../../formats/index.ts';
import { defineDiagnostic } from '../diagnostic.ts';
import { quotedNames } from '../judging/wording.ts';

/** Reported for some versions: https://github.com/anthropics/claude-code/issues/51297 */
export default defineDiagnostic({
  id: 'empty-project-map',
  severity: 'info',
  summary: 'An empty map of servers for this project may hide your own servers.',
  restsOn: ['entry'],
  *detect({ files }) {
    for (const file of files) {
      const isKeyedByProject = file.place.layout?.at.some((step) => typeof step !== 'string') ?? false;
      if (!isKeyedByProject || file.ignored || file.root === undefined || file.place.write === 'never') continue;
      const [{ path }] = file.reading.layouts;
      const holder = path.slice(0, -1);
      const name = path.at(-1) ?? '';
      const member = findMember(findNode(file.root, holder), name);
      if (member?.value.kind !== 'map' || member.value.members.length > 0) continue;
      const users = files.filter(({ client, scope, path: other }) => client === file.client && scope === 'global' && other === file.path);
      const hidden = users.flatMap(({ servers }) => servers.map((server) => server.name));
      if (hidden.length === 0) continue;
      yield {
        file,
        span: member.keySpan,
        message: `For this project "${name}" is an empty map. With that, some versions of ${file.client.name} show none of your own servers here: ${quotedNames(hidden)}.`,
        hint: `Only if they are missing in ${file.client.name}: delete the empty "${name}", or update ${file.client.name}.`,
      };
    }
  },
});
