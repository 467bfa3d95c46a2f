import { lineIndex } from '../../text/index.ts';
import type { ModuleRecord, ModuleSymbols, ModuleUses } from '../module-record.ts';
import { withoutBodiesOf, withoutOtherBodies } from '../scan/without-bodies.ts';
import { requestsInTree } from './requests-in-tree.ts';
import { symbolsInTree } from './symbols-in-tree.ts';
import type { Node } from './tree.ts';

/** What the parser of this room gives for a text. */
export type Parse = (path: string, text: string) => { readonly program: Node; readonly problem?: string | undefined };

/** What is read of a module. `uses` costs a third of `symbols`. */
export type Wanted = 'requests' | 'uses' | 'symbols';

/**
 * As {@link readModule}, of a text with one character for each byte, and faster: bodies of functions that cannot matter are left out. Where the parser
 * finds a fault in the rest, it gets the whole.
 * @param lines of `uses`: the imports whose names matter.
 */
export function readQuickly(parse: Parse, path: string, latin1: string, wanted: Wanted, lines: readonly number[] = []): ModuleRecord {
  const less = wanted === 'requests' ? withoutOtherBodies(latin1) : wanted === 'uses' ? withoutBodiesOf(path, latin1, lines) : undefined;
  const quick = less === undefined ? undefined : readModule(parse, path, decoded(less), wanted);
  const record = quick === undefined || quick.problem !== undefined ? readModule(parse, path, decoded(latin1), wanted) : quick;
  return wanted === 'requests' && record.hasConstEnum !== true ? { ...record, ...constEnumIn(latin1) } : record;
}

/** The mark at the beginning of a text takes no place in its lines. */
export function decoded(latin1: string): string {
  const text = Buffer.from(latin1, 'latin1').toString('utf8');
  return text.startsWith('\uFEFF') ? ` ${text.slice(1)}` : text;
}

/** Reads the requests of a module, or its symbols: slower than `scanRequests`, and for every text. */
export function readModule(parse: Parse, path: string, text: string, wanted: Wanted): ModuleRecord {
  const { problem, program } = parse(path, text);
  const lineOf = lineIndex(text).lineAt;
  const record: ModuleRecord =
    wanted === 'requests'
      ? recordOf(requestsInTree(program, lineOf), text)
      : wanted === 'uses'
        ? { requests: [], uses: usesOf(symbolsInTree(program, lineOf)) }
        : { requests: [], symbols: symbolsInTree(program, lineOf) };
  // A text with a fault may still name modules before it.
  return problem === undefined ? record : { ...record, problem };
}

export function recordOf(requests: ModuleRecord['requests'], text: string): ModuleRecord {
  return { requests, ...constEnumIn(text) };
}

function constEnumIn(text: string): Pick<ModuleRecord, 'hasConstEnum'> {
  return text.includes('const enum') ? { hasConstEnum: true } : {};
}

/** What {@link ModuleUses} has of symbols. */
export function usesOf({ exports, imports, usage }: ModuleSymbols): ModuleUses {
  return { imports, exports, usage };
}
