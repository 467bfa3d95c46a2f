import { timeBox, type JobWork, type TimeBox } from '../../system/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';

export interface NamesInput {
  /** Regular expressions of the project. */
  readonly expressions: readonly string[];
  readonly paths: readonly WorkspacePath[];
}

export interface NamesOutput {
  readonly matched: readonly WorkspacePath[];
  /** Expressions that took too long. */
  readonly late: readonly string[];
}

/** One expression for all paths; ten thousand paths take some milliseconds. */
const maxMs = 500;
/** So many expressions that take too long, and no further one is tried. */
const maxLate = 4;

/** The job `checks/match-names`: which paths the regular expressions of the project match, each for a limited time. */
export default (async (input) => namesMatching(input, await timeBox())) satisfies JobWork<NamesInput, NamesOutput>;

/** The same in a given time box. */
export function namesMatching({ expressions, paths }: NamesInput, within: TimeBox): NamesOutput {
  const matched = new Set<WorkspacePath>();
  const late: string[] = [];
  for (const source of expressions) {
    const expression = expressionOf(source);
    if (expression === undefined) continue;
    const found = late.length >= maxLate ? 'late' : within(maxMs, () => paths.filter((path) => expression.test(path)));
    if (found === 'late') late.push(source);
    else for (const path of found.value) matched.add(path);
  }
  return { matched: [...matched], late };
}

function expressionOf(source: string): RegExp | undefined {
  try {
    return new RegExp(source);
  } catch {
    // The runner refuses it too.
    return undefined;
  }
}
