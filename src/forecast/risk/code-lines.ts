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
export function codeOf({ added, code }: { readonly added: number; readonly code?: number | undefined }): number {
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
