/** Words that any sentence about code has. */
const stopWords = new Set(
  'a an and are as at be been but by can could do does for from had has have how if in into is it its no nor not of off on or our out over should so some such than that the their them then there these they this to too under up use used uses using via was we were what when where which while will with would you your'.split(
    ' ',
  ),
);

const stems = new Map<string, string>();

/** Words of a text in lower case, without their endings and without stop words. Names of code count whole and in their parts. */
export function wordsOf(text: string): readonly string[] {
  const words = new Set<string>();
  for (const [name] of text.matchAll(/[\p{L}\p{N}_$]+/gu)) {
    if (/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(name)) {
      for (const [word] of name.matchAll(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)) words.add(word);
      continue;
    }
    const parts = partsOfName(name);
    for (const part of parts) addWord(words, part);
    if (parts.length > 1) addWord(words, parts.join(''));
  }
  return [...words];
}

function addWord(words: Set<string>, word: string): void {
  if (word.length < 2 || stopWords.has(word) || /^\d+$/.test(word)) return;
  words.add(stemmed(word));
}

/** `parseURLQuery_v2`: parse, url, query, v2. */
export function partsOfName(name: string): readonly string[] {
  return name
    .replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[ _$]+/)
    .filter((part) => part !== '')
    .map((part) => part.toLowerCase());
}

function stemmed(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = lightStem(word);
  if (stems.size > 50_000) stems.clear();
  stems.set(word, stem);
  return stem;
}

/** Endings of English verbs and plurals; words of other languages mostly come back as they are. */
function lightStem(word: string): string {
  let stem = word;
  if (stem.length > 4 && stem.endsWith('ies')) stem = `${stem.slice(0, -3)}y`;
  else if (stem.length > 3 && stem.endsWith('s') && !/(?:ss|us|is)$/.test(stem)) stem = stem.slice(0, -1);
  if (stem.length > 5 && stem.endsWith('ing')) stem = undoubled(stem.slice(0, -3));
  else if (stem.length > 4 && stem.endsWith('ed')) stem = undoubled(stem.slice(0, -2));
  if (stem.length > 6) stem = stem.replace(/(?:ation|ition|ion|or|er|ment|ly|able|ible|ize|ise|ate)$/, '');
  if (stem.length > 3 && stem.endsWith('e')) stem = stem.slice(0, -1);
  return stem;
}

function undoubled(stem: string): string {
  return /([bdfgklmnprt])\1$/.test(stem) && !stem.endsWith('ll') ? stem.slice(0, -1) : stem;
}
