import { defineDiagnostic, type Fix } from '../diagnostic.ts';
import { mayFix } from '../judging/entries/fields.ts';
import { brokenFileEffects } from '../judging/wording/sentences.ts';
import { capitalize } from '../../system/index.ts';
import { isForeign, readersByPath, type Readers } from '../judging/files/file-readers.ts';
import { namesIn, reshaped, shapeExample } from '../judging/files/list-of-servers.ts';
import { foreignMember } from '../../clients/index.ts';
import type { Node } from '../../formats/index.ts';
import type { FileFacts } from '../setup.ts';

export default defineDiagnostic({
  id: 'root-not-a-map',
  severity: 'error',
  summary: 'The file, or the part of it for servers, is not a map of named entries.',
  *detect({ files }) {
    for (const group of readersByPath(files)) {
      const readers = havingWrongShape(group);
      if (readers === undefined) continue;
      for (const file of readers) {
        const place = misshapen(file);
        // An empty value: no server is lost, but a program that expects a map may fail.
        const isNothing = place !== undefined && holdsNothing(place);
        const isFixable = isNothing && mayFix({ file }) && file.reading.format === 'json' && mayBeMap(file);
        yield {
          file,
          span: place,
          severity: isForeign(file) ? 'info' : isNothing ? 'warning' : 'error',
          message: `${capitalize(file.error?.message ?? 'this is not a map of servers')}. ${isNothing ? 'No server is lost, but some programs fail on such a file.' : brokenFileEffects([file])}`,
          hint: isNothing ? 'Write {} there, or remove it.' : howToWrite(file, place),
          fix: isFixable && place !== undefined ? emptyMap(file, place) : reshaped(file, place),
        };
      }
    }
  },
});

function havingWrongShape(group: Readers): Readers | undefined {
  const [first, ...others] = group.filter(
    ({ state, root, reading }) =>
      root !== undefined && (state === 'unparsable' || (state === 'wrong-key' && foreignMember(root, reading) === undefined)),
  );
  return first === undefined ? undefined : [first, ...others];
}

/** The root, or the value on the path to the servers, that is not a map. */
function misshapen({ root, reading }: FileFacts): Node | undefined {
  if (root === undefined || root.kind !== 'map') return root;
  for (const at of reading.layouts) {
    let node: Node | undefined = root;
    for (const [depth, key] of at.path.entries()) {
      node = node.kind === 'map' ? node.members.findLast((member) => member.key === key)?.value : undefined;
      if (node === undefined) break;
      if (node.kind !== (depth === at.path.length - 1 ? at.kind : 'map')) return node;
    }
  }
  return undefined;
}

function holdsNothing(node: Node): boolean {
  if (node.kind === 'scalar') return node.value === null || node.value === '';
  return (node.kind === 'list' ? node.items : node.members).length === 0;
}

function mayBeMap({ reading, root }: FileFacts): boolean {
  return root?.kind !== 'map' || reading.layouts[0].kind === 'map';
}

function emptyMap({ path }: FileFacts, { start, end }: Node): Fix {
  return { kind: 'confirm', says: 'write {} there', edit: { kind: 'splices', path, splices: [{ start, end, text: '{}' }] } };
}

/** What is wanted, not what is there. */
function howToWrite(file: FileFacts, place: Node | undefined): string {
  const isRoot = file.root !== undefined && file.root.kind !== 'map';
  return `Write ${isRoot ? 'a map with ' : ''}${shapeExample(file, namesIn(place))}.`;
}
