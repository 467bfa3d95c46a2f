import { visible } from '../shown-text.ts';

/** What a fix is called where a person chooses it: what it does, and whether it allows more than before. */
export function fixTitle({ loosens, says }: { readonly says: string; readonly loosens?: true | undefined }): string {
  const what = visible(`${says.charAt(0).toUpperCase()}${says.slice(1)}`);
  return loosens === true ? `${what} (this allows more than before)` : what;
}
