import { wordOf } from './words.ts';

/**
 * How many of a thousand sentences of developers contain a word: commit subjects of three projects, questions about code, descriptions of
 * commands. Of the six sources the one that uses a word most was left out, so that no source's own subject is common. See docs/benchmarks.md.
 */
const perThousand: Readonly<Record<number, string>> = {
  80: 'fix',
  40: 'files using update remove list add type test',
  20: 'set display not name value check create current error change number',
  10:
    'directory request string print docs content link find get element options command support documentation only output format version ' +
    'default key new script generate server run make line without text when start object case container more function delete one replace ' +
    'json data empty user node code matching improve read custom variable',
  5:
    'return path show log index group time characters html http package sort url move added non warning dependencies allow build execute ' +
    'instance ignore root after instead access call host search id convert specific arguments handle header source array first no typo send ' +
    'modified expression based refactor setup import count message include write regex cache order parsing status size method working pass ' +
    'input word process same multiple existing async session last release mode reference revert different commit save response module level ' +
    'system space page correct before usage duplicate dev about missing properties parameter separated window result',
  2.5:
    'regular local disable within recursively date context example extract out workflow target config action entry enable tag app report ' +
    'null field bytes install between port interface location specified shell symbolic connect normal apply single two branch required copy ' +
    'attribute pattern skip second resolve inside validation cleanup prefix force hooks split keep every comment handler invalid image proxy ' +
    'extension template avoid model style job open issue broken security whitespace address syntax end select column post some timeout ' +
    'filter old js environment loop encoding table information escape raw download except export next rename initialize most undefined store ' +
    'given program project mount define operation per shared parser description configuration throw length like fail parent archive drop ' +
    'preserve compare through readable map newline latest up append details decode verify delimiter',
};

const maxShare = 0.5;
let known: ReadonlyMap<string, number> | undefined;

/** The share of sentences of developers that contain a term; 0 for one that is not common. */
export function commonShare(term: string): number {
  known ??= readShares();
  return known.get(term) ?? 0;
}

/** A group of synonyms and a part of a word are as common as the words that have them together. */
function readShares(): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const [share, words] of Object.entries(perThousand)) {
    for (const word of words.split(' '))
      for (const { name } of wordOf(word)?.terms ?? []) found.set(name, Math.min(maxShare, (found.get(name) ?? 0) + Number(share) / 1_000));
  }
  return found;
}
