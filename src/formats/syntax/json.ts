import type { Tolerance } from '../edit/format.ts';
import { depthAtOnce, nodeAt, tooDeep, TooDeep } from './json-nodes.ts';
import { findProblem } from './json-problems.ts';
import { skipTrivia } from './json-scan.ts';
import { positionAt, type Parsed } from './node.ts';

/**
 * JSON and JSON with comments, as tolerant as the client that owns the file.
 *
 * Judging and positioning are two passes: the native parser (or jsonc-parser, where the text is more than JSON) says whether the
 * text is well formed; then {@link nodeAt} finds positions, and only of the containers that are opened. A full tree of a 2 MB
 * `~/.claude.json` costs 150 ms, the one path we need costs 10.
 */
export function parseJson(text: string, tolerance: Tolerance): Parsed {
  const known = recent?.deref()?.find((one) => one.tolerance === tolerance && one.text === text);
  if (known) return known.parsed;
  const parsed = parse(text, tolerance);
  recent = new WeakRef([{ text, tolerance, parsed }, ...(recent?.deref()?.slice(0, 1) ?? [])]);
  return parsed;
}

/**
 * One edit asks for the text before and the one after several times over; of a large file each answer costs 15 ms. Held weakly:
 * the texts hold secrets, and a server lives long.
 */
let recent: WeakRef<readonly { readonly text: string; readonly tolerance: Tolerance; readonly parsed: Parsed }[]> | undefined;

function parse(text: string, tolerance: Tolerance): Parsed {
  const problem = findProblem(text, tolerance);
  if (problem) return { kind: 'problem', problem };
  const start = skipTrivia(text, 0);
  if (start === text.length) return { kind: 'tree' };
  try {
    // Every container is opened or skipped here, so nesting that is too deep is found now and not later.
    return { kind: 'tree', root: nodeAt(text, start, depthAtOnce(text)) };
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    return { kind: 'problem', problem: { ...positionAt(text, error.offset), message: tooDeep } };
  }
}
