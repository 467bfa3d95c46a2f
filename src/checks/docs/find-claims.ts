import type { Claim } from './claim.ts';
import { commandClaims } from './command-claims.ts';
import type { Readers } from './documents.ts';
import { linkClaim, pathClaim, pathsInProse } from './path-claims.ts';
import type { ParsedDocument, Passage } from './passages.ts';
import { commandsIn, isShell } from './shell-words.ts';

/** More text than that is data. */
const maxBlockLength = 100_000;

/** Everything that a document says that exists in this project, in its order: links, paths, and what commands name. */
export function findClaims({ passages }: Pick<ParsedDocument, 'passages'>, readers: Readers): readonly Claim[] {
  return passages.flatMap((passage) => claimsOf(passage, readers));
}

function claimsOf(passage: Passage, readers: Readers): readonly Claim[] {
  const { text, line, column, isHistory } = passage;
  const place = { line, column, isHistory };
  switch (passage.kind) {
    case 'link':
      return some(linkClaim(text, place));
    case 'text':
      return [...pathsInProse(text, place), ...memoryImports(text, place)];
    case 'block':
      return blockClaims(passage, readers);
    case 'code':
      return isCommand(text)
        ? commandsIn(text, line, column).flatMap((command) => commandClaims(command, isHistory))
        : some(pathClaim(text, place));
    default:
      return passage.kind satisfies never;
  }
}

function some(claim: Claim | undefined): readonly Claim[] {
  return claim === undefined ? [] : [claim];
}

/** A program with arguments, and no statement of code. */
function isCommand(text: string): boolean {
  return (
    /^\$?\s*(?:[A-Z_]+=)?[\w./-]+\s+\S/.test(text) &&
    !/^(new|await|import|export|function|class|const|let|var|type|interface|def|fn|func|return)\s/.test(text)
  );
}

/** `@docs/rules.md` in a file of instructions is read into it. https://code.claude.com/docs/en/memory (2026-11-22) */
function memoryImports(text: string, place: Pick<Claim, 'line' | 'column' | 'isHistory'>): readonly Claim[] {
  return [...text.matchAll(/(?<![\w@.`/])@((?:\.{1,2}\/)?[\w.-]+(?:\/[\w.-]+)*\.(?:md|mdx|mdc|txt))\b/g)].flatMap(
    ({ 1: path = '', index }) => some(linkClaim(path, { ...place, column: place.column + index + 1 })),
  );
}

function blockClaims({ column, isHistory, language = '', line, text }: Passage, readers: Readers): readonly Claim[] {
  if (!isShell(language) || text.length > maxBlockLength) return [];
  const commands = commandsIn(text, line, column).flatMap((command) => commandClaims(command, isHistory));
  // For users it is mostly what a program printed at that time.
  const lines = readers === 'user' ? [] : text.split('\n');
  return [...commands, ...lines.flatMap((one, at) => pathsInProse(one, { line: line + at, column, isHistory }))];
}
