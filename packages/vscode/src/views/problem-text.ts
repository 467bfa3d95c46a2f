import { core } from '../core.ts';
import type { Desk } from '../desk.ts';
import { unusablePlace } from '../observe/unusable-place.ts';
import { plainMessage } from '../shown-text.ts';

/** Why there is nothing to list in a folder, where snap's own directories cannot be used: a sentence above the view. */
export async function unusableText(desk: Desk): Promise<string | undefined> {
  const unusable = await unusablePlace(await desk.system());
  return unusable === undefined ? undefined : plainMessage(unusable);
}

/** What keeps a view from listing anything, in words. A bug goes to the log, and the text says so. */
export async function problemText(desk: Desk, error: unknown): Promise<string> {
  const { SnapError, cleanLine, errorStack } = await core.system();
  const unusable = await unusableText(desk);
  if (unusable !== undefined) return unusable;
  if (error instanceof SnapError) return plainMessage(cleanLine(`${error.message} ${error.hint ?? ''}`));
  desk.log.error(errorStack(error));
  return 'This is a bug in Snap. The log has more.';
}
