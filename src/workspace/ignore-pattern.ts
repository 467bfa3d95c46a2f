/**
 * One pattern of an ignore file, as git reads it (https://git-scm.com/docs/gitignore, wildmatch.c with WM_PATHNAME). No regular expression
 * is made of it: others wrote it, and one line of 40,000 characters, or one with forty stars, would stop everything that asks. Here a
 * name is compared in at most its length times that of the pattern.
 */
export interface IgnorePattern {
  /** The path from the directory of the file, where the pattern is without wildcards: `/a/b`, or `b` for that name at any depth. */
  readonly literal?: string | undefined;
  /** The names of the path, where the pattern is bound to its directory. */
  readonly names?: readonly NamePattern[] | undefined;
  /** Any path whose last name is this. */
  readonly name?: OneName | undefined;
  readonly isOnlyDirectories: boolean;
  /** How much work a hostile name makes of it. 0 for the usual patterns, whose work is that of comparing two texts. */
  readonly cost: number;
}

/** `null` is `**`: any number of directories. */
export type NamePattern = null | OneName;
/** A text: exactly this name. With one star and no other wildcard, as most are: how it begins and ends. */
type OneName = string | OneStar | readonly Token[];

interface OneStar {
  readonly prefix: string;
  readonly suffix: string;
}

/** A number: the code of a letter. */
type Token = '*' | number | CharacterTest;
type CharacterTest = (code: number) => boolean;

/**
 * @param text without the `!` and the white space at its end; lower case when letters are not told apart.
 * @returns `undefined` when it matches nothing: empty, or with a bracket that is not closed.
 */
export function ignorePattern(text: string, foldsCase: boolean): IgnorePattern | undefined {
  const isOnlyDirectories = text.endsWith('/');
  const body = isOnlyDirectories ? text.slice(0, -1) : text;
  if (body === '') return undefined;
  const isBound = body.includes('/');
  const names = namesOf(body.startsWith('/') ? body.slice(1) : body, foldsCase);
  // No path has an empty name.
  if (names === undefined || names.includes('')) return undefined;
  if (names.every((name) => typeof name === 'string')) {
    const path = names.join('/');
    return { literal: isBound ? `/${path}` : path, isOnlyDirectories, cost: 0 };
  }
  if (isBound) return { names, isOnlyDirectories, cost: costOf(names) };
  const [name] = names;
  // Without a slash two stars are as one.
  return { name: name ?? { prefix: '', suffix: '' }, isOnlyDirectories, cost: costOf(names) };
}

/** Whether the names of a path are those of the pattern. */
export function matchesNames(pattern: readonly NamePattern[], names: readonly string[]): boolean {
  let at = 0;
  let part = 0;
  // Only the last `**` is ever given one name more.
  let wide: { readonly part: number; at: number } | undefined;
  while (at < names.length) {
    const wanted = pattern[part];
    if (wanted === null) {
      if (part === pattern.length - 1) return true;
      wide = { part, at };
      part += 1;
    } else if (wanted !== undefined && matchesName(wanted, names[at] ?? '')) {
      at += 1;
      part += 1;
    } else if (wide !== undefined) {
      wide.at += 1;
      at = wide.at;
      part = wide.part + 1;
    } else return false;
  }
  return part === pattern.length;
}

/** Whether one name is that of the pattern. */
export function matchesName(pattern: OneName, name: string): boolean {
  if (typeof pattern === 'string') return pattern === name;
  if ('suffix' in pattern) {
    const { prefix, suffix } = pattern;
    return name.length >= prefix.length + suffix.length && name.endsWith(suffix) && name.startsWith(prefix);
  }
  return matchesTokens(pattern, name);
}

function matchesTokens(pattern: readonly Token[], name: string): boolean {
  let at = 0;
  let token = 0;
  let starToken = -1;
  let starAt = 0;
  while (at < name.length) {
    const wanted = pattern[token];
    if (wanted === '*') {
      if (token === pattern.length - 1) return true;
      starToken = token;
      starAt = at;
      token += 1;
    } else if (typeof wanted === 'number' ? wanted === name.charCodeAt(at) : wanted?.(name.charCodeAt(at)) === true) {
      at += 1;
      token += 1;
    } else if (starToken === -1) return false;
    else {
      starAt += 1;
      at = starAt;
      token = starToken + 1;
    }
  }
  while (pattern[token] === '*') token += 1;
  return token === pattern.length;
}

function costOf(names: readonly NamePattern[]): number {
  const areSeveral = names.filter((name) => name === null).length > 1;
  let cost = 0;
  for (const name of names) {
    if (name === null) continue;
    if (typeof name === 'string') cost += areSeveral ? name.length : 0;
    else if ('suffix' in name) cost += areSeveral ? name.prefix.length + name.suffix.length + 1 : 0;
    else if (areSeveral || name.filter((token) => token === '*').length > 1) cost += name.length;
  }
  return cost;
}

/** @returns `undefined` for a bracket that is not closed, or a backslash with nothing behind it. */
function namesOf(text: string, foldsCase: boolean): readonly NamePattern[] | undefined {
  const names: NamePattern[] = [];
  let tokens: Token[] = [];
  let plain: string | undefined = '';
  let stars = 0;
  const end = (): void => {
    const isWide = stars > 1 && tokens.length === 1 && tokens[0] === '*';
    if (!isWide) names.push(plain ?? oneStarOf(tokens) ?? tokens);
    // Several in a row are as one.
    else if (names.at(-1) !== null) names.push(null);
    [tokens, plain, stars] = [[], '', 0];
  };
  const take = (character: string): void => {
    tokens.push(character.charCodeAt(0));
    if (plain !== undefined) plain += character;
    stars = 0;
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '/') end();
    else if (character === '*') {
      if (tokens.at(-1) !== '*') tokens.push('*');
      plain = undefined;
      stars += 1;
    } else if (character === '?') {
      tokens.push(() => true);
      plain = undefined;
      stars = 0;
    } else if (character === '[') {
      const bracket = bracketAt(text, at, foldsCase);
      if (bracket === undefined) return undefined;
      tokens.push(bracket.test);
      plain = undefined;
      stars = 0;
      at = bracket.end;
    } else if (character === '\\') {
      at += 1;
      if (at === text.length) return undefined;
      if (text.charAt(at) === '/') end();
      else take(text.charAt(at));
    } else take(character);
  }
  end();
  return names;
}

function oneStarOf(tokens: readonly Token[]): OneStar | undefined {
  const star = tokens.indexOf('*');
  const letters = tokens.flatMap((token) => (typeof token === 'number' ? [String.fromCharCode(token)] : []));
  if (star === -1 || letters.length !== tokens.length - 1) return undefined;
  return { prefix: letters.slice(0, star).join(''), suffix: letters.slice(star).join('') };
}

/** What is between brackets, and where the closing one is. */
function bracketAt(text: string, open: number, foldsCase: boolean): { readonly test: CharacterTest; readonly end: number } | undefined {
  let at = open + 1;
  const isNot = text[at] === '!' || text[at] === '^';
  if (isNot) at += 1;
  const ranges: (readonly [number, number])[] = [];
  const codeAt = (): number => {
    if (text[at] === '\\') at += 1;
    const code = text.charCodeAt(at);
    at += 1;
    return code;
  };
  for (const first = at; at === first || text[at] !== ']';) {
    if (at >= text.length) return undefined;
    const named = /^\[:([a-z]*):\]/.exec(text.slice(at, at + 12));
    if (named !== null) {
      const known = classes[named[1] ?? ''];
      if (known === undefined) return undefined;
      ranges.push(...known);
      at += named[0].length;
      continue;
    }
    const low = codeAt();
    let high = low;
    if (text[at] === '-' && text[at + 1] !== ']' && at + 1 < text.length) {
      at += 1;
      high = codeAt();
    }
    // Behind the end of the text, which a backslash may lead to.
    if (Number.isNaN(low) || Number.isNaN(high)) return undefined;
    // The first of a range matches, even of one that runs backwards.
    ranges.push([low, low], [low, high]);
  }
  const isIn = (code: number): boolean => ranges.some(([low, high]) => low <= code && code <= high);
  const upper = (code: number): number => (code >= 97 && code <= 122 ? code - 32 : code);
  const test: CharacterTest = foldsCase ? (code) => (isIn(code) || isIn(upper(code))) !== isNot : (code) => isIn(code) !== isNot;
  return { test, end: at };
}

const range = (low: string, high: string = low): readonly [number, number] => [low.charCodeAt(0), high.charCodeAt(0)];
const letters = [range('A', 'Z'), range('a', 'z')];

/** Of POSIX, which git takes too. */
const classes: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  alpha: letters,
  alnum: [...letters, range('0', '9')],
  blank: [range(' '), range('\t')],
  cntrl: [range('\0', '\x1F'), range('\x7F')],
  digit: [range('0', '9')],
  graph: [range('!', '~')],
  lower: [range('a', 'z')],
  print: [range(' ', '~')],
  punct: [range('!', '/'), range(':', '@'), range('[', '`'), range('{', '~')],
  space: [range(' '), range('\t', '\r')],
  upper: [range('A', 'Z')],
  xdigit: [range('0', '9'), range('A', 'F'), range('a', 'f')],
};
