const change = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;

/** Names with a space where their case begins a new word: `useOAuth2Tokens` becomes `use O Auth2 Tokens`, `HTTPServer` becomes `HTTP Server`. */
export function splitCase(text: string): string {
  return text.replaceAll(change, ' ');
}

/** The runs of letters and digits of a text, in lower case. */
export function wordsIn(text: string): readonly string[] {
  // The plain expression is several times as fast, and most texts are plain.
  return text.toLowerCase().match(/^[\0-\x7f]*$/.test(text) ? /[a-z\d]+/g : /[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** The words that a name of code or a path is made of, in lower case: `parseURLQuery_v2` gives parse, url, query and v2. */
export function nameWords(name: string): readonly string[] {
  if (/^[a-z\d]+$/.test(name)) return [name];
  // Of plain letters the same as below, several times as fast.
  if (/^[\w$]+$/.test(name)) return (name.match(/[A-Z]+\d*(?![a-z])|[A-Z]?[a-z\d]+|[A-Z]/g) ?? []).map((part) => part.toLowerCase());
  return wordsIn(splitCase(name));
}

// The stemmer of M. F. Porter, "An algorithm for suffix stripping", 1980. https://tartarus.org/martin/PorterStemmer/def.txt

const vowelRun = '[aeiouy][aeiou]*';
const consonant = '[^aeiou]';
const consonantRun = `${consonant}[^aeiouy]*`;
/** m > 0, m = 1, m > 1 in the words of the paper: how often a vowel run is followed by a consonant run. */
const measureOver0 = new RegExp(`^(?:${consonantRun})?${vowelRun}${consonantRun}`);
const measureIs1 = new RegExp(`^(?:${consonantRun})?${vowelRun}${consonantRun}(?:${vowelRun})?$`);
const measureOver1 = new RegExp(`^(?:${consonantRun})?${vowelRun}${consonantRun}${vowelRun}${consonantRun}`);
const hasVowel = new RegExp(`^(?:${consonantRun})?[aeiouy]`);
const endsShort = new RegExp(`^${consonantRun}[aeiouy][^aeiouwxy]$`);

/** Ending to what takes its place, where m > 0. */
const second: Readonly<Record<string, string>> = {
  ational: 'ate',
  tional: 'tion',
  enci: 'ence',
  anci: 'ance',
  izer: 'ize',
  bli: 'ble',
  alli: 'al',
  entli: 'ent',
  eli: 'e',
  ousli: 'ous',
  ization: 'ize',
  ation: 'ate',
  ator: 'ate',
  alism: 'al',
  iveness: 'ive',
  fulness: 'ful',
  ousness: 'ous',
  aliti: 'al',
  iviti: 'ive',
  biliti: 'ble',
  logi: 'log',
};
const third: Readonly<Record<string, string>> = { icate: 'ic', ative: '', alize: 'al', iciti: 'ic', ical: 'ic', ful: '', ness: '' };
const secondEnding = new RegExp(`^(.+?)(${Object.keys(second).join('|')})$`);
const thirdEnding = new RegExp(`^(.+?)(${Object.keys(third).join('|')})$`);
const fourthEnding = /^(.+?)(al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize|(?<=[st])ion)$/;

// Endings of nouns, adjectives and verbs in Russian and Ukrainian, the longest first; a light form of the stemmer of Snowball.
// https://snowballstem.org/algorithms/russian/stemmer.html (2026-11-22)
const cyrillicEnding =
  /(?:иями|ями|ами|иях|ыми|ими|ого|его|ому|ему|ешь|ишь|ете|ите|ией|ать|ять|еть|ить|ала|ила|али|или|ают|яют|уют|ует|ает|яет|ах|ях|ов|ев|ам|ям|ом|ем|ой|ей|ый|ий|ая|яя|ое|ее|ые|ие|ия|ии|ию|ью|ья|ут|ют|ат|ят|ит|ет|ть|[аеёийоуыьэюяії])$/;
const minCyrillic = 5;
const minCyrillicStem = 3;

/**
 * The stem of one word in lower case: `failing`, `failed` and `fails` are `fail`, `тесты` and `тестов` are `тест`. Words of other languages come
 * back as they are.
 */
export function stem(word: string): string {
  if (word.length >= minCyrillic && /^[а-яёіїєґ]+$/.test(word)) {
    const short = word.replace(cyrillicEnding, '');
    return short.length >= minCyrillicStem ? short : word;
  }
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  // A y at the beginning is a consonant; the capital keeps it out of the vowels.
  let text = word.startsWith('y') ? `Y${word.slice(1)}` : word;
  text = withoutPlural(text);
  text = withoutPast(text);
  if (text.endsWith('y') && hasVowel.test(text.slice(0, -1))) text = `${text.slice(0, -1)}i`;
  text = exchange(text, secondEnding, second);
  text = exchange(text, thirdEnding, third);
  const fourth = fourthEnding.exec(text)?.[1];
  if (fourth !== undefined && measureOver1.test(fourth)) text = fourth;
  if (text.endsWith('e')) {
    const short = text.slice(0, -1);
    if (measureOver1.test(short) || (measureIs1.test(short) && !endsShort.test(short))) text = short;
  }
  if (text.endsWith('ll') && measureOver1.test(text)) text = text.slice(0, -1);
  return text.toLowerCase();
}

function withoutPlural(text: string): string {
  if (/(?:ss|i)es$/.test(text)) return text.slice(0, -2);
  return /[^s]s$/.test(text) ? text.slice(0, -1) : text;
}

function withoutPast(text: string): string {
  if (text.endsWith('eed')) return measureOver0.test(text.slice(0, -3)) ? text.slice(0, -1) : text;
  const short = /^(.+)(?:ed|ing)$/.exec(text)?.[1];
  if (short === undefined || !hasVowel.test(short)) return text;
  if (/(?:at|bl|iz)$/.test(short) || endsShort.test(short)) return `${short}e`;
  return /([^aeiouylsz])\1$/.test(short) ? short.slice(0, -1) : short;
}

function exchange(text: string, ending: RegExp, by: Readonly<Record<string, string>>): string {
  const found = ending.exec(text);
  const [, short = '', tail = ''] = found ?? [];
  return found && measureOver0.test(short) ? short + (by[tail] ?? '') : text;
}
