import { curlyScalars, type Node, type Span } from '../../formats/index.ts';
import { positionAt } from '../../text/index.ts';
import { defineDiagnostic, type Sighting, type FileFacts, type Setup } from '../diagnostic.ts';
import { readersByPath, type Readers, curlyPlaces, isReadOnlyForAll, readersWithFailure, textFix } from '../judging/files/file-readers.ts';
import { brokenFileEffects } from '../judging/wording.ts';

/**
 * Word processors, chats and web pages write `“` and `”`. JSON and TOML do not parse with them; for YAML they are characters like any other,
 * so that the program is called `“npx”`. https://yaml.org/spec/1.2.2/#733-plain-style
 */
export default defineDiagnostic({
  id: 'curly-quotes',
  severity: 'error',
  summary: 'The file has curly quotes where straight ones belong.',
  *detect(setup) {
    for (const group of readersByPath(setup.files)) {
      const readers = readersWithFailure(group, 'curly');
      if (readers !== undefined) yield* unparsable(setup, readers);
      yield* readAsText(group);
    }
  },
});

function* unparsable(setup: Setup, readers: Readers): Generator<Sighting> {
  const { reading, text = '' } = readers[0];
  const found = curlyPlaces(readers[0]);
  const fix = textFix(setup, readers);
  const otherFault = reading.format === 'json' ? ' Something else is wrong in this file too, and snap cannot fix that.' : '';
  for (const reader of readers) {
    yield {
      file: reader,
      span: found[0],
      severity: isReadOnlyForAll(readers) && reader.client.onBrokenFile === undefined ? 'warning' : 'error',
      message: `${whatIsWrong(text, found)}, so it does not parse. ${brokenFileEffects(readers)}`,
      hint:
        fix === undefined
          ? `Replace them with straight quotes (").${otherFault}`
          : `Replace them with straight quotes; "snap mcp repair" can do it. It asks before it writes.`,
      fix,
    };
  }
}

function* readAsText(group: Readers): Generator<Sighting> {
  const [file] = group;
  const { reading, root, text } = file;
  if (reading.format !== 'yaml' || text === undefined || root?.kind !== 'map') return;
  const found = curlyScalars(text, spansToJudge(file, root));
  if (found.length === 0) return;
  for (const reader of group) {
    yield {
      file: reader,
      span: found[0],
      message: `${whatIsWrong(text, found)}. In YAML they are part of the text, so ${reader.client.name} reads them as part of the value.`,
      hint: 'Replace them with straight quotes (") there, or leave the quotes out.',
    };
  }
}

/** Texts for people, in which such quotes may be meant. In capitals it is a variable. */
const forPeople = /^(?:description|display_?name|displayName|title|prompt|instructions|about|summary)$/;

/** The names of the file's root, and everything in the maps of servers. */
function spansToJudge({ reading }: FileFacts, root: Extract<Node, { kind: 'map' }>): readonly Span[] {
  const spans: Span[] = [];
  const visit = (node: Node): void => {
    if (node.kind === 'scalar') spans.push(node);
    else if (node.kind === 'list') node.items.forEach(visit);
    else
      for (const { key, keySpan, value } of node.members) {
        spans.push(keySpan);
        if (!forPeople.test(key)) visit(value);
      }
  };
  for (const { key, keySpan, value } of root.members) {
    spans.push(keySpan);
    if (reading.layouts.some(({ path }) => path[0] !== undefined && key.includes(path[0]))) visit(value);
  }
  return spans;
}

function whatIsWrong(text: string, found: readonly Span[]): string {
  const lines = [...new Set(found.map(({ start }) => positionAt(text, start).line))];
  const [first] = lines;
  const others = lines.length > 1 ? ` (and in ${lines.length - 1} more ${lines.length === 2 ? 'line' : 'lines'})` : '';
  const at = found[0]?.start ?? 0;
  const quote = /([\p{Pi}\p{Pf}\u201A\u201E\uFF02\uFF07])/u.exec(text.slice(at))?.[1] ?? '\u201C';
  return `Line ${first ?? 1}${others} has curly quotes (${quote}) around a text where straight ones belong`;
}
