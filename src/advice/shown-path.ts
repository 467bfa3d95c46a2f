import { quoted } from '../system/index.ts';
import type { WorkspacePath } from '../workspace/index.ts';

/** A path in a sentence: a plain one as it is, another quoted on one line. */
export function shownPath(path: WorkspacePath): string {
  return /^[\w@./+-]{1,200}$/.test(path) ? path : quoted(path, 200);
}
