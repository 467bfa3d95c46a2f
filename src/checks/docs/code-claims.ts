import type { Claim, ClaimPlace, OwnNames } from './claim.ts';
import { type ExampleImport, exampleImports } from './example-imports.ts';
import { maxLineLength, type Passage } from './passages.ts';
import { isInSeveralWords } from './word-claims.ts';

const scriptLanguages = new Set([
  'js',
  'jsx',
  'ts',
  'tsx',
  'mjs',
  'cjs',
  'mts',
  'cts',
  'javascript',
  'typescript',
  'vue',
  'svelte',
  'astro',
]);
const otherLanguages = new Set([
  'python',
  'py',
  'pycon',
  'rust',
  'rs',
  'go',
  'golang',
  'java',
  'kotlin',
  'kt',
  'ruby',
  'rb',
  'c',
  'cpp',
  'csharp',
  'cs',
  'php',
  'swift',
]);

export function isProgram(language: string): boolean {
  return scriptLanguages.has(language) || otherLanguages.has(language);
}

/** More text than that is data. */
export const maxBlockLength = 100_000;

/** What an example of code says that exists: packages of the workspace, and the names it calls but does not define itself. */
export function codeClaims(block: Passage, own: OwnNames): readonly Claim[] {
  if (block.text.length > maxBlockLength) return [];
  const { imports, rest } = exampleImports(block.text, languageOf(block));
  const lines = rest.split('\n');
  const places = placesIn(block);
  const claims: Claim[] = [];
  const foreign = new Set<string>();
  for (const one of imports) {
    const owner = one.language === 'script' ? ownPackage(one.from, own) : undefined;
    // The reader chooses these names.
    for (const name of one.bindings) if (owner === undefined || !one.names.some((other) => other.name === name)) foreign.add(name);
    if (owner === undefined) continue;
    claims.push({ kind: 'import', from: one.from, ...places(one.fromAt) });
    for (const { at, name } of one.names)
      if (name.length > 2) claims.push({ kind: 'word', role: 'symbol', word: name, spellings: [name], isOwn: true, ...places(at) });
  }
  const taken = claims.length;
  for (const [at, line] of lines.entries()) {
    if (line.length > maxLineLength) continue;
    const place = {
      line: block.line + at,
      column: block.column,
      isHistory: block.isHistory || /\/\/.*\b(old|before|deprecated|removed)\b/i.test(line),
    };
    claims.push(...calledIn(line, place));
  }
  // Names that come from other packages are not ours to judge.
  const defined = namesDefinedIn(rest);
  return claims.filter((claim, at) => claim.kind !== 'word' || at < taken || (!foreign.has(claim.word) && !defined.has(claim.word)));
}

/** A name that comes from a package which is not in the workspace. */
export interface ForeignName {
  readonly name: string;
  readonly from: string;
}

/** What an example takes from other packages, by its names there and here. */
export function foreignNames(block: Passage, own: OwnNames): readonly ForeignName[] {
  if (block.text.length > maxBlockLength) return [];
  return exampleImports(block.text, languageOf(block)).imports.flatMap((one) => {
    if (!isForeign(one, own)) return [];
    return [...one.bindings, ...one.names.map(({ name }) => name)].map((name) => ({ name, from: one.from }));
  });
}

/** Of a package with a name; a path, or an alias of the reader's project (`@/lib`), may stand for anything. */
function isForeign({ from, language }: ExampleImport, own: OwnNames): boolean {
  if (language === 'python') return !from.startsWith('.') && !own.modules.has(from.split('.', 1)[0] ?? '');
  return /^(?:node:|[a-z0-9]|@[a-z0-9])/i.test(from) && ownPackage(from, own) === undefined;
}

function languageOf({ language = '' }: Passage): ExampleImport['language'] {
  return language.startsWith('py') ? 'python' : 'script';
}

/** The line and the column of a place in the text of a block. */
function placesIn({ column, isHistory, line, text }: Passage): (at: number) => ClaimPlace {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  let row = 0;
  return (at) => {
    // Imports come in the order of the text, so that this goes forward.
    if ((starts[row] ?? 0) > at) row = 0;
    while ((starts[row + 1] ?? Infinity) <= at) row += 1;
    return { line: line + row, column: column + at - (starts[row] ?? 0), isHistory };
  };
}

/** With its methods and what it assigns: they are the reader's, not the project's. */
function namesDefinedIn(text: string): ReadonlySet<string> {
  // Types that are written out there are mostly copies of those of the project.
  const keywords = /\b(?:const|let|var|function\*?|class|def|fn|func|struct)\s+([A-Za-z_$][\w$]*)/g;
  // No `as Type`.
  const renamed = /\bas\s+([a-z_$][\w$]*)(?![\w$.<[])/g;
  const methods = /^[ \t]*(?:[a-z]+[ \t]+)*([A-Za-z_$][\w$]*)[ \t]*\([^()\n]*\)[ \t]*(?::[^={\n]*)?\{/gm;
  const assigned = /(?<![.\w$]|\btype\s|[:|]\s?)([A-Za-z_$][\w$]*)[ \t]*=[^=>]/g;
  return new Set([keywords, renamed, methods, assigned].flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name)));
}

export function ownPackage(from: string, { packages }: OwnNames): string | undefined {
  const name = from.startsWith('@') ? from.split('/', 2).join('/') : from.split('/', 1)[0];
  return name !== undefined && packages.has(name) ? name : undefined;
}

function calledIn(line: string, place: ClaimPlace): readonly Claim[] {
  const code = line.replace(/(^|\s)(\/\/|#).*$/, '').replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, (text) => ' '.repeat(text.length));
  const found: Claim[] = [];
  for (const { 0: name, index } of code.matchAll(/(?<![\w$])[A-Za-z_$][\w$]*/g)) {
    // As much as tells what it is.
    const after = code.slice(index + name.length, index + name.length + 200);
    const before = code.slice(Math.max(0, index - 200), index);
    const isCalled = /^(<[^>(]*>)?\(/.test(after) || /(\bnew|<|\.|::|@|\bextends|\bimplements|:)\s*$/.test(before);
    const isOption = /^\??\s*[:=]/.test(after) && isInSeveralWords(name);
    const isMember = /(\.|::)$/.test(before) && /^[A-Z][a-z]{4,}/.test(name);
    const isType = /^\$?[A-Z]/.test(name);
    if (!(isCalled || isOption || isType) || !(isInSeveralWords(name) || isMember)) continue;
    const owner = /([A-Za-z_$][\w$]*)(?:(?:\?\.|\.|::)[\w$]+)*(?:\?\.|\.|::)$/.exec(before)?.[1];
    found.push({
      kind: 'word',
      role: 'symbol',
      word: name,
      spellings: [name],
      isOwn: false,
      owner,
      ...place,
      column: place.column + index,
    });
  }
  return found;
}
