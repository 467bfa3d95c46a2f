import { MissingBinding } from '../../system/index.ts';
import { examineFiles } from '../files/examine-files.ts';
import { conflictMarkers } from './conflict-markers.ts';
import { dataSyntax } from './data-syntax.ts';
import type { SyntaxProblem } from './problem.ts';
import { type Dialects, scriptSyntax, type ScriptSyntax } from './script-syntax.ts';

/** Of one file. `unparsed`: JavaScript that should have been parsed, and there is no parser. */
export interface FileSyntax {
  readonly problems: readonly SyntaxProblem[];
  readonly unparsed?: string;
  /** Data that is nested deeper than snap reads. */
  readonly isTooDeep?: true;
}

/** Names of JavaScript and TypeScript. */
export const isScript = /\.(?:[cm]?[jt]s|[jt]sx)$/i;

/** The job `checks/parse-files`. Without the parser of JavaScript the others still run. */
export default examineFiles<Dialects, FileSyntax>(async (dialects) => {
  const data = await dataSyntax();
  let scripts: ScriptSyntax | undefined;
  let missing: string | undefined;
  try {
    scripts = await scriptSyntax();
  } catch (error) {
    // No program of the parser for this platform: each file that needs it says so.
    if (!(error instanceof MissingBinding)) throw error;
    missing = error.message;
  }
  return (path, text) => {
    const conflicts = conflictMarkers(path, text);
    // Everything else that is wrong follows from it.
    if (conflicts.length > 0) return { problems: conflicts };
    if (!isScript.test(path)) {
      const problems = data(path, text);
      return problems === 'too-deep' ? { problems: [], isTooDeep: true } : found(problems);
    }
    if (scripts === undefined) return { problems: [], unparsed: missing ?? '' };
    // The text of a template is not the text of a file yet.
    return found(isTemplate(text) ? [] : scripts(path, text, dialects));
  };
});

function found(problems: readonly SyntaxProblem[]): FileSyntax | undefined {
  return problems.length === 0 ? undefined : { problems };
}

function isTemplate(text: string): boolean {
  return /^\s*(?:\{\{[#/>]|\{%|<%)/m.test(text);
}
