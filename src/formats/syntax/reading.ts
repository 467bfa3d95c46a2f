import { positionAt } from '../../text/index.ts';
import type { SyntaxProblem } from './node.ts';

/** A text cannot be read any further than this offset. Thrown while reading; the reader of each format makes a problem of it. */
export class SyntaxStop extends Error {
  readonly offset: number;
  readonly isTooDeep: boolean;

  constructor(offset: number, message: string, isTooDeep = false) {
    super(message);
    this.name = 'SyntaxStop';
    this.offset = offset;
    this.isTooDeep = isTooDeep;
  }
}

/** How deep values may be nested: trees are walked by recursion, and a hostile file must not exhaust the stack. No config comes near. */
export const maxDepth = 200;

export function tooDeepAt(offset: number): SyntaxStop {
  return new SyntaxStop(offset, `the values are nested too deeply (more than ${maxDepth} levels)`, true);
}

/**
 * What stopped the reading of a text, as a problem with its place. A stack overflow is one too: the libraries descend by recursion.
 * @throws Every other error, which is a bug.
 */
export function problemOf(error: unknown, text: string): { readonly kind: 'problem'; readonly problem: SyntaxProblem } {
  const stop = error instanceof RangeError ? tooDeepAt(0) : error;
  if (!(stop instanceof SyntaxStop)) throw error;
  return { kind: 'problem', problem: { ...positionAt(text, stop.offset), message: stop.message, isTooDeep: stop.isTooDeep || undefined } };
}

/**
 * A reader that knows its last two texts: one edit asks for the text before and the one after several times over, and the next edit
 * begins with the latter. Held weakly: the texts hold secrets, and a server lives long.
 */
export function remembered<More extends readonly unknown[], Result>(
  read: (text: string, ...more: More) => Result,
): (text: string, ...more: More) => Result {
  let recent: WeakRef<readonly { readonly text: string; readonly more: More; readonly result: Result }[]> | undefined;
  return (text, ...more) => {
    const known = recent?.deref()?.find((one) => one.text === text && one.more.every((value, i) => value === more[i]));
    if (known !== undefined) return known.result;
    const result = read(text, ...more);
    recent = new WeakRef([{ text, more, result }, ...(recent?.deref()?.slice(0, 1) ?? [])]);
    return result;
  };
}
