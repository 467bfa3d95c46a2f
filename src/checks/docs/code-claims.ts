import type { Claim, OwnNames } from './claim.ts';
import type { Passage } from './passages.ts';
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

/** What an example of code says that exists: packages of the workspace, and the names it calls but does not define itself. */
export function codeClaims(block: Passage, own: OwnNames): readonly Claim[] {
  const claims: Claim[] = [];
  const imports: string[] = [];
  for (const [at, line] of block.text.split('\n').entries()) {
    const place = {
      line: block.line + at,
      column: block.column,
      isHistory: block.isHistory || /\/\/.*\b(old|before|deprecated|removed)\b/i.test(line),
    };
    const from = /(?:\bfrom\s+|\bimport\s+|\brequire\(|\bimport\()\s*['"]([^'"]+)['"]/.exec(line);
    const owner = from?.[1] === undefined ? undefined : ownPackage(from[1], own);
    if (from?.[1] !== undefined && owner !== undefined)
      claims.push({ kind: 'import', from: from[1], ...place, column: place.column + line.indexOf(from[1]) });
    if (from !== null && owner === undefined) {
      imports.push(...(/\{([^}]*)\}/.exec(line)?.[1] ?? '').split(',').map((name) => name.replace(/^.*\sas\s/, '').trim()));
      continue;
    }
    claims.push(...calledIn(line, place, owner !== undefined));
  }
  // Names that come from other packages are not ours to judge.
  const foreign = new Set(imports);
  const defined = namesDefinedIn(block.text);
  return claims.filter((claim) => claim.kind !== 'word' || (!foreign.has(claim.word) && !defined.has(claim.word)));
}

/** With its methods and what it assigns: they are the reader's, not the project's. */
function namesDefinedIn(text: string): ReadonlySet<string> {
  // Types that are written out there are mostly copies of those of the project.
  const keywords = /\b(?:const|let|var|function\*?|class|def|fn|func|struct|as)\s+([A-Za-z_$][\w$]*)/g;
  const methods = /^\s*(?:[a-z]+\s+)*([A-Za-z_$][\w$]*)\s*\([^()]*\)\s*(?::[^={]*)?\{/gm;
  const assigned = /(?<![.\w$])([A-Za-z_$][\w$]*)\s*=[^=>]/g;
  return new Set([keywords, methods, assigned].flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name)));
}

export function ownPackage(from: string, { packages }: OwnNames): string | undefined {
  const name = from.startsWith('@') ? from.split('/', 2).join('/') : from.split('/', 1)[0];
  return name !== undefined && packages.has(name) ? name : undefined;
}

/** @param isImport the line imports from a package of the workspace: all its names are ours. */
function calledIn(line: string, place: Pick<Claim, 'line' | 'column' | 'isHistory'>, isImport: boolean): readonly Claim[] {
  const code = line.replace(/(^|\s)(\/\/|#).*$/, '').replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, (text) => ' '.repeat(text.length));
  const found: Claim[] = [];
  for (const { 0: name, index } of code.matchAll(/(?<![\w$])[A-Za-z_$][\w$]*/g)) {
    const after = code.slice(index + name.length);
    const before = code.slice(0, index);
    const isCalled =
      /^(<[^>(]*>)?\(/.test(after) ||
      /(\bnew|<|\.|::|@|\bextends|\bimplements|:)\s*$/.test(before) ||
      (/^\s*[{,]?.*\bfrom\b/.test(after) && isImport);
    const isOption = /^\??\s*[:=]/.test(after) && isInSeveralWords(name);
    const isMember = /(\.|::)$/.test(before) && /^[A-Z][a-z]{4,}/.test(name);
    const isType = /^\$?[A-Z]/.test(name);
    if (!(isCalled || isOption || isType) || !(isInSeveralWords(name) || isMember)) continue;
    found.push({ kind: 'word', role: 'symbol', word: name, spellings: [name], isOwn: isImport, ...place, column: place.column + index });
  }
  return found;
}
