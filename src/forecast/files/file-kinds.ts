import { fileNameOf } from '../../workspace/index.ts';

const testPath = /(^|\/)(tests?|__tests__|specs?|testing)\/|[._-](test|spec)\.|_test\.|Tests?\.\w+$|(^|\/)test_/;
const codePath =
  /\.(?:[cm]?[jt]sx?|vue|svelte|py|pyx|rb|rs|go|java|kt|kts|scala|groovy|cs|fs|vb|swift|m|mm|c|h|cc|cpp|cxx|hpp|hh|php|pl|pm|lua|ex|exs|erl|hs|ml|mli|clj|dart|r|jl|sh|bash|tcl|sql|zig|nim|y|l)$/i;

export function isTestFile(file: string): boolean {
  return testPath.test(file);
}

export function isCodeFile(file: string): boolean {
  return codePath.test(file);
}

/** Names that say nothing of what is in the file. */
const emptyNames = new Set(['index', 'mod', 'main', 'lib', 'readme', '__init__', 'package', 'setup', 'conftest', 'types', 'utils']);

/** The name of what a file is about: equal for a source, its test and its header. `undefined` for a name that says nothing. */
export function subjectName(file: string): string | undefined {
  const lower = fileNameOf(file).toLowerCase();
  const subject = lower.replace(/\..*$/, '').replace(/^(?:test|spec)[-_.]?|[-_.]?(?:tests?|spec)$/g, '');
  return subject === '' || emptyNames.has(subject) ? undefined : subject;
}
