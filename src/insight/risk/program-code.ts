import type { WorkspacePath } from '../../workspace/index.ts';
import { isCode } from '../code-files.ts';

/** Lines of one file that a change adds and takes away. */
export interface LineCounts {
  readonly file: WorkspacePath;
  readonly added: number;
  readonly deleted: number;
  /** How many of the added lines are code (`countCodeLines`); without it the usual share of them. */
  readonly code?: number | undefined;
  /** Words and signs in the added lines of code, and their indentation (`measureCode`). Absent: the usual amount is assumed. */
  readonly tokens?: number | undefined;
  readonly indent?: number | undefined;
}

/** Tests, examples, texts, vendored and generated files. Broader than the table of tests in `workspace/packages/`: helpers of tests count too. */
const notOfProgram =
  /(?:^|\/)(?:tests?|__tests__|spec|specs|e2e|testing|testdata|fixtures?|__fixtures__|__mocks__|__snapshots__|mocks?|docs?|documentation|website|examples?|samples?|demos?|playground|benchmarks?|bench|benches|node_modules|vendor|third[_-]?party|deps|dist|build|generated|\.github|\.yarn)\/|(?:[._-](?:tests?|spec|specs|cy|e2e|test-d|bench|stories|config|conf|min|generated|gen|pb)|(?:^|\/)(?:test_[^/]*|tests?|conftest|setup|spec_helper|test_helper))\.[^./]+$|(?:Tests?|IT|Spec|TestCase)\.(?:java|kt|scala|cs|groovy|php|swift)$|\.d\.[cm]?ts$/;

/** Whether this file is code of the program itself: no test, no text, nothing of others. */
export function isProgramCode(path: WorkspacePath): boolean {
  return isCode(path) && !notOfProgram.test(path);
}

/** Blank, a comment, an import, or brackets alone: lines in which faults are rare. In the languages that most projects are written in. */
const notCode =
  /^\s*(?:$|\/\/|#(?!\s*(?:include|define|if|el|end))|\/?\*|--|;|"""|'''|import\b|from\s+\S+\s+import\b|require\b|use\s|using\s|package\s|#include\b|[{}()[\];,]*\s*$|end\s*$)/;
/** Of the lines that commits add to program code, as the public repositories have it. */
const usualShare = 0.65;

/** How many of these lines are code: neither blank nor a comment, an import or brackets alone. */
export function countCodeLines(lines: readonly string[]): number {
  // A longer line is written by a program, and is code.
  return lines.filter((line) => line.length > 1000 || !notCode.test(line)).length;
}

/** The added lines of code of one file; where they were not counted, the usual share of all. */
export function codeOf({ added, code }: Pick<LineCounts, 'added' | 'code'>): number {
  return code ?? usualShare * added;
}

/** Counts the lines of code, the words and signs in them, and the columns of their indentation, each summed over all lines. */
export function measureCode(lines: readonly string[]): { readonly code: number; readonly tokens: number; readonly indent: number } {
  let [code, tokens, indent] = [0, 0, 0];
  for (const line of lines) {
    if (countCodeLines([line]) === 0) continue;
    const start = line.slice(0, maxRead);
    code += 1;
    tokens += start.match(/[\w$]+|[^\s\w$]/g)?.length ?? 0;
    indent += (/^[\t ]*/.exec(start)?.[0] ?? '').replaceAll('\t', '    ').length;
  }
  return { code, tokens, indent };
}

/** Characters of a line that are read: a longer line is data. */
const maxRead = 400;
