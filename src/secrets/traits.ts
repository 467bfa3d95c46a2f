/** What a text holds at all. Most hold little, and each expression that is used for the first time costs the start of the program. */
export interface Traits {
  /** A run of twelve letters, digits and signs of a token, of more than small letters. */
  readonly hasRun: boolean;
  /** Something that parts a name from a value, or a word from another. */
  readonly hasSign: boolean;
  readonly hasSpace: boolean;
}

const runs = /[A-Za-z0-9+_.~-]{12,}/g;
/** White space, a tag, an equals sign, a colon, a question mark, what is beyond ASCII, an at sign that is not the first (as in a scope). */
const sign = /[\0- <=:?\u007F-\uFFFF]|[^]@/;

/** `undefined`: nothing in it can be a secret. */
export function traitsOf(text: string): Traits | undefined {
  const hasRun = holdsRun(text);
  const hasSign = sign.test(text);
  return hasRun || hasSign ? { hasRun, hasSign, hasSpace: /[\0- ]/.test(text) } : undefined;
}

/** V8 needs stack for each character of a run and has none left after some eight million, so a longer text is read in parts. */
const partLength = 1_000_000;

/** Whether it holds what every token consists of. */
export function holdsRun(text: string): boolean {
  // Parts overlap by one less than the shortest run: every twelve characters are whole in one of them.
  for (let at = 0; at + 12 <= text.length; at += partLength) {
    const part = text.slice(at, at + partLength + 11);
    if ((part.match(runs) ?? []).some((run) => /[A-Z0-9]/.test(run))) return true;
  }
  return false;
}
