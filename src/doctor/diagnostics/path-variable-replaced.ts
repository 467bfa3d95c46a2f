import type { About, Fix, Sighting, Setup } from '../diagnostic.ts';
import { defineStartDiagnostic, isPersonal, worksInClient, type CommandEntry } from '../judging/programs/command-entries.ts';
import { findMember } from '../../formats/index.ts';
import { setFields } from '../edit.ts';
import { clientPath, dropsVariable, pathVariable, separatorOf } from '../../machine/index.ts';
import { replacesSystemPath } from '../judging/programs/program-search.ts';

/** A PATH in an entry replaces the whole PATH. */
export default defineStartDiagnostic({
  id: 'path-variable-replaced',
  severity: 'error',
  summary: 'The PATH that an entry sets lacks the system directories, or is not passed on at all.',
  restsOn: ['start'],
  *judge(entry, setup) {
    if (worksInClient(entry)) return;
    const said = dropped(entry, setup) ?? replaced(entry, setup);
    if (said !== undefined) yield { ...said };
  },
});

function dropped(entry: CommandEntry, setup: Setup): About | undefined {
  const { client, command } = entry;
  const { server } = entry.entry;
  if (server.kind !== 'command') return undefined;
  const given = pathVariable(server.env, setup.facts.platform);
  if (given === undefined || !dropsVariable(client, given.name)) return undefined;
  return {
    severity: 'warning',
    message: `${client.name} never passes "${given.name}" on to a server; the value that "${entry.entry.name}" sets has no effect.`,
    hint: `Remove it, and name the program by its full path instead of "${command.command}".`,
    ...spanOf(entry, given.name),
  };
}

function replaced(entry: CommandEntry, setup: Setup): About | undefined {
  const { client, command } = entry;
  const given = replacesSystemPath(entry, setup);
  if (given === undefined) return undefined;
  const isWindows = setup.facts.platform === 'win32';
  const isLost = command.inClient === undefined && command.inShell !== undefined && !/[\\/]/.test(command.command);
  // A program that is named by its full path and starts no others may not need it.
  const isHarmless = command.inClient?.isBinary === true && /[\\/]/.test(command.command);
  if (isHarmless) return undefined;
  const left = isWindows ? 'C:\\Windows\\System32' : '/usr/bin and /bin';
  const fix = isPersonal(entry.file) ? fixFor(entry, given, setup) : undefined;
  return {
    severity: isLost ? 'error' : 'warning',
    message: isLost
      ? `The PATH that "${entry.entry.name}" sets replaces the whole PATH, and "${command.command}" is not in it: ${client.name} cannot start it.`
      : `The PATH that "${entry.entry.name}" sets replaces the whole PATH and lacks ${left}: programs that the server starts are not found.`,
    hint: `Add the system directories at its end${isWindows ? '' : ': "…:/usr/local/bin:/usr/bin:/bin"'}.`,
    ...spanOf(entry, given.name),
    fix,
  };
}

function fixFor(entry: CommandEntry, { name, value }: { readonly name: string; readonly value: string }, setup: Setup): Fix {
  const { env, facts, home } = setup;
  const separator = separatorOf(facts.platform);
  const system =
    facts.platform === 'win32'
      ? 'C:\\Windows\\System32;C:\\Windows'
      : clientPath({ ...entry.client, path: 'minimal' }, { platform: facts.platform, home, env });
  const whole = `${value.replace(/[:;]+$/, '')}${separator}${system}`;
  const variable = entry.file.reading.entry.stdio.env;
  return {
    kind: 'safe',
    says: 'add the system directories at its end',
    edit: setFields(entry, new Map([[variable, new Map([[name, whole]])]])),
  };
}

function spanOf({ entry, file }: CommandEntry, name: string): Pick<Sighting, 'span'> {
  const member = findMember(findMember(entry.fields, file.reading.entry.stdio.env)?.value, name);
  return member === undefined ? {} : { span: member.value };
}
