/** Longer texts are no slips of anything. */
const maxLength = 64;

/**
 * How many slips turn one text into the other: a character more, one less, another one, or two neighbours swapped (the optimal string
 * alignment distance, https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance).
 */
export function slipsBetween(a: string, b: string): number {
  const [from, to] = [[...a], [...b]];
  let before: number[] = [];
  let last = to.map((_, i) => i + 1);
  last.unshift(0);
  for (const [i, character] of from.entries()) {
    const row = [i + 1];
    for (const [j, other] of to.entries()) {
      const isSwapped = i > 0 && j > 0 && character === to[j - 1] && from[i - 1] === other;
      row.push(
        Math.min(
          (last[j + 1] ?? 0) + 1,
          (row[j] ?? 0) + 1,
          (last[j] ?? 0) + (character === other ? 0 : 1),
          isSwapped ? (before[j - 1] ?? 0) + 1 : Infinity,
        ),
      );
    }
    [before, last] = [last, row];
  }
  return last[to.length] ?? 0;
}

/**
 * The names that a typed one was probably meant to be, the most probable first: the same but for case and separators, a few slips, a
 * name that holds the typed word (`scan`: `mcp scan`), or one that begins with it.
 * @param max how many at most.
 */
export function nearest(typed: string, names: Iterable<string>, max = 3): readonly string[] {
  const wanted = plainWord(typed);
  if (wanted === '' || typed.length > maxLength) return [];
  const found = [...new Set(names)].flatMap((name) => {
    const far = name.length > maxLength ? undefined : distance(wanted, name);
    return far === undefined ? [] : [{ name, far }];
  });
  // Beside one that is a single slip away, those of two are noise.
  const isClear = found.some(({ far }) => far <= 1);
  return found
    .filter(({ far }) => !isClear || far <= 1)
    .toSorted((a, b) => a.far - b.far)
    .slice(0, max)
    .map(({ name }) => name);
}

/** `Did you mean "a" or "b"?`; empty without a suggestion. */
export function didYouMean(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`);
  return quoted.length === 0 ? '' : `Did you mean ${quoted.join(' or ')}?`;
}

/** `undefined`: not meant. Slips in the whole name come before a word or a beginning of it. */
function distance(wanted: string, name: string): number | undefined {
  const plain = plainWord(name);
  const whole = slipsBetween(wanted, plain);
  if (whole <= allowedSlips(Math.min(wanted.length, plain.length))) return whole;
  const words = wordsOf(name);
  const inWords = Math.min(
    ...words.filter((word) => word.length > 1).map((word) => (isSlip(wanted, word) ? slipsBetween(wanted, word) : Infinity)),
  );
  if (inWords < Infinity) return 4 + inWords;
  if (wanted.length >= 2 && plain.startsWith(wanted)) return 8;
  // A typed name of several words that holds the other: `claude-code-cli`.
  const typedWords = wordsOf(wanted);
  return plain.length >= 3 && typedWords.length > 1 && typedWords.includes(plain) ? 9 : undefined;
}

function isSlip(a: string, b: string): boolean {
  return slipsBetween(a, b) <= allowedSlips(Math.min(a.length, b.length));
}

/** How many slips still leave the same word, by its length: a short word with a slip is another word. */
function allowedSlips(length: number): number {
  return length < 3 ? 0 : length < 5 ? 1 : length < 9 ? 2 : 3;
}

function plainWord(text: string): string {
  return wordsOf(text).join(' ');
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[^\s\-_./@:]+/g) ?? [];
}
