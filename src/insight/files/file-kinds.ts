import { fileNameOf } from '../../workspace/index.ts';

const testPath = /(^|\/)(tests?|__tests__|specs?|testing)\/|[._-](test|spec)\.|_test\.|Tests?\.\w+$|(^|\/)test_/;

/**
 * Whether a file belongs to the tests: a test, a helper of one, or a fixture. `testNameOf` of `workspace/packages/` knows only tests; the weights were
 * fitted with this.
 */
export function isOfTests(file: string): boolean {
  return testPath.test(file);
}

/** Names that say nothing of what is in the file. */
const emptyNames = new Set(['index', 'mod', 'main', 'lib', 'readme', '__init__', 'package', 'setup', 'conftest', 'types', 'utils']);

/** The name of what a file is about: equal for a source, its test and its header. `undefined` for a name that says nothing. */
export function subjectName(file: string): string | undefined {
  const lower = fileNameOf(file).toLowerCase();
  const subject = lower.replace(/\..*$/, '').replace(/^(?:test|spec)[-_.]?|[-_.]?(?:tests?|spec)$/g, '');
  return subject === '' || emptyNames.has(subject) ? undefined : subject;
}
