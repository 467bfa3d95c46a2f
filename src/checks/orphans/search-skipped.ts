import { examineFiles } from '../files/examine-files.ts';
import { skippedTests, type SkippedTest } from './skipped-tests.ts';

/** The job `checks/find-skipped-tests`. */
export default examineFiles<undefined, readonly SkippedTest[]>(async () => (path, text) => {
  const found = skippedTests(path, text);
  return found.length === 0 ? undefined : found;
});
