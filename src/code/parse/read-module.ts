import type { ModuleRecord } from '../module-record.ts';
import { requestsInTree } from './requests-in-tree.ts';
import { symbolsInTree } from './symbols-in-tree.ts';
import type { Node } from './tree.ts';

/** What the parser of this room gives for a text. */
export type Parse = (path: string, text: string) => { readonly program: Node; readonly problem?: string | undefined };

/** Reads the requests of a module, or its symbols: slower than `scanRequests`, and for every text. */
export function readModule(parse: Parse, path: string, text: string, { symbols }: { readonly symbols: boolean }): ModuleRecord {
  const { problem, program } = parse(path, text);
  const lineOf = lineFinder(text);
  const record: ModuleRecord = symbols
    ? { requests: [], symbols: symbolsInTree(program, lineOf) }
    : recordOf(requestsInTree(program, lineOf), text);
  // A text with a fault may still name modules before it.
  return problem === undefined ? record : { ...record, problem };
}

export function recordOf(requests: ModuleRecord['requests'], text: string): ModuleRecord {
  return text.includes('const enum') ? { requests, hasConstEnum: true } : { requests };
}

/** The line of any position. */
export function lineFinder(text: string): (at: number) => number {
  let starts: number[] | undefined;
  return (at) => {
    if (starts === undefined) {
      starts = [0];
      for (let next = text.indexOf('\n'); next !== -1; next = text.indexOf('\n', next + 1)) starts.push(next + 1);
    }
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= at) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
