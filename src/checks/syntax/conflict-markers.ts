import { maxProblems, type SyntaxProblem } from './problem.ts';

/** Texts in which a conflict may be shown to readers. */
const prose = /\.(?:md|mdx|markdown|rst|adoc|txt|html?)$/i;

/**
 * Conflicts that a merge left in a text: their three lines in order, each at the beginning of a line.
 * https://git-scm.com/docs/git-merge#_how_conflicts_are_presented (2026-11-22)
 */
export function conflictMarkers(path: string, text: string): readonly SyntaxProblem[] {
  if (!text.includes('<<<<<<< ') || !text.includes('>>>>>>> ')) return [];
  const found: SyntaxProblem[] = [];
  let begun: number | undefined;
  let isDivided = false;
  for (const [i, line] of text.split('\n').entries()) {
    if (line.startsWith('<<<<<<< ')) [begun, isDivided] = [i + 1, false];
    else if (begun !== undefined && /^={7}\r?$/.test(line)) isDivided = true;
    else if (begun !== undefined && isDivided && line.startsWith('>>>>>>> ')) {
      found.push({
        line: begun,
        column: 1,
        message: `A merge conflict is not resolved: it ends in line ${i + 1}.`,
        severity: prose.test(path) ? 'warning' : 'error',
        rule: 'conflict-marker',
        source: 'snap',
      });
      begun = undefined;
      if (found.length === maxProblems) break;
    }
  }
  return found;
}
