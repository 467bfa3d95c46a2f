import { allMaps, type Node } from '../formats/index.ts';
import { displayPath } from '../system/index.ts';
import { positionAt } from '../text/index.ts';
import type { Client } from './client.ts';
import type { Reading } from './config-file.ts';
import type { Platform } from './locate.ts';

/** The file that an entry is for. */
interface EntryFile {
  readonly client: Client;
  readonly reading: Reading;
  readonly path: string;
  readonly home: string;
  readonly platform: Platform;
}

/** Why a file was not changed. */
interface Refused {
  readonly kind: 'refused';
  readonly message: string;
  readonly hint: string;
}

/** An entry in a file that the client refuses as a whole, because a name is there twice, would do nothing. */
export function nameTwice({ client, reading, ...target }: EntryFile, root: Node | undefined, text: string): Refused | undefined {
  if (client.duplicateKeys !== 'rejected' || reading.format !== 'yaml') return undefined;
  for (const { members } of allMaps(root)) {
    const names = new Set<string>();
    for (const { key, keySpan } of members) {
      if (names.has(key))
        return refused(
          target,
          positionAt(text, keySpan.start),
          `"${key}" is there a second time, so ${client.name} refuses the whole file`,
        );
      names.add(key);
    }
  }
  return undefined;
}

/** A message about a file that was not changed: where, why, and what to do next. */
export function refused(
  target: Pick<EntryFile, 'path' | 'home' | 'platform'>,
  at: { readonly line?: number; readonly column?: number } | undefined,
  message: string,
): Refused {
  const place = at?.line === undefined ? '' : `:${at.line}:${at.column ?? 1}`;
  return {
    kind: 'refused',
    message: `${displayPath(target.path, target)}${place}: ${message}.`,
    hint: 'The file was not changed. Fix it and run this again, or change it by hand.',
  };
}
