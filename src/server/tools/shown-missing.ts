import * as z from 'zod';
import type { MissingFile } from '../../workbench/index.ts';

/** Named files that do not exist, and what may have been meant; absent where all exist. */
export const shownMissing = z.array(z.object({ path: z.string(), near: z.array(z.string()) })).exactOptional();

/** The part of a document with them. */
export function showMissing(missing: readonly MissingFile[]): { readonly missing?: { path: string; near: string[] }[] } {
  return missing.length === 0 ? {} : { missing: missing.map(({ path, near }) => ({ path, near: [...near] })) };
}
