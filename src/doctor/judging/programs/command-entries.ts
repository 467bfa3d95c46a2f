import { judgingEach, type Diagnostic, type EntryDiagnostic, type Severity, atMost, entrySeverity } from '../../diagnostic.ts';
import { variablesIn } from '../../../clients/index.ts';
import { directoryOf } from '../../../machine/index.ts';
import { memoize } from '../memoize.ts';
import { startsWithTemplateMark } from '../secrets/placeholder.ts';
import type { CommandFacts, EntryFacts, FileFacts, Setup } from '../../setup.ts';

/** An entry that starts a program on this machine. */
export interface CommandEntry extends EntryFacts {
  readonly command: CommandFacts;
}

/** Judges each of {@link commandEntries}; where the client is not installed, nothing is an error. */
export function defineStartDiagnostic(diagnostic: EntryDiagnostic<CommandEntry>): Diagnostic {
  return judgingEach(diagnostic, commandEntries, startSeverity);
}

/** The entries whose programs and paths can be judged here: not those that start inside a container. */
export function commandEntries({ entries }: Pick<Setup, 'entries'>): readonly CommandEntry[] {
  return startedHere(entries);
}

const startedHere = memoize((entries: Setup['entries']) => entries.filter(isStartedHere));

function isStartedHere(entry: EntryFacts): entry is CommandEntry {
  return entry.command !== undefined && entry.file.place.elsewhere !== true;
}

/** Whether it was started as its client does, and answered: then findings about its start would be wrong. */
export function worksInClient({ live }: EntryFacts): boolean {
  return live.some((call) => call.as === 'client' && call.answer.kind === 'answered');
}

/** The severity of an entry that cannot start on this machine; lower when its client is not installed. */
export function startSeverity(entry: EntryFacts, maxSeverity: Severity): Severity {
  return entrySeverity(entry, entry.file.installed ? maxSeverity : atMost(maxSeverity, 'warning'));
}

/** Whether it is a person's own file, which may have paths of this machine. */
export function isPersonal({ scope }: Pick<FileFacts, 'scope'>): boolean {
  return scope === 'global' || scope === 'local';
}

/** Whether a text has variables that were not filled in, so that its value is not known. */
export function hasUnfilledVariables(text: string): boolean {
  return variablesIn(text).length > 0 || /\$|%\w+%/.test(text) || startsWithTemplateMark(text);
}

/** Whether a text has a tab or a line break, which is usually a backslash that was read as an escape. */
export function hasControlCharacters(text: string): boolean {
  return /[\t\n\r\f\b]/.test(text);
}

/** The folder of the project; `undefined` outside of one. */
export function projectOf({ facts }: Pick<Setup, 'facts'>): string | undefined {
  return facts.workspace.isProject ? facts.workspace.path : undefined;
}

/** The directory of the Node that runs snap. */
export function nodeDirectory({ facts, program }: Pick<Setup, 'facts' | 'program'>): string {
  return directoryOf(program.node, facts.platform);
}
