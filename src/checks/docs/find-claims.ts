import type { Claim, ClaimPlace, OwnNames } from './claim.ts';
import { codeClaims, type ForeignName, foreignNames, isProgram, maxBlockLength, ownPackage } from './code-claims.ts';
import { commandClaims } from './command-claims.ts';
import { linkClaim, pathClaim, pathsInProse } from './path-claims.ts';
import type { Readers } from './documents.ts';
import type { ParsedDocument, Passage } from './passages.ts';
import { commandsIn, isShell } from './shell-words.ts';
import { flagClaim, symbolClaims, variableClaim } from './word-claims.ts';

/** Everything that a document says that exists in this project, in its order. */
export function findClaims(
  { passages }: Pick<ParsedDocument, 'passages'>,
  own: OwnNames,
  readers: Readers,
  isOver: () => boolean = () => false,
): readonly Claim[] {
  return passages.flatMap((passage) => (isOver() ? [] : claimsOf(passage, own, readers)));
}

/** What the examples of a document take from other packages. */
export function namesOfOthers(
  { passages }: Pick<ParsedDocument, 'passages'>,
  own: OwnNames,
  isOver: () => boolean,
): readonly ForeignName[] {
  return passages.flatMap((one) => (one.kind === 'block' && isProgram(one.language ?? '') && !isOver() ? foreignNames(one, own) : []));
}

function claimsOf(passage: Passage, own: OwnNames, readers: Readers): readonly Claim[] {
  const { text, line, column, isHistory } = passage;
  const place = { line, column, isHistory };
  switch (passage.kind) {
    case 'link':
      return some(linkClaim(text, place));
    case 'file':
      return some(linkClaim(text, place));
    case 'symbol':
      return symbolClaims(text.includes('.') ? text : `${text}()`, place);
    case 'text':
      return [...pathsInProse(text, place), ...memoryImports(text, place)];
    case 'block':
      return blockClaims(passage, own, readers);
    case 'code':
      return spanClaims(passage, own, readers);
    default:
      return passage.kind satisfies never;
  }
}

function some(claim: Claim | undefined): readonly Claim[] {
  return claim === undefined ? [] : [claim];
}

/** `@docs/rules.md` in a file of instructions is read into it. https://code.claude.com/docs/en/memory (2026-11-22) */
function memoryImports(text: string, place: Pick<Claim, 'line' | 'column' | 'isHistory'>): readonly Claim[] {
  return [...text.matchAll(/(?<![\w@.`/])@((?:\.{1,2}\/)?[\w.-]+(?:\/[\w.-]+)*\.(?:md|mdx|mdc|txt))\b/g)].flatMap(
    ({ 1: path = '', index }) => some(linkClaim(path, { ...place, column: place.column + index + 1 })),
  );
}

function blockClaims(block: Passage, own: OwnNames, readers: Readers): readonly Claim[] {
  const language = block.language ?? '';
  if (isProgram(language)) return codeClaims(block, own);
  if (!isShell(language) || block.text.length > maxBlockLength) return [];
  const commands = commandsIn(block.text, block.line, block.column).flatMap((command) => commandClaims(command, own, block.isHistory));
  // For users it is mostly what a program printed at that time.
  const lines = readers === 'user' || block.text.length > maxBlockLength ? [] : block.text.split('\n');
  const paths = lines.flatMap((text, at) =>
    pathsInProse(text, { line: block.line + at, column: block.column, isHistory: block.isHistory }),
  );
  return [...commands, ...paths, ...(hasProgram(own, readers) ? usageFlags(block) : [])];
}

/** `  -d, --max-depth <depth>   …`: what a program says of its options. */
function usageFlags({ text, line, column, isHistory }: Passage): readonly Claim[] {
  return text.split('\n').flatMap((one, at) => {
    const found = /^(\s*(?:-\w(?:,|\s)\s*)?)(--[a-z][\w-]*)/.exec(one);
    return found === null
      ? []
      : some(flagClaim(found[2] ?? '', { line: line + at, column: column + (found[1] ?? '').length, isHistory }, false));
  });
}

/** Without a program of its own, the flags that users read of are those of others. */
function hasProgram({ commands }: OwnNames, readers: Readers): boolean {
  return commands.size > 0 || readers !== 'user';
}

/** `--report=index.html --template=a/b.tmpl`, `--config/-c` */
function flagsIn(text: string, place: ClaimPlace): readonly Claim[] {
  return [...text.matchAll(/[^\s|,]+/g)].flatMap(({ 0: word, index }) => {
    const at = { ...place, column: place.column + index };
    const value = /^--[\w-]+=(.*\/.*)$/.exec(word)?.[1];
    return [
      ...some(flagClaim(word.replace(/\/-\w$/, ''), at, false)),
      ...(value === undefined ? [] : some(pathClaim(value, { ...at, column: at.column + word.indexOf('=') + 1 }))),
    ];
  });
}

function spanClaims({ text, line, column, isHistory }: Passage, own: OwnNames, readers: Readers): readonly Claim[] {
  const place = { line, column, isHistory };
  if (
    !text.startsWith('--') &&
    /^\$?\s*(?:[A-Z_]+=)?[\w./-]+\s+\S/.test(text) &&
    !/^(new|await|import|export|function|class|const|let|var|type|interface|def|fn|func|return)\s/.test(text)
  ) {
    return commandsIn(text, line, column).flatMap((command) => commandClaims(command, own, isHistory));
  }
  const module = text.replaceAll(/^["']|["']$/g, '');
  const owner = /^@?[\w.-]+(\/[\w.-]+)+$/.test(module) ? ownPackage(module, own) : undefined;
  if (owner !== undefined) return [{ kind: 'import', from: module, ...place }];
  if (text.startsWith('--')) return hasProgram(own, readers) ? flagsIn(text, place) : [];
  const claim = pathClaim(text, place) ?? variableClaim(text.replace(/=.*$/s, ''), place);
  return claim === undefined ? symbolClaims(text, place) : [claim];
}
