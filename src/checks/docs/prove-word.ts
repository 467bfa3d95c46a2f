import type { EarlierLine, LineChanges } from '../../history/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import type { WordClaim } from './claim.ts';
import type { Proof } from './docs-finding.ts';
import { isDefinition, isFlagLine, isVariableLine } from './definition.ts';
import { isForeign } from './documents.ts';
import type { Doubt } from './judge-claim.ts';
import type { Evidence } from './evidence.ts';

/** Endings of files in which names are defined. */
const endings =
  'ts tsx mts cts js jsx mjs cjs vue svelte astro py pyi rs go java kt kts rb php c h cc cpp hpp cs swift scala ex exs lua dart zig'.split(
    ' ',
  );
/** Made by programs, or for trying things out: names there are often those of examples. */
const isNoSource =
  /\.d\.[cm]?ts$|\.min\.|(^|\/)(\.yarn|tests?|__tests__|e2e|examples?|docs?|dev-docs|site|website|bench(marks?)?)\/|[._](test|spec)\.|(^|\/)test_/;
/** Names of one run; the rest is not looked for. */
const maxWords = 600;

/** Which of the names earlier code defined. */
export async function proveWords(doubts: readonly Doubt[], evidence: Evidence): Promise<ReadonlyMap<Doubt, Proof>> {
  const { past, signal } = evidence;
  const roles = new Map<string, WordClaim['role']>();
  for (const { claim } of doubts) {
    if (claim.kind !== 'word') continue;
    for (const word of namesOf(claim)) if (roles.size < maxWords && !roles.has(word)) roles.set(word, claim.role);
  }
  const proofs = new Map<Doubt, Proof>();
  if (roles.size === 0) return proofs;
  const accepts = (word: string, line: string, file: WorkspacePath): boolean => {
    if (isForeign(file) || isNoSource.test(file)) return false;
    switch (roles.get(word)) {
      case 'symbol':
        return isDefinition(word, line);
      case 'flag':
        return isFlagLine(word, line);
      case 'variable':
        return isVariableLine(word, line);
      default:
        return false;
    }
  };
  // In the order of the words: equal questions are answered once.
  const lines = await past.earlierLines({ words: [...roles.keys()].toSorted(), endings, accepts }, signal);
  const byWord = new Map(lines.map((line) => [line.word, line]));
  const known = new Map<string, Proof>();
  for (const doubt of doubts) {
    if (doubt.claim.kind !== 'word') continue;
    const line = namesOf(doubt.claim).flatMap((name) => byWord.get(name) ?? [])[0];
    if (line === undefined) continue;
    if (await isQuoted(line, evidence)) continue;
    const proof = known.get(line.word) ?? (await proofOf(line, evidence));
    known.set(line.word, proof);
    proofs.set(doubt, proof);
  }
  return proofs;
}

/** In a text of Python: an example there defines nothing. */
async function isQuoted({ file, seenIn, text }: EarlierLine, { contentAt }: Evidence): Promise<boolean> {
  if (!/\.pyi?$/.test(file) || !/^\s/.test(text)) return false;
  const content = await contentAt(seenIn, file);
  if (content === undefined) return false;
  let isOpen = false;
  for (const line of Buffer.from(content).toString('utf8').split('\n')) {
    if (line === text && !isOpen) return false;
    if ((line.match(/"""|'''/g) ?? []).length % 2 === 1) isOpen = !isOpen;
  }
  return true;
}

/** What earlier code is searched for. */
function namesOf({ role, spellings, word }: WordClaim): readonly string[] {
  return role === 'flag' ? [word.slice(2).replace(/^.*\./, ''), word.slice(2).replace(/^.*\./, '').replace(/^no-/, '')] : spellings;
}

async function proofOf({ file, word }: EarlierLine, { facts, past, signal, workChanges }: Evidence): Promise<Proof> {
  const takesAway = ({ removed }: Changes): boolean => removed.some((line) => hasWord(line, word));
  const nameIn = (changes: Changes): string | undefined => {
    const now = renamedTo(word, changes);
    return now !== undefined && facts.hasWord(now) ? now : undefined;
  };
  const inWork = await workChanges(file);
  if (takesAway(inWork)) return { was: word, in: file, isUncommitted: true, now: nameIn(inWork) };
  const gone = (await past.lineChanges(file, word, signal)).find(takesAway);
  if (gone === undefined) return { was: word, in: file };
  return { was: word, in: file, gone: { commit: gone.commit, at: gone.at }, now: nameIn(gone) };
}

type Changes = Pick<LineChanges, 'added' | 'removed'>;

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!/[\w$]/.test(text.charAt(at - 1)) && !/[\w$]/.test(text.charAt(at + word.length))) return true;
  }
  return false;
}

/**
 * The name that stands for it in lines which are otherwise the same. A short line is like many others, so that only lines that define
 * something, or names that share a word, count.
 */
export function renamedTo(word: string, { added, removed }: Changes): string | undefined {
  const counts = new Map<string, number>();
  const candidates = added.map(tokensOf);
  for (const line of removed) {
    if (!hasWord(line, word)) continue;
    const before = tokensOf(line);
    const isTelling = isDefinition(word, line) && before.length >= 6;
    for (const after of candidates) {
      const now = otherName(word, before, after);
      if (now !== undefined && (isTelling || shareAWord(word, now))) counts.set(now, (counts.get(now) ?? 0) + (isTelling ? 2 : 1));
    }
  }
  const [best] = [...counts].toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1));
  // One line alone may be like another by chance.
  return best !== undefined && best[1] >= 2 ? best[0] : undefined;
}

/** `readFile` and `readText` do. */
function shareAWord(one: string, other: string): boolean {
  const parts = (name: string): readonly string[] => name.split(/(?<=[a-z0-9])(?=[A-Z])|[_$-]/).map((part) => part.toLowerCase());
  const known = new Set(parts(one));
  return parts(other).some((part) => part.length > 2 && known.has(part));
}

function tokensOf(line: string): readonly string[] {
  return line.trim().match(/[\w$]+|[^\w$\s]/g) ?? [];
}

function otherName(word: string, before: readonly string[], after: readonly string[]): string | undefined {
  if (before.length !== after.length) return undefined;
  let now: string | undefined;
  for (const [at, token] of before.entries()) {
    const other = after[at];
    if (token === other) continue;
    if (token !== word || other === undefined || (now !== undefined && now !== other) || !/^[A-Za-z_$][\w$]*$/.test(other))
      return undefined;
    now = other;
  }
  return now;
}
