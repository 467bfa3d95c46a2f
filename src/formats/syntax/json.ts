import { isRecord, jsonIn } from '../../system/index.ts';
import type { Tolerance } from '../edit/format.ts';
import { depthAtOnce, nodeAt } from './json-nodes.ts';
import { findProblem } from './json-problems.ts';
import { skipTrivia } from './json-scan.ts';
import { toPlain, type Parsed } from './node.ts';
import { remembered, problemOf } from './reading.ts';

/**
 * JSON and JSON with comments, as tolerant as the client that owns the file.
 *
 * Judging and positioning are two passes: the native parser (or jsonc-parser, where the text is more than JSON) says whether the
 * text is well formed; then {@link nodeAt} finds positions, and only of the containers that are opened. A full tree of a 2 MB
 * `~/.claude.json` costs 150 ms, the one path we need costs 10.
 */
export const parseJson: (text: string, tolerance: Tolerance) => Parsed = remembered(parse);

function parse(text: string, tolerance: Tolerance): Parsed {
  const problem = findProblem(text, tolerance);
  if (problem) return { kind: 'problem', problem };
  const start = skipTrivia(text, 0);
  if (start === text.length) return { kind: 'tree' };
  try {
    // Every container is opened or skipped here, so nesting that is too deep is found now and not later.
    return { kind: 'tree', root: nodeAt(text, start, depthAtOnce(text)) };
  } catch (error) {
    return problemOf(error, text);
  }
}

/** JSON with comments and commas at the end, as tsconfig.json has them; `undefined` when it is no object. */
export function looseJson(text: string): Readonly<Record<string, unknown>> | undefined {
  const content = text.replace(/^\uFEFF/, '');
  let value = jsonIn(content);
  if (value === undefined) {
    const parsed = parse(content, 'comments-and-commas');
    if (parsed.kind === 'tree' && parsed.root !== undefined) value = toPlain(parsed.root);
  }
  return isRecord(value) ? value : undefined;
}
