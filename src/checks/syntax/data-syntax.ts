import { type Format, loadFormat, type Tolerance } from '../../formats/index.ts';
import { positionAt } from '../../text/index.ts';
import type { SyntaxProblem } from './problem.ts';

/** What is wrong with a text; nothing is known of one that is nested too deep to be read. */
export type DataSyntax = (path: string, text: string) => readonly SyntaxProblem[] | 'too-deep';

/** Read by programs that take nothing but JSON. Other programs read comments under this name, or JSON5. */
const strict = /(?:^|\/)(?:package|package-lock|npm-shrinkwrap|composer)\.json$|\.webmanifest$/;

/** Loads the readers of JSON, YAML and TOML. */
export async function dataSyntax(): Promise<DataSyntax> {
  const [json, yaml, toml] = [await loadFormat('json'), await loadFormat('yaml'), await loadFormat('toml')];
  const problems = (path: string, text: string): readonly SyntaxProblem[] => {
    const content = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
    if (/\.(?:json|webmanifest|code-workspace|jsonc|json5)$/i.test(path)) return jsonProblems(json, path, content);
    if (/\.ya?ml$/i.test(path)) return yamlProblems(yaml, content);
    return /\.toml$/i.test(path) || /(?:^|\/)Cargo\.lock$/.test(path) ? problemsIn(toml, content, 'strict', 'TOML') : [];
  };
  return (path, text) => {
    try {
      return problems(path, text);
    } catch (error) {
      // Thrown below, wherever in the text it is.
      if (error instanceof NestedTooDeep) return 'too-deep';
      throw error;
    }
  };
}

class NestedTooDeep extends Error {}

function jsonProblems(json: Format, path: string, text: string): readonly SyntaxProblem[] {
  if (strict.test(path)) return text.trim() === '' ? [empty] : problemsIn(json, text, 'strict', 'JSON');
  // An empty file is the beginning of one, or a sample of a broken one.
  if (text.trim() === '') return [];
  const problems = problemsIn(json, text, 'comments-and-commas', 'JSON');
  if (problems.length === 0) return [];
  const asJson5 = problemsIn(json, text, 'json5', 'JSON');
  return /\.json5$/i.test(path) || asJson5.length === 0 ? asJson5 : problems;
}

const empty: SyntaxProblem = { line: 1, column: 1, message: 'The file is empty.', severity: 'error', rule: 'syntax', source: 'JSON' };

/** Each document of a text by itself. A template is no YAML yet. */
function yamlProblems(yaml: Format, text: string): readonly SyntaxProblem[] {
  if (/\{\{|<%|\{%/.test(text)) return [];
  const starts = [0, ...Array.from(text.matchAll(/^---(?=\s|$)/gm), ({ index }) => index).filter((index) => !isHead(text.slice(0, index)))];
  for (const [i, start] of starts.entries()) {
    const document = text.slice(start, starts[i + 1]);
    if (/^---\s*$/.test(document.trim())) continue;
    const [problem] = problemsIn(yaml, document, 'unknown', 'YAML');
    if (problem !== undefined) return [{ ...problem, line: problem.line + positionAt(text, start).line - 1 }];
  }
  return [];
}

/** Directives and comments before the first document belong to it. */
function isHead(text: string): boolean {
  return text.split('\n').every((line) => /^\s*$|^[%#]/.test(line));
}

function problemsIn(format: Format, text: string, tolerance: Tolerance, source: string): readonly SyntaxProblem[] {
  const parsed = format.parse(text, tolerance);
  if (parsed.kind === 'tree') return [];
  if (parsed.problem.isTooDeep === true) throw new NestedTooDeep();
  const { column, line } = parsed.problem;
  // The readers are those of the config files of assistants.
  const message = parsed.problem.message.replace(/^this assistant reads plain JSON: /, '').replace(/\.$/, '');
  return [{ line, column, message: `${message.charAt(0).toUpperCase()}${message.slice(1)}.`, severity: 'error', rule: 'syntax', source }];
}
