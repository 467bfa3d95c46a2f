import { defineEntryDiagnostic, type EntryFacts } from '../diagnostic.ts';
import { findMember, findNode, type Node } from '../../formats/index.ts';
import { whereIs, ownEntries } from '../judging/entries/fields.ts';
import { isOneEditAway, plainKey } from '../judging/entries/near-fields.ts';
import { quotedNames } from '../judging/wording.ts';
import { isFilledIn, variablesOf } from '../judging/variables.ts';

/** The question behind `${input:id}` is defined beside the servers: https://code.visualstudio.com/docs/agents/reference/mcp-configuration */
export default defineEntryDiagnostic({
  id: 'input-undefined',
  severity: 'error',
  summary: 'An entry refers to an input that the file does not define.',
  restsOn: ['variables'],
  of: ownEntries,
  *judge(target) {
    if (target.client.inputs === undefined) return;
    const reported = new Set<string>();
    for (const found of variablesOf(target)) {
      const { name } = found.variable;
      if (found.variable.dialect !== '${input:id}' || reported.has(name) || !isFilledIn(target, found)) continue;
      const known = inputsOf(target);
      if (known.includes(name)) continue;
      reported.add(name);
      const near = known.filter((id) => plainKey(id) === plainKey(name) || (name.length > 3 && isOneEditAway(id, name)));
      yield {
        span: found.where.node,
        detail: name,
        message: `There is no input "${name}" in this file (${whereIs(found.where)} of "${target.entry.name}"), so ${target.client.name} does not start the server.`,
        hint:
          near.length === 1
            ? `The file has "${near[0] ?? ''}": write $\{input:${near[0] ?? ''}}.`
            : `Add { "id": "${name}", "type": "promptString", "description": "…", "password": true } to "inputs"${known.length === 0 ? ', beside "servers"' : `, which has ${quotedNames(known)}`}.`,
      };
    }
  },
});

/** The ids of the inputs beside the map of servers. */
function inputsOf({ entry, file }: EntryFacts): readonly string[] {
  const list: Node | undefined = findNode(file.root, [...entry.at.path.slice(0, -1), 'inputs']);
  if (list?.kind !== 'list') return [];
  return list.items.flatMap((item) => {
    const id = findMember(item, 'id')?.value;
    return id?.kind === 'scalar' && typeof id.value === 'string' ? [id.value] : [];
  });
}
