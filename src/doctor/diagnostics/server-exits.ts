import { displayPath, listed } from '../../system/index.ts';
import { isOfTheEnvironment, understands, variablesIn } from '../../clients/index.ts';
import { passesOn } from '../../mcp-client/index.ts';
import { defineDiagnostic, type CommandFacts, type EntryFacts, type Setup } from '../diagnostic.ts';
import { bridgedAddress, bridges404 } from '../judging/network/address.ts';
import { calledEntries, knownOnlyToClient, quotedOutput } from '../judging/answers/called-entries.ts';
import { duration } from '../judging/wording.ts';
import { entriesWithPort, fixedPorts } from '../judging/network/ports.ts';
import { exitCause, type ExitCause } from '../judging/answers/exit-patterns.ts';
import { containerRun } from '../judging/programs/container-run.ts';

/** Clients only report "Connection closed"; the output of the server shows why it exited. */
export default defineDiagnostic({
  id: 'server-exits',
  severity: 'error',
  summary: 'The server ends before it answers.',
  *detect(setup) {
    for (const { entry, answer, maxSeverity } of calledEntries(setup, 'exited')) {
      const output = [answer.stderr, answer.noise ?? ''].filter((text) => text !== '').join('\n');
      const cause = exitCause(output);
      if ((bridgedAddress(entry) !== undefined && bridges404(answer)) || isSaidAlready(entry, cause, setup)) continue;
      const said = quotedOutput(output, cause);
      const code = answer.signal === undefined ? `exit code ${answer.code ?? '?'}` : `signal ${answer.signal}`;
      const why = cause === undefined ? '' : `: ${cause.words}`;
      const node = /^Node\.js v(\d+\.\d+\.\d+)$/m.exec(answer.stderr)?.[1];
      const version = node !== undefined && cause?.id === 'node-too-old' ? ` (Node.js ${node})` : '';
      yield {
        entry,
        severity: maxSeverity,
        message: `"${entry.entry.name}" ends ${duration(answer.milliseconds)} after ${entry.client.name} starts it (${code})${why}${version}.${said === '' ? ' It wrote nothing.' : ` It wrote: "${said}".`}`,
        hint: hintFor(entry, setup, cause, answer.code === 0 && output === ''),
      };
    }
  },
});

/** A missing script or package directory is reported without starting the server. */
function isSaidAlready({ command }: EntryFacts, cause: ExitCause | undefined, { facts, home }: Setup): boolean {
  if (command !== undefined && (cause === undefined || cause.id === 'terminal-needed') && isWithoutInput(command)) return true;
  if (cause?.id !== 'file-missing' || command === undefined) return false;
  const isNamed = (path: string): boolean => cause.name === path || cause.name === displayPath(path, { platform: facts.platform, home });
  return command.paths.some(({ path, onDisk }) => onDisk === undefined && path !== undefined && isNamed(path));
}

/** "container-input" names it. */
function isWithoutInput({ args, command }: CommandFacts): boolean {
  const run = containerRun(command, args);
  return run?.by === 'engine' && (run.tty.length > 0 || run.detached !== undefined || !run.interactive);
}

function hintFor(entry: EntryFacts, setup: Setup, cause: ExitCause | undefined, endedQuietly: boolean): string {
  const unknown = knownOnlyToClient(entry);
  const without =
    unknown.length === 0 ? '' : ` snap started it without ${unknown.join(', ')}, which only ${entry.client.name} has: that may be why.`;
  if (cause?.id === 'variable-missing' && cause.name !== undefined) return variableHint(entry, setup, cause.name) + without;
  if (cause?.id === 'port-in-use' && cause.name !== undefined) return portHint(entry, setup, cause) + without;
  if (cause !== undefined) return cause.hint + without;
  if (endedQuietly) {
    return `It ended without an error. Either it is not an MCP server, or the argument that starts its MCP mode is missing. Check the arguments.${without}`;
  }
  return `Start the same command in a terminal to see its whole output.${without}`;
}

/** Who may have the port, and where the entry names it. */
function portHint(entry: EntryFacts, setup: Setup, { hint, name = '' }: ExitCause): string {
  const own = fixedPorts(entry).find(({ port }) => port === name);
  if (own === undefined) return hint;
  const others = entriesWithPort(setup, entry, name);
  const who =
    others.length === 0
      ? 'A second session of the assistant, or a process that was left, has it'
      : `${listed(others.map((other) => `"${other.entry.name}" of ${other.client.name}`))} ${others.length === 1 ? 'names' : 'name'} the same port`;
  return `${who}: write another port in this entry (${own.where} is ${name}; leave it out if the server can choose one by itself), or end the other one.`;
}

/** Why the server lacks a variable: it is not set, the client does not pass it on, or the variable in the entry has no value. */
function variableHint({ client, entry, file }: EntryFacts, { env, facts }: Setup, name: string): string {
  const given = entry.server.kind === 'command' ? entry.server.env.get(name) : undefined;
  const open = variablesIn(given ?? '').find(
    (variable) => isOfTheEnvironment(variable) || !understands(client, variable, file.place, 'variable'),
  );
  if (given !== undefined && open !== undefined) {
    return `The entry sets ${name} to ${open.spelling}, which has no value ${understands(client, open, file.place, 'variable') ? 'in this environment' : `in ${client.name}, where it stays as it is written`}. Write the value, or a variable that ${client.name} knows.`;
  }
  if (given !== undefined) return `The entry does set ${name}; check its value.`;
  const { envNames, stdio } = file.reading.entry;
  if (env[name] !== undefined && !passesOn(client, name, facts.platform)) {
    return `Your shell has ${name}, but ${client.name} does not pass it on to servers. Name it in "${envNames ?? stdio.env}" of the entry.`;
  }
  return `Give ${name} a value in "${stdio.env}" of the entry.`;
}
