import { defineDiagnostic, type CommandFacts, type EntryFacts, type ProgramFound, type Setup } from '../diagnostic.ts';
import { duration, pathForMessage } from '../judging/wording.ts';
import type { LiveAnswer } from '../live/index.ts';

/** The same entry, started as its client starts it and as a person does in a terminal. */
export default defineDiagnostic({
  id: 'works-in-one-environment',
  severity: 'warning',
  summary: 'The server behaves differently in the assistant and in the terminal.',
  restsOn: ['start'],
  *detect(setup) {
    for (const entry of setup.entries) {
      const client = entry.live.find(({ as }) => as === 'client')?.answer;
      const shell = entry.live.find(({ as }) => as === 'shell')?.answer;
      if (client === undefined || shell === undefined || !differ(client, shell)) continue;
      const app = entry.client.name;
      const name = `"${entry.entry.name}"`;
      const both = `In ${app} it ${outcome(client)}; in your shell it ${outcome(shell)}.`;
      const found = programs(entry.command, setup, app);
      yield {
        entry,
        severity: client.kind === 'answered' && shell.kind !== 'answered' ? 'info' : 'warning',
        message: `${name} ${headline(client, shell, app)}. ${both}${found}`,
        hint: hintFor(entry, client, shell),
      };
    }
  },
});

function differ(client: LiveAnswer, shell: LiveAnswer): boolean {
  if (client.kind === 'answered' && shell.kind === 'answered') {
    return (
      client.serverName !== shell.serverName ||
      client.serverVersion !== shell.serverVersion ||
      client.tools.toSorted().join('\n') !== shell.tools.toSorted().join('\n')
    );
  }
  // Different failures are the same when it fails in both.
  return client.kind === 'answered' || shell.kind === 'answered';
}

function headline(client: LiveAnswer, shell: LiveAnswer, app: string): string {
  if (client.kind === 'answered' && shell.kind === 'answered') return `is not the same server in the terminal and in ${app}`;
  return client.kind === 'answered' ? `works in ${app}, not in the terminal` : `works in the terminal, not in ${app}`;
}

function outcome(answer: LiveAnswer): string {
  switch (answer.kind) {
    case 'answered':
      return `answers as ${[answer.serverName, answer.serverVersion].filter((word) => word !== '').join(' ')} with ${answer.tools.length} ${answer.tools.length === 1 ? 'tool' : 'tools'}`;
    case 'not-started':
      return 'is not started';
    case 'exited':
      return `ends (${answer.signal ?? `exit code ${answer.code ?? '?'}`})`;
    case 'silent':
      return `does not answer within ${duration(answer.milliseconds)}`;
    case 'broken':
      return 'answers with an error';
    case 'http':
      return `is answered with ${answer.status}`;
    case 'unreachable':
      return 'cannot be reached';
    default:
      return answer satisfies never;
  }
}

/** The program that each of the two finds under the command's name. Version managers show the version in the path. */
function programs(command: CommandFacts | undefined, setup: Setup, app: string): string {
  if (command === undefined || command.inClient?.target === command.inShell?.target) return '';
  const shown = (found: ProgramFound | undefined): string => (found === undefined ? 'no such program' : pathForMessage(setup, found.path));
  return ` "${command.command}" is ${shown(command.inClient)} in ${app} and ${shown(command.inShell)} in your shell.`;
}

function hintFor({ client, command }: EntryFacts, inClient: LiveAnswer, inShell: LiveAnswer): string {
  if (inClient.kind === 'answered' && inShell.kind !== 'answered') return `Nothing to do for ${client.name}.`;
  const isScript = command?.inShell?.interpreter?.includes('env ') === true;
  const paths = isScript
    ? 'Write absolute paths: the interpreter as the command (its place in your shell: "which node"), the script as first argument'
    : 'Write the absolute path that your shell finds as the command';
  return `${client.name} does not get the PATH, the variables and the start directory of your shell. ${paths}, and name the variables it needs in the "env" of the entry.`;
}
