import type { ClientFacts, ConfigFileFacts, Server } from '../core.ts';

/** An entry in a config file of this editor that has snap's name or starts snap. */
export interface NamedEntry {
  readonly name: string;
  readonly file: ConfigFileFacts;
}

/** The entries of this editor's own files about snap. */
export interface EditorEntries {
  /** They start snap: with the server of the extension, there would be two. */
  readonly ours: readonly NamedEntry[];
  /** They have snap's name and start another program. */
  readonly foreign: readonly NamedEntry[];
}

/**
 * @param isOursByShape whether an entry starts snap.
 * @param isRead which of the client's files this editor reads.
 */
export function entriesOf(
  found: Pick<ClientFacts, 'files'> | undefined,
  isOursByShape: (server: Server) => boolean,
  isRead: (file: ConfigFileFacts) => boolean = () => true,
): EditorEntries {
  const ours: NamedEntry[] = [];
  const foreign: NamedEntry[] = [];
  for (const file of found?.files ?? []) {
    if (file.ignored || !isRead(file)) continue;
    for (const { name, server } of file.servers) {
      if (isOursByShape(server)) ours.push({ name, file });
      else if (name === 'snap' || name === 'snap-mcp') foreign.push({ name, file });
    }
  }
  return { ours, foreign };
}
