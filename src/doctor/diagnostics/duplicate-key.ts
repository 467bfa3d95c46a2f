import { allMaps, applySplices, findMember, findNode, isMap, sameValue, toValue, type MapNode, type Member } from '../../formats/index.ts';
import { positionAt } from '../../text/index.ts';
import { defineDiagnostic, type Fix, type Sighting, type FileFacts, type Setup } from '../diagnostic.ts';
import { mayFix } from '../judging/entries/fields.ts';
import { changedText, newText } from '../judging/json/rewrite-file.ts';
import { isForeign, readersByPath } from '../judging/files/file-readers.ts';
import { isPutAside } from '../judging/entries/server-shape.ts';

/** The standard leaves the meaning of equal names open (https://www.rfc-editor.org/rfc/rfc8259#section-4); these clients use the last. */
export default defineDiagnostic({
  id: 'duplicate-key',
  severity: 'error',
  summary: 'One map has the same name twice: only the last one is used, or the file is refused.',
  *detect(setup) {
    for (const group of readersByPath(setup.files)) {
      const [file] = group;
      const strict = group.filter(refuses);
      for (const reader of strict) yield* refused(setup, reader);
      for (const map of strict.length === group.length ? [] : mapsOf(file)) {
        for (const [member, counting] of overridden(map)) {
          const isSame = sameValue(toValue(member.value), toValue(counting.value));
          // For other settings of a file, each client may have other rules.
          const isSetting = map === file.root && !isOwnKey(file, member.key);
          if (isSetting && isForeign(file)) continue;
          const fix = isSetting ? undefined : fixFor(setup, file, { map, member, counting, isSame });
          for (const reader of group) {
            if (refuses(reader)) continue;
            yield {
              file: reader,
              span: member.keySpan,
              severity: isSetting ? 'info' : 'warning',
              message: isSame
                ? `This map has "${member.key}" twice, both times with the same content.`
                : `This map has "${member.key}" twice. The last one is used; this one is ignored.`,
              hint: isSame
                ? 'Delete one of the two.'
                : map === file.root
                  ? 'Merge the two into one.'
                  : 'Rename one of the two, or delete the one you do not want.',
              detail: member.key,
              fix,
            };
          }
        }
      }
    }
  },
});

function refuses({ client, reading }: FileFacts): boolean {
  return client.duplicateKeys === 'rejected' && reading.format === 'yaml';
}

/** Wherever in the file it is, nothing of the file is read. */
function* refused(setup: Setup, file: FileFacts): Generator<Sighting> {
  const { client, root, text = '' } = file;
  for (const map of allMaps(root)) {
    const last = new Map(map.members.map((member) => [member.key, member]));
    for (const member of map.members) {
      const other = last.get(member.key);
      if (other === undefined || other === member) continue;
      const isSame = sameValue(toValue(member.value), toValue(other.value));
      yield {
        file,
        span: other.keySpan,
        severity: 'error',
        restsOn: ['entry'],
        detail: member.key,
        message: `"${member.key}" occurs twice in one map, in line ${positionAt(text, member.keySpan.start).line} and here: ${client.name} refuses the whole file.${isSame ? ' Both have the same content.' : ''}`,
        hint: isSame ? 'Delete one of the two.' : 'Merge the two into one, rename one, or delete the one you do not want.',
        fix: isSame ? cutFix(file, map, member) : undefined,
      };
    }
  }
}

/** Another member always follows. Between lines of one indentation nothing else can be lost. */
function cutFix(file: FileFacts, map: MapNode, member: Member): Fix | undefined {
  const { path, text = '' } = file;
  const next = map.members[map.members.indexOf(member) + 1];
  if (next === undefined || !mayFix({ file }) || !/^\s*\n[ ]*$/.test(text.slice(member.end, next.start))) return undefined;
  return {
    kind: 'safe',
    says: `delete one of the two equal "${member.key}"`,
    edit: { kind: 'splices', path, splices: [{ start: member.start, end: next.start, text: '' }] },
    removesEntry: isServers(file, map),
  };
}

/** The root, and every map of servers. */
function mapsOf({ root, reading }: FileFacts): readonly MapNode[] {
  const nodes = [root, ...reading.layouts.map(({ path }) => findNode(root, path))];
  return [...new Set(nodes)].flatMap((node) => (node?.kind === 'map' ? [node] : []));
}

function isServers({ root, reading }: FileFacts, map: MapNode): true | undefined {
  return (map !== root && reading.layouts.some(({ path }) => findNode(root, path) === map)) || undefined;
}

function isOwnKey({ reading }: FileFacts, key: string): boolean {
  return reading.layouts.some(({ path }) => path[0] === key);
}

/** Every member that a later one of the same name overrides, with that one. */
function overridden({ members }: MapNode): readonly (readonly [Member, Member])[] {
  const last = new Map(members.map((member) => [member.key, member]));
  return members.flatMap((member): readonly (readonly [Member, Member])[] => {
    const counting = last.get(member.key);
    const isComment = isPutAside(member.key) && !member.key.startsWith('$');
    return counting === undefined || isComment || counting === member ? [] : [[member, counting]];
  });
}

interface Overridden {
  readonly map: MapNode;
  readonly member: Member;
  readonly counting: Member;
  readonly isSame: boolean;
}

/** Another member always follows an overridden one, so it is cut up to there, unless a comment is between the two. */
function fixFor(setup: Setup, file: FileFacts, { map, member, counting, isSame }: Overridden): Fix | undefined {
  const { text = '', path, reading } = file;
  const next = map.members[map.members.indexOf(member) + 1];
  const isOurs = reading.format === 'json' && mayFix({ file });
  if (!isOurs || next === undefined || !/^\s*,\s*$/.test(text.slice(member.end, next.start))) return undefined;
  const cut = { start: member.start, end: next.start, text: '' };
  if (map === file.root && !isSame) return mergeFix(setup, file, applySplices(text, [cut]), { member, counting });
  return {
    kind: isSame ? 'safe' : 'confirm',
    says: isSame ? `delete one of the two equal "${member.key}"` : `delete the "${member.key}" that is ignored`,
    edit: { kind: 'splices', path, splices: [cut] },
    removesEntry: isServers(file, map),
  };
}

/** Merges two maps of servers, if no name is in both. */
function mergeFix(
  setup: Setup,
  file: FileFacts,
  cut: string,
  { member, counting }: Pick<Overridden, 'member' | 'counting'>,
): Fix | undefined {
  const [at] = file.reading.layouts;
  const isPlain = at.kind === 'map' && at.path.length === 1 && member.value.kind === 'map' && counting.value.kind === 'map';
  const lost = toValue(member.value);
  if (!isPlain || !isMap(lost) || [...lost.keys()].some((name) => findMember(counting.value, name) !== undefined)) return undefined;
  const sets = [...lost].flatMap(([name, fields]) =>
    isMap(fields) ? [{ at, change: { kind: 'set', name, fields, drop: [] } as const }] : [],
  );
  const text = sets.length === lost.size ? changedText({ ...file, text: cut }, sets) : undefined;
  if (text === undefined) return undefined;
  return { kind: 'confirm', says: `merge the servers of both "${member.key}" into one`, edit: newText(setup, file, text) };
}
