import { parseDocument, visit, type Document, type YAMLError } from 'yaml';
import type { SyntaxProblem } from './node.ts';
import { remembered, problemOf, tooDeepAt, maxDepth, SyntaxStop } from './reading.ts';
import { type YamlNode, readTree } from './yaml-tree.ts';

export type YamlParsed =
  | {
      readonly kind: 'tree';
      readonly root?: YamlNode;
      /** Every `&anchor` with its value. */ readonly anchors: ReadonlyMap<string, YamlNode>;
    }
  | { readonly kind: 'problem'; readonly problem: SyntaxProblem };

/**
 * YAML 1.2 with the core schema, one document. Keys of other types are read as text, aliases as their value, `<<` as a key like
 * any other. A text that cannot be read gives the first problem; it never throws.
 */
export const parseYaml: (text: string) => YamlParsed = remembered(readOrStop);

function readOrStop(text: string): YamlParsed {
  // A lone CR ends a line in YAML, but the library does not know it. The same length keeps every offset.
  const readable = text.replace(/\r(?!\n)/g, '\n');
  try {
    const deep = deepPlaceIn(readable);
    if (deep !== undefined) throw tooDeepAt(deep);
    const document = parseDocument(readable, {
      version: '1.2',
      schema: 'core',
      merge: false,
      resolveKnownTags: false,
      keepSourceTokens: true,
      prettyErrors: false,
      // Clients keep the last one, and so do their own writers' files.
      uniqueKeys: false,
    });
    const [first] = document.errors.toSorted((a, b) => a.pos[0] - b.pos[0]);
    if (first !== undefined) throw explain(first, readable, document);
    return { kind: 'tree', ...readTree(readable, document) };
  } catch (error) {
    return problemOf(error, text);
  }
}

/**
 * Where brackets, dashes on one line, or lines each indented further than the one before go deeper than the library can follow. Quotes
 * are ignored, because no real text has so many open brackets. A stack overflow while a regular expression is compiled ends the
 * process and cannot be caught.
 */
export function deepPlaceIn(text: string): number | undefined {
  const dashes = /(?:[-?][ \t]{1,9}){200}/.exec(text);
  if (dashes !== null) return dashes.index;
  let depth = 0;
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i];
    if (character === '[' || character === '{') depth += 1;
    else if (depth > 0 && (character === ']' || character === '}')) depth -= 1;
    if (depth > maxDepth) return i;
  }
  return deepLineIn(text);
}

function deepLineIn(text: string): number | undefined {
  const indents: number[] = [];
  for (const line of text.matchAll(/^ *(?=[^ \r\n#])/gm)) {
    const indent = line[0].length;
    while ((indents.at(-1) ?? -1) >= indent) indents.pop();
    indents.push(indent);
    if (indents.length > maxDepth) return line.index + indent;
  }
  return undefined;
}

/** An error of the library in our words, at a better place where the library points after the one to look at. */
export function explain(error: YAMLError, text: string, document: Document.Parsed): SyntaxStop {
  if (error.code === 'RESOURCE_EXHAUSTION') return tooDeepAt(error.pos[0]);
  return new SyntaxStop(...placeAndWords(error, text, document));
}

function placeAndWords(error: YAMLError, text: string, document: Document.Parsed): [offset: number, message: string] {
  const [offset] = error.pos;
  const conflict = /^[<>]{7} /m.exec(text);
  if (conflict) return [conflict.index, 'a merge conflict has to be resolved here'];
  switch (error.code) {
    case 'MULTIPLE_DOCS':
      return [offset, 'only one document is read; a second one starts here'];
    case 'TAB_AS_INDENT':
      return [offset, 'spaces are expected as indentation, not a tab'];
    case 'BLOCK_AS_IMPLICIT_KEY':
      return [offset, 'only one "key: value" is expected on a line; a text with ": " in it needs quotes'];
    case 'MULTILINE_IMPLICIT_KEY':
      return [offset, 'a ":" is expected after the key on this line'];
    case 'BAD_SCALAR_START':
      return [offset, 'quotes are expected around a text that starts with this character'];
    case 'BAD_DQ_ESCAPE':
      return [offset, 'a backslash inside double quotes is expected to be written "\\\\"'];
    case 'BAD_INDENT':
      return [offset, missingBracket(error) ?? 'the indentation is expected to fit the lines above'];
    case 'MISSING_CHAR':
      if (error.message.startsWith('Missing closing'))
        return [startOfUnclosed(document, offset) ?? offset, 'this text has no closing quote'];
      if (error.message.startsWith('Implicit')) return [offset, 'a ":" is expected after this key'];
      return [offset, missingBracket(error) ?? firstLine(error.message)];
    default:
      return [offset, missingBracket(error) ?? firstLine(error.message)];
  }
}

function missingBracket({ message }: YAMLError): string | undefined {
  const bracket = /end with a ([\]}])$/.exec(message)?.[1];
  return bracket && `a "${bracket}" is expected before this`;
}

/** The library's own words without the piece of the file it quotes, which may be a secret. */
function firstLine(message: string): string {
  return message.split(/[\r\n]|: |["`]/, 1)[0] ?? message;
}

/** The quoted text that ends where the quote was missed; when none does, the last one: it reaches to the end. */
function startOfUnclosed(document: Document.Parsed, offset: number): number | undefined {
  let last: number | undefined;
  let here: number | undefined;
  visit(document, {
    Scalar(_, node) {
      if ((node.type !== 'QUOTE_DOUBLE' && node.type !== 'QUOTE_SINGLE') || !node.range) return;
      const [start, end] = node.range;
      last = Math.max(last ?? 0, start);
      if (start < offset && offset <= end + 1) here = start;
    },
  });
  return here ?? last;
}
