import { findMember, findNode, isMap, toValue, type Member, type Value } from '../../formats/index.ts';
import { serverKeys } from '../../clients/index.ts';
import { defineDiagnostic, type Fix, type FileFacts, type Setup } from '../diagnostic.ts';
import { isMisspelt } from '../judging/entries/near-fields.ts';
import { quotedNames, clientsThat } from '../judging/wording.ts';
import { liftOutOfMap, changedText, newText, readsAs } from '../judging/json/rewrite-file.ts';
import { ownersByPath } from '../judging/files/file-readers.ts';
import { isServerAmongServers, serversIn } from '../judging/entries/server-shape.ts';

/** Pasting a whole file into an existing map makes a map in a map. */
export default defineDiagnostic({
  id: 'double-wrapped',
  severity: 'error',
  summary: 'The servers are one map deeper than the assistant looks.',
  restsOn: ['entry'],
  *detect(setup) {
    for (const owners of ownersByPath(setup.files)) {
      const [first] = owners;
      const found = wrapping(first);
      if (found === undefined) continue;
      const { outer, inner, path } = found;
      const fix = fixFor(setup, first, found);
      for (const file of owners) {
        yield {
          file,
          span: inner.keySpan,
          message: `The servers are in "${inner.key}" inside "${outer.key}". ${clientsThat(owners, 'look')} directly under "${path}", so none of them starts.`,
          hint: `Remove one of the two maps, so that the names of the servers are directly under "${path}".`,
          detail: `${outer.key}.${inner.key}`,
          fix,
        };
      }
    }
  },
});

interface Wrapping {
  /** The member that becomes what `inner` holds. */
  readonly outer: Member;
  readonly inner: Member;
  /** Where the servers should be. */
  readonly path: string;
}

function wrapping({ root, reading }: FileFacts): Wrapping | undefined {
  const [at, ...also] = reading.layouts;
  const [own] = at.path;
  if (root?.kind !== 'map' || at.kind !== 'map' || at.path.length !== 1 || own === undefined) return undefined;
  const outer = findMember(root, own);
  if (outer !== undefined) {
    const inner = outer.value.kind === 'map' ? outer.value.members.find((member) => isWrapper(member, own)) : undefined;
    // Some clients read both forms.
    const isRead = also.some(({ path }) => path[0] === own && path[1] === inner?.key);
    return inner === undefined || isRead ? undefined : { outer, inner, path: own };
  }
  // The right key, below one that this client does not have: `"mcp": { "servers": … }`.
  for (const member of root.members) {
    const inner = member.key === 'mcp' || serverKeys.includes(member.key) ? findMember(member.value, own) : undefined;
    const isIn = inner !== undefined && serversIn(inner.value, isServerAmongServers).length > 0;
    if (isIn && also.every(({ path }) => findNode(root, path) === undefined)) return { outer: member, inner, path: own };
  }
  return undefined;
}

/** Whether a member is a map of servers under some client's key, and not an entry. */
function isWrapper({ key, value }: Member, own: string): boolean {
  if (key !== own && !serverKeys.includes(key) && !isMisspelt(key, own)) return false;
  return !isServerAmongServers(value) && serversIn(value, isServerAmongServers).length > 0;
}

/** A map that holds nothing else is removed as a whole. */
function fixFor(setup: Setup, file: FileFacts, { outer, inner, path }: Wrapping): Fix | undefined {
  const { root, text, reading } = file;
  if (text === undefined || root?.kind !== 'map' || reading.format !== 'json' || file.scope === 'managed') return undefined;
  if (outer.value.kind !== 'map') return undefined;
  if (outer.value.members.length !== 1) return outer.key === path ? unpackFix(setup, file, inner) : undefined;
  const isRenamed = outer.key !== path;
  const moved = liftOutOfMap(text, outer.value, inner.value);
  const { start, end } = outer.keySpan;
  const result = isRenamed ? moved.slice(0, start) + JSON.stringify(path) + moved.slice(end) : moved;
  const wanted: Value = new Map(
    root.members.map((member) => (member === outer ? [path, toValue(inner.value)] : [member.key, toValue(member.value)])),
  );
  if (!readsAs(file, result, wanted)) return undefined;
  return {
    kind: 'confirm',
    says: `remove the map "${isRenamed ? outer.key : inner.key}" around the servers`,
    edit: newText(setup, file, result),
  };
}

/** Beside other servers each one is moved separately; when a name is already used, a person has to decide. */
function unpackFix(setup: Setup, file: FileFacts, inner: Member): Fix | undefined {
  const [at] = file.reading.layouts;
  const servers = serversIn(inner.value, isServerAmongServers);
  const isWhole = inner.value.kind === 'map' && inner.value.members.length === servers.length;
  if (!isWhole || servers.some(({ key }) => file.servers.some(({ name }) => name === key))) return undefined;
  const text = changedText(file, [
    { at, change: { kind: 'remove', name: inner.key } },
    ...servers.flatMap(({ key, value }) => {
      const fields = toValue(value);
      return isMap(fields) ? [{ at, change: { kind: 'set', name: key, fields, drop: [] } as const }] : [];
    }),
  ]);
  if (text === undefined) return undefined;
  return {
    kind: 'confirm',
    says: `move ${quotedNames(servers.map(({ key }) => key))} out of the inner "${inner.key}"`,
    edit: newText(setup, file, text),
  };
}
