import { variablesIn } from '../../../clients/index.ts';
import { directoryOf } from '../../../machine/index.ts';
import type { Severity } from '../../diagnostic.ts';
import { memoize } from '../memoize.ts';
import { atMost, entrySeverity } from '../severity.ts';
import type { CommandFacts, EntryFacts, FileFacts, Setup } from '../../setup.ts';

/** An entry that starts a program on this machine. */
export interface CommandEntry extends EntryFacts {
  readonly command: CommandFacts;
}

/** The entries whose programs and paths can be judged here: not those that start inside a container. */
export function commandEntries({ entries }: Pick<Setup, 'entries'>): readonly CommandEntry[] {
  return startedHere(entries);
}

const startedHere = memoize((entries: Setup['entries']) => entries.filter(isStartedHere));

function isStartedHere(entry: EntryFacts): entry is CommandEntry {
  return entry.command !== undefined && entry.file.place.elsewhere !== true;
}

/** Whether it was started as its client does, and answered: then nothing that keeps it from starting can be wrong. */
export function worksInClient({ live }: EntryFacts): boolean {
  return live.some((call) => call.as === 'client' && call.answer.kind === 'answered');
}

/** How grave it is that an entry cannot start on this machine: where its client is not on it, nobody starts it today. */
export function startSeverity(entry: EntryFacts, most: Severity): Severity {
  return entrySeverity(entry, entry.file.installed ? most : atMost(most, 'warning'));
}

/** A file of the person's own, where the paths of this machine belong. */
export function isPersonal({ scope }: Pick<FileFacts, 'scope'>): boolean {
  return scope === 'global' || scope === 'local';
}

/** Whether something in a text is left for somebody else to fill in, so that nobody here knows what it becomes. */
export function hasUnfilledVariables(text: string): boolean {
  return variablesIn(text).length > 0 || /\$|%\w+%/.test(text);
}

/** Whether a text holds what no path and no program's name holds: a backslash was meant, and a tab or a line's end was read. */
export function hasControlCharacters(text: string): boolean {
  return /[\t\n\r\f\b]/.test(text);
}

/** The project, where there is one to put into an entry. */
export function projectOf({ facts }: Pick<Setup, 'facts'>): string | undefined {
  return facts.workspace.isProject ? facts.workspace.path : undefined;
}

/** The directory of the Node that runs snap. */
export function nodeDirectory({ facts, program }: Pick<Setup, 'facts' | 'program'>): string {
  return directoryOf(program.node, facts.platform);
}
