import type { WorkspacePath } from '../../workspace/index.ts';
import { isCode } from '../code-files.ts';

/** Tests, examples, texts, vendored and generated files. Broader than the table of tests in `workspace/packages/`: helpers of tests count too. */
const notOfProgram =
  /(?:^|\/)(?:tests?|__tests__|spec|specs|e2e|testing|testdata|fixtures?|__fixtures__|__mocks__|__snapshots__|mocks?|docs?|documentation|website|examples?|samples?|demos?|playground|benchmarks?|bench|benches|node_modules|vendor|third[_-]?party|deps|dist|build|generated|\.github|\.yarn)\/|(?:[._-](?:tests?|spec|specs|cy|e2e|test-d|bench|stories|config|conf|min|generated|gen|pb)|(?:^|\/)(?:test_[^/]*|tests?|conftest|setup|spec_helper|test_helper))\.[^./]+$|(?:Tests?|IT|Spec|TestCase)\.(?:java|kt|scala|cs|groovy|php|swift)$|\.d\.[cm]?ts$/;

/** Whether this file is code of the program itself: no test, no text, nothing of others. */
export function isProgramCode(path: WorkspacePath): boolean {
  return isCode(path) && !notOfProgram.test(path);
}
