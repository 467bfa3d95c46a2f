/** A part of a pattern: one character, any number of them, or other parts. */
type Part =
  | { readonly kind: 'one'; readonly takes: Takes }
  | { readonly kind: 'any'; readonly takes: Takes }
  | { readonly kind: 'group'; readonly choices: readonly (readonly Part[])[]; readonly repeat: string };
type Takes = (letter: string) => boolean;

/** A place in a pattern: what it takes there and where that leads, or places that are reached without taking anything. */
interface Place {
  readonly id: number;
  readonly takes?: Takes;
  readonly next: Place[];
}

/** The places where a path may have led, and what follows from them, as far as it was asked. */
interface State {
  readonly places: readonly Place[];
  readonly isEnd: boolean;
  readonly next: (State | undefined)[];
}

const maxLength = 5_000;
const maxStates = 500;
const slash = (letter: string): boolean => letter === '/';
const noSlash = (letter: string): boolean => letter !== '/';
const all = (): boolean => true;

/**
 * A test for paths by a pattern with `*`, `**`, `?`, `[a-z]`, `{a,b}` and `@(a|b)`, `?(a)`, `*(a)`, `+(a)`. It reads each path once and never goes back,
 * so no pattern can stall it, however many stars somebody wrote; as a regular expression such a pattern may take years. A pattern of more than
 * 5,000 characters matches nothing.
 */
export function globTest(pattern: string): (path: string) => boolean {
  const clean = pattern.replace(/^\.\//, '');
  if (clean.length > maxLength) return () => false;
  let ids = 0;
  const place = (next: Place[], takes?: Takes): Place => ({ id: ids++, next, ...(takes && { takes }) });
  const compiled = (parts: readonly Part[], after: Place): Place => parts.reduceRight((next, part) => compiledPart(part, next), after);
  const compiledPart = (part: Part, after: Place): Place => {
    if (part.kind === 'one') return place([after], part.takes);
    const begin = place([]);
    if (part.kind === 'any') {
      begin.next.push(place([begin], part.takes), after);
      return begin;
    }
    const isRepeated = part.repeat === '*' || part.repeat === '+';
    const end = isRepeated ? place([begin, after]) : after;
    for (const choice of part.choices) begin.next.push(compiled(choice, end));
    if (part.repeat === '*' || part.repeat === '?') begin.next.push(after);
    return begin;
  };
  const end = place([]);
  const first = compiled(partsOf(clean), end);
  return matcher(first, end);
}

function matcher(first: Place, end: Place): (path: string) => boolean {
  const states = new Map<string, State>();
  let start: State | undefined;
  const stateAt = (from: readonly Place[]): State => {
    const seen = new Set<Place>();
    const waiting = [...from];
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      if (seen.has(one)) continue;
      seen.add(one);
      if (one.takes === undefined) waiting.push(...one.next);
    }
    const places = [...seen].filter(({ takes }) => takes !== undefined).toSorted((one, other) => one.id - other.id);
    const isEnd = seen.has(end);
    const key = `${isEnd}${places.map(({ id }) => id).join(',')}`;
    const known = states.get(key);
    if (known !== undefined) return known;
    if (states.size >= maxStates) {
      // They are made again when they are needed.
      states.clear();
      if (start !== undefined) start.next.length = 0;
    }
    const state: State = { places, isEnd, next: [] };
    states.set(key, state);
    return state;
  };
  start = stateAt([first]);
  const begin = start;
  return (path) => {
    let state = begin;
    for (let i = 0; i < path.length; i += 1) {
      if (state.places.length === 0) return false;
      const code = path.charCodeAt(i);
      const letter = path.charAt(i);
      state = state.next[code] ??= stateAt(state.places.flatMap((one) => (one.takes?.(letter) === true ? one.next : [])));
    }
    return state.isEnd;
  };
}

function partsOf(pattern: string): readonly Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < pattern.length;) {
    const { part, length } = partAt(pattern, at);
    parts.push(part);
    at += length;
  }
  return parts;
}

function partAt(pattern: string, at: number): { readonly part: Part; readonly length: number } {
  const letter = pattern.charAt(at);
  const rest = pattern.slice(at);
  const group = groupAt(pattern, at);
  if (group !== undefined) return group;
  const beginsName = at === 0 || pattern.charAt(at - 1) === '/';
  if (rest === '/**' && at > 0)
    return {
      part: optional([
        { kind: 'one', takes: slash },
        { kind: 'any', takes: all },
      ]),
      length: rest.length,
    };
  if (beginsName && rest.startsWith('**/'))
    return {
      part: optional([
        { kind: 'any', takes: all },
        { kind: 'one', takes: slash },
      ]),
      length: 3,
    };
  const [stars = ''] = /^\*+/.exec(rest) ?? [];
  if (stars !== '') return { part: { kind: 'any', takes: beginsName && rest === '**' ? all : noSlash }, length: stars.length };
  if (letter === '?') return { part: { kind: 'one', takes: noSlash }, length: 1 };
  const [list, not, letters = ''] = /^\[([!^]?)(\]?[^\]/]*)\]/.exec(rest) ?? [];
  if (list !== undefined) return { part: { kind: 'one', takes: listed(letters, not !== '') }, length: list.length };
  const [wanted, length] = letter === '\\' && rest.length > 1 ? [rest.charAt(1), 2] : [letter, 1];
  return { part: { kind: 'one', takes: (one) => one === wanted }, length };
}

function optional(choice: readonly Part[]): Part {
  return { kind: 'group', choices: [choice], repeat: '?' };
}

/** `{a,b}` or `+(a|b)`; `undefined` where there is none, or it has no end. */
function groupAt(pattern: string, at: number): { readonly part: Part; readonly length: number } | undefined {
  const [open, repeat = ''] = /^(?:\{|([?*+@])\()/.exec(pattern.slice(at, at + 2)) ?? [];
  if (open === undefined) return undefined;
  const between = open === '{' ? ',' : '|';
  const choices: string[] = [];
  let depth = 0;
  let from = at + open.length;
  for (let i = from; i < pattern.length; i += 1) {
    const letter = pattern.charAt(i);
    if (letter === '\\') i += 1;
    else if ('{('.includes(letter)) depth += 1;
    else if (depth > 0 && '})'.includes(letter)) depth -= 1;
    else if (depth === 0 && letter === between) {
      choices.push(pattern.slice(from, i));
      from = i + 1;
    } else if (letter === (open === '{' ? '}' : ')')) {
      choices.push(pattern.slice(from, i));
      return { part: { kind: 'group', choices: choices.map(partsOf), repeat }, length: i + 1 - at };
    }
  }
  return undefined;
}

/** `a-z_`: what stands between the brackets. */
function listed(letters: string, isNot: boolean): Takes {
  const ranges = Array.from(letters.matchAll(/([^])-([^])|[^]/g), ([one, from = one, to = from]) => [from, to] as const);
  return (letter) => letter !== '/' && ranges.some(([from, to]) => from <= letter && letter <= to) !== isNot;
}
