import { basename } from 'node:path';
import type { WorkspaceFact } from './facts.ts';

/** What has to be said where the window has several folders, after a sentence about one of them; empty where it has one. */
export function severalFolders({ isOnly, server }: Exclude<WorkspaceFact, { kind: 'none' }>): string {
  if (isOnly) return '';
  const place = server === undefined ? '' : ` The assistant of this editor works in ${basename(server)}.`;
  return ` It is the folder of the file that you edit; this window has more.${place}`;
}
