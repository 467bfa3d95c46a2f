import { defineDiagnostic, atMost, type EntryFacts, type Setup } from '../diagnostic.ts';
import { calledEntries } from '../judging/answers/called-entries.ts';
import type { LiveAnswer } from '../live/index.ts';
import { isAbsolutePath } from '../../machine/index.ts';

/** The system refused to start it, and its file and directory do not show why. */
export default defineDiagnostic({
  id: 'server-cannot-start',
  severity: 'error',
  summary: 'The operating system cannot start the program of the entry.',
  *detect(setup) {
    for (const { entry, answer, maxSeverity } of calledEntries(setup, 'not-started')) {
      if (isSaidAlready(entry, answer, setup)) continue;
      if (answer.reason === 'limit') {
        yield {
          entry,
          severity: atMost(maxSeverity, 'warning'),
          message: `"${entry.entry.name}" was not started. ${answer.message}`,
          hint: hints.limit,
        };
        continue;
      }
      yield {
        entry,
        // Then the start directory is a guess.
        severity: isRelative(entry, setup) && entry.startsIn === undefined ? atMost(maxSeverity, 'warning') : maxSeverity,
        message: `"${entry.entry.name}" could not be started as ${entry.client.name} starts it. ${answer.message}${/[.!?…]$/.test(answer.message) ? '' : '.'}`,
        hint: hints[answer.reason],
      };
    }
  },
});

/** Reported by the diagnostics of the command and the directory. */
function isSaidAlready(entry: EntryFacts, { message, reason }: Extract<LiveAnswer, { kind: 'not-started' }>, setup: Setup): boolean {
  const { command } = entry;
  switch (reason) {
    case 'not-found':
      return command?.inClient === undefined && !isRelative(entry, setup);
    case 'not-executable':
      return command?.inClient?.executable === false || /first line/.test(message) || setup.facts.platform === 'win32';
    case 'no-directory':
      return (
        command?.paths.some(({ where, path, onDisk }) => where === 'cwd' && path !== undefined && onDisk?.kind !== 'directory') ?? false
      );
    case 'incomplete':
      return true;
    case 'limit':
    case 'other':
      return false;
    default:
      return reason satisfies never;
  }
}

/** Whether the command is a path that depends on the start directory. */
function isRelative({ command }: EntryFacts, { facts }: Setup): boolean {
  return command !== undefined && /[\\/]/.test(command.command) && !isAbsolutePath(command.command, facts.platform);
}

const hints = {
  'not-found': 'Write the absolute path of the program as the command.',
  'not-executable':
    'If it is a script, name its interpreter as the command ("node", "python3") and the script as first argument. Nothing can be started from a disk that is mounted with "noexec".',
  'no-directory': 'Correct "cwd" in the entry, or create the directory.',
  incomplete: 'Add the command or the address.',
  limit: 'Close some programs, or raise the limit ("ulimit -n 4096") in this terminal, then try again.',
  other: 'Start the same command in a terminal to see what the system reports.',
} as const;
