import type { MapNode, Parsed, Span, SyntaxProblem } from './node.ts';
import {
  describeHere,
  isAtEnd,
  isAtLineEnd,
  peek,
  skipBlanks,
  skipComment,
  skipGap,
  takeIf,
  takeNewline,
  type Cursor,
} from './toml-cursor.ts';
import { lineStart } from '../text-lines.ts';
import { scanKeys, scanPair, type TomlKeys, type TomlPair } from './toml-scan.ts';
import { addPair, appendTable, createRoot, openTable, tableNode, type TomlTable } from './toml-tree.ts';
import { remembered, problemOf, SyntaxStop } from './reading.ts';

/** Keys, and the index of the element wherever an array of tables is entered. */
export type TomlPath = readonly (string | number)[];

/** `[a.b]` or `[[a.b]]`; `line` is from the start of its first line to after the line break of its last one. */
export interface TomlHeader extends Span {
  readonly kind: 'header';
  readonly keys: TomlKeys;
  readonly path: TomlPath;
  readonly line: Span;
}

/** `key = value` on lines of its own. */
export interface TomlStatement extends TomlPair {
  readonly kind: 'pair';
  readonly path: TomlPath;
  readonly line: Span;
}

/** A header with the pairs under it. The first section of a document is the one before any header. */
export interface TomlSection {
  readonly header?: TomlHeader;
  readonly path: TomlPath;
  readonly statements: readonly TomlStatement[];
}

/** The text as its author laid it out, beside the tree of values that it reads as. */
export interface TomlDocument {
  readonly sections: readonly TomlSection[];
  readonly root: MapNode;
}

export type ParsedToml =
  | { readonly kind: 'document'; readonly document: TomlDocument }
  | { readonly kind: 'problem'; readonly problem: SyntaxProblem };

/**
 * TOML 1.0, and of 1.1 what the clients' parsers read already. Tables spread over several headers are merged into one map; dates
 * and times are the text they are written in. A text without any statement has no root.
 */
export function parseToml(text: string): Parsed {
  const parsed = parseTomlDocument(text);
  if (parsed.kind === 'problem') return parsed;
  const isEmpty = parsed.document.sections.every((section) => section.header === undefined && section.statements.length === 0);
  return isEmpty ? { kind: 'tree' } : { kind: 'tree', root: parsed.document.root };
}

/** The same reading, with every statement, its place and its full path: what an editor needs. */
export const parseTomlDocument: (text: string) => ParsedToml = remembered(readOrStop);

function readOrStop(text: string): ParsedToml {
  try {
    return { kind: 'document', document: readDocument({ text, at: 0 }) };
  } catch (error) {
    // The one way out of the scanning functions when the text is not TOML.
    return problemOf(error, text);
  }
}

interface OpenSection extends TomlSection {
  readonly statements: TomlStatement[];
}

function readDocument(cursor: Cursor): TomlDocument {
  const root = createRoot(cursor.text.length);
  let table = root;
  let section: OpenSection = { path: [], statements: [] };
  const sections = [section];
  for (;;) {
    skipGap(cursor);
    if (isAtEnd(cursor)) return { sections, root: tableNode(root) };
    refuseConflict(cursor);
    if (peek(cursor, '[')) {
      const found = readHeader(cursor);
      const opened = (found.isArray ? appendTable : openTable)(root, found.keys, found);
      table = opened.table;
      const header: TomlHeader = {
        kind: 'header',
        keys: found.keys,
        path: opened.path,
        start: found.start,
        end: found.end,
        line: found.line,
      };
      section = { header, path: opened.path, statements: [] };
      sections.push(section);
    } else {
      section.statements.push(readStatement(cursor, table, section.path));
    }
  }
}

function readHeader(cursor: Cursor): Span & { readonly keys: TomlKeys; readonly isArray: boolean; readonly line: Span } {
  const start = cursor.at;
  const isArray = peek(cursor, '[[');
  const close = isArray ? ']]' : ']';
  cursor.at += close.length;
  skipBlanks(cursor);
  const keys = scanKeys(cursor);
  skipBlanks(cursor);
  if (!takeIf(cursor, close))
    throw new SyntaxStop(cursor.at, `expected "${close}" at the end of the table's name, found ${describeHere(cursor)}`);
  return { keys, isArray, start, end: cursor.at, line: finishLine(cursor, start, 'the table') };
}

function readStatement(cursor: Cursor, table: TomlTable, sectionPath: TomlPath): TomlStatement {
  const pair = scanPair(cursor);
  addPair(table, pair);
  const path = [...sectionPath, ...pair.keys.map((key) => key.name)];
  return { kind: 'pair', ...pair, path, line: finishLine(cursor, pair.start, 'the value') };
}

/** After a statement only a comment may follow on its line. */
function finishLine(cursor: Cursor, start: number, what: string): Span {
  skipBlanks(cursor);
  skipComment(cursor);
  if (!isAtLineEnd(cursor) && !takeNewline(cursor)) {
    throw new SyntaxStop(cursor.at, `expected the end of the line after ${what}, found ${describeHere(cursor)}`);
  }
  takeNewline(cursor);
  return { start: lineStart(cursor.text, start), end: cursor.at };
}

function refuseConflict(cursor: Cursor): void {
  const isMarker = ['<<<<<<<', '=======', '>>>>>>>'].some((marker) => peek(cursor, marker));
  if (isMarker) throw new SyntaxStop(cursor.at, 'a merge conflict was left here; keep one side and delete the markers');
}
