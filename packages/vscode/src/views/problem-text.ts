import { core } from '../core.ts';
import type { Desk } from '../desk.ts';
import { unusablePlace } from '../observe/unusable-place.ts';
import { plainMessage } from '../shown-text.ts';

/** What keeps a view from listing anything, in words. A bug goes to the log, and the text says so. */
export async function problemText({ log, system }: Desk, error: unknown): Promise<string> {
  const { SnapError, cleanLine, errorStack } = await core.system();
  const unusable = await unusablePlace(await system());
  if (unusable !== undefined) return plainMessage(unusable);
  if (error instanceof SnapError) return plainMessage(cleanLine(`${error.message} ${error.hint ?? ''}`));
  log.error(errorStack(error));
  return 'This is a bug in Snap. The log has more.';
}
