import { isOfTheEnvironment, locate, understands, type CommandLine } from '../../clients/index.ts';
import { defineDiagnostic, type Sighting, entrySeverity, type EntryFacts, type FileFacts, type Setup } from '../diagnostic.ts';
import { isSurelyVariable, variablesOf } from '../judging/variables.ts';
import { whereIs, fieldOf } from '../judging/entries/fields.ts';
import { whereOf } from '../judging/files/file-readers.ts';
import { pathForMessage, quotedNames } from '../judging/wording.ts';
import { capitalize } from '../../system/index.ts';

/** An assistant's extension and its program for the terminal may read the same files in two ways. */
export default defineDiagnostic({
  id: 'command-line-differs',
  severity: 'warning',
  summary: "The assistant's extension starts the server, its program for the terminal does not.",
  *detect(setup) {
    for (const file of setup.files) yield* notRead(setup, file);
    for (const target of setup.entries) {
      yield* notReplaced(setup, target);
      yield* tooSlow(setup, target);
      yield* endsTheRun(setup, target);
    }
  },
});

/** The assistant's program for the terminal, where it is installed and differs. */
function commandLineOf(
  { facts }: Setup,
  { client }: Pick<FileFacts, 'client'>,
): { readonly line: CommandLine; readonly isAlone: boolean } | undefined {
  const line = client.commandLine;
  const found = facts.clients.find((one) => one.client === client)?.evidence ?? [];
  if (line === undefined || !found.some((text) => isProgram(text, line))) return undefined;
  return { line, isAlone: !found.some((text) => text.startsWith('the extension ')) };
}

function isProgram(evidence: string, { program }: CommandLine): boolean {
  return new RegExp(`^the program .*[\\\\/]${program}(\\.\\w+)?$`).test(evidence);
}

function readsFile(setup: Setup, { reads }: CommandLine, { path }: FileFacts): boolean {
  return reads === undefined || reads.some((place) => locate(place, whereOf(setup)).includes(path));
}

function* notRead(setup: Setup, file: FileFacts): Generator<Sighting> {
  const found = commandLineOf(setup, file);
  if (found === undefined || file.ignored || file.servers.length === 0 || readsFile(setup, found.line, file)) return;
  const names = file.servers.map(({ name }) => name);
  const [right] = (found.line.reads ?? []).flatMap((place) => locate(place, whereOf(setup)));
  const others = setup.files.filter((other) => other.client === file.client && other.path === right).flatMap(({ servers }) => servers);
  if (names.every((name) => others.some((other) => other.name === name))) return;
  yield {
    file,
    severity: found.isAlone ? 'warning' : 'info',
    message: `${capitalize(found.line.name)} does not read this file: ${found.isAlone ? 'it' : 'only the extension'} ${found.isAlone ? 'does not start' : 'starts'} ${quotedNames(names)}.`,
    hint:
      right === undefined
        ? undefined
        : `${capitalize(found.line.name)} reads ${pathForMessage(setup, right)} only. Where it is used, put ${names.length === 1 ? 'the server' : 'the servers'} there.`,
  };
}

function* notReplaced(setup: Setup, target: EntryFacts): Generator<Sighting> {
  const { client, entry, file } = target;
  const found = commandLineOf(setup, target);
  const replaced = found?.line.variables;
  if (found === undefined || replaced === undefined || !readsFile(setup, found.line, file)) return;
  const reported = new Set<string>();
  for (const one of variablesOf(target)) {
    const { variable, where } = one;
    const isLost =
      understands(client, variable, file.place, where.kind) && !understands({ variables: replaced }, variable, undefined, where.kind);
    if (!isLost || !isOfTheEnvironment(variable) || !isSurelyVariable(one) || reported.has(variable.spelling)) continue;
    reported.add(variable.spelling);
    yield {
      entry: target,
      span: where.node,
      detail: variable.name,
      severity: entrySeverity(target, found.isAlone ? 'warning' : 'info'),
      message: `${capitalize(found.line.name)} replaces no variables: it gives "${entry.name}" ${variable.spelling} (in ${whereIs(where)}) as it is written. The extension replaces it.`,
      hint: 'Where it is used, start the server through a script of your own that reads the value.',
    };
  }
}

/** Only after the servers were called. An entry's own time limit is that of both; for an address the time is another. */
function* tooSlow(setup: Setup, target: EntryFacts): Generator<Sighting> {
  const { client, entry, file, live } = target;
  const found = commandLineOf(setup, target);
  const seconds = found?.line.start?.seconds;
  const field = file.reading.entry.startTimeout;
  const answer = live.find(({ as }) => as === 'client')?.answer;
  if (
    found === undefined ||
    seconds === undefined ||
    entry.server.kind !== 'command' ||
    answer?.kind !== 'answered' ||
    answer.milliseconds <= seconds * 1000
  )
    return;
  if (field !== undefined && fieldOf(target, field.key) !== undefined) return;
  yield {
    entry: target,
    severity: entrySeverity(target, found.isAlone ? 'warning' : 'info'),
    message: `"${entry.name}" took ${(answer.milliseconds / 1000).toFixed(1)} s to answer; ${found.line.name} gives a server ${seconds} s${(client.limits?.start?.seconds ?? 0) > seconds ? `, ${client.name} itself more` : ''}.`,
    hint: field === undefined ? undefined : `Give it more time: "${field.key}": 60 in the entry.`,
    detail: 'time',
  };
}

/** Only after the servers were called. */
function* endsTheRun(setup: Setup, target: EntryFacts): Generator<Sighting> {
  const { entry, file, isEffective, live } = target;
  const found = commandLineOf(setup, target);
  const ends = found?.line.oneFailureEnds;
  if (found === undefined || ends === undefined || !isEffective || !entry.enabled || !readsFile(setup, found.line, file)) return;
  const answer = live.find(({ as }) => as === 'client')?.answer;
  if (answer === undefined || answer.kind === 'answered') return;
  yield {
    entry: target,
    severity: 'warning',
    message: `"${entry.name}" does not answer, and ${ends}`,
    hint: 'Fix the entry, or remove it.',
  };
}
