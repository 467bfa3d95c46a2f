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
