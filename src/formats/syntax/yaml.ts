import { parseDocument } from 'yaml';
import type { SyntaxProblem } from './node.ts';
import { remembered } from './remembered.ts';
import { problemOf, tooDeepAt } from './stop.ts';
import type { YamlNode } from './yaml-node.ts';
import { deepPlaceIn, explain } from './yaml-problems.ts';
import { readTree } from './yaml-tree.ts';

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
