import type { About, Fix, Setup } from '../diagnostic.ts';
import {
  defineStartDiagnostic,
  commandEntries,
  isPersonal,
  worksInClient,
  type CommandEntry,
} from '../judging/programs/command-entries.ts';
import { understands, variablesIn, type Client } from '../../clients/index.ts';
import type { Node } from '../../formats/index.ts';
import { argumentNode, commandNode, cwdNode, replaceValues } from '../edit.ts';
import { scriptArgument, shellIn } from '../judging/programs/known-programs.ts';
import { pathForMessage, pathToWrite } from '../judging/wording.ts';
import { joinPath } from '../../machine/index.ts';
import { maskText } from '../../secrets/index.ts';

/** There is no shell between the client and the program, so nothing is filled in. */
export default defineStartDiagnostic({
  id: 'not-expanded-by-shell',
  severity: 'error',
  summary: 'An entry has a "~", "%NAME%" or "$HOME", which only a shell fills in.',
  restsOn: ['variables'],
  *looks(setup) {
    for (const entry of commandEntries(setup)) for (const { path } of words(entry, setup)) if (path !== undefined) yield path;
  },
  *judge(entry, setup) {
    if (worksInClient(entry)) return;
    for (const word of words(entry, setup)) {
      // A directory may really be called "~".
      if (word.path !== undefined && setup.seen.has(word.path)) continue;
      yield sighting(entry, word, setup);
    }
  },
});

interface Word {
  readonly text: string;
  /** The value that a shell would fill in; `undefined` when it is not known. */
  readonly expanded: string | undefined;
  /** What was not filled in: `~`, `%APPDATA%`. */
  readonly mark: string;
  readonly node: Node | undefined;
  /** The path that the client uses instead, if known. */
  readonly path: string | undefined;
  /** Nothing starts without it. */
  readonly isVital: boolean;
  readonly detail: string;
}

function words(entry: CommandEntry, setup: Pick<Setup, 'facts' | 'home' | 'env'>): readonly Word[] {
  const { client, command, startsIn } = entry;
  const script = scriptArgument(command.command, command.args);
  const written: Pick<Word, 'text' | 'node' | 'isVital' | 'detail'>[] = [
    { text: command.command, node: commandNode(entry), isVital: true, detail: 'command' },
    // A shell that the entry starts fills in its arguments.
    ...(shellIn(command.command, command.args) === undefined ? command.args : []).map((text, index) => ({
      text,
      node: argumentNode(entry, index),
      isVital: index === script,
      detail: `argument ${index}`,
    })),
  ];
  if (command.cwd !== undefined) written.push({ text: command.cwd, node: cwdNode(entry), isVital: true, detail: 'cwd' });
  return written.flatMap((word): readonly Word[] => {
    const found = markIn(word.text, word.detail === 'command', client, setup);
    if (found === undefined) return [];
    const base = startsIn === undefined || found.mark !== '~' ? undefined : startsIn;
    return [{ ...word, ...found, path: base === undefined ? undefined : joinPath(base, word.text, setup.facts.platform) }];
  });
}

/** The part of a text that only a shell fills in. Other forms of variables have their own findings. */
function markIn(
  text: string,
  isCommand: boolean,
  client: Client,
  setup: Pick<Setup, 'facts' | 'home' | 'env'>,
): Pick<Word, 'mark' | 'expanded'> | undefined {
  const { platform } = setup.facts;
  if (/^~([\\/]|$)/.test(text))
    return client.expandsTilde === true || (isCommand && client.expandsTilde === 'command')
      ? undefined
      : { mark: '~', expanded: inFull(setup.home + text.slice(1), setup) };
  const variable = variablesIn(text).find((one) => one.start === 0 && (one.dialect === '%NAME%' || one.spelling === '$HOME'));
  if (
    variable === undefined ||
    understands(client, variable, undefined, isCommand ? 'command' : 'argument') ||
    (variable.spelling === '$HOME' && canSpellHome(client)) ||
    !/^[\\/]/.test(text.slice(variable.end))
  )
    return undefined;
  // Percent signs are only variables on Windows, apart from the home directory, which nobody calls so; `$HOME` is not one there.
  const isHome = variable.spelling === '$HOME' || /^(HOME|USERPROFILE)$/i.test(variable.name);
  if ((variable.dialect === '%NAME%') !== (platform === 'win32') && !(isHome && platform !== 'win32')) return undefined;
  const value = isHome ? setup.home : Object.entries(setup.env).find(([name]) => name.toUpperCase() === variable.name.toUpperCase())?.[1];
  return { mark: variable.spelling, expanded: value === undefined ? undefined : inFull(value + text.slice(variable.end), setup) };
}

/** Then `$HOME` is a variable in another client's form, which variable-dialect reports. */
function canSpellHome({ variables }: Client): boolean {
  return ['${env:NAME}', '${NAME}', '{env:NAME}', '$env:NAME'].some((dialect) => variables.includes(dialect));
}

/** The text with the separators of this platform, if it has no other variables. */
function inFull(text: string, { facts }: Pick<Setup, 'facts'>): string | undefined {
  if (variablesIn(text).length > 0) return undefined;
  return facts.platform === 'win32' ? text.replaceAll('/', '\\') : text;
}

function sighting(entry: CommandEntry, word: Word, setup: Setup): About {
  const { client, file } = entry;
  const { detail, expanded, isVital, mark, node, text } = word;
  const fix = fixFor(entry, word, setup);
  const says = pathForMessage(setup, text);
  return {
    // The server itself may know what to do with it.
    severity: isVital && isPersonal(file) ? 'error' : 'warning',
    message: isVital
      ? `${client.name} cannot start "${entry.entry.name}": it uses "${says}" as it is written, because only a shell fills in "${mark}".`
      : `"${entry.entry.name}" gets "${says}" from ${client.name} as it is written, because only a shell fills in "${mark}".`,
    hint: isPersonal(file)
      ? expanded === undefined
        ? 'Write the full path.'
        : `Write ${pathToWrite(setup, expanded)}.`
      : (inSharedFile(client, word) ?? 'This file is shared: use a path relative to the project, or keep the server in your user file.'),
    span: node,
    fix,
    detail,
  };
}

function fixFor(entry: CommandEntry, { expanded, mark, node, text }: Word, setup: Setup): Fix | undefined {
  if (node === undefined) return undefined;
  if (isPersonal(entry.file)) {
    if (expanded === undefined) return undefined;
    return { kind: 'safe', says: `write "${mark}" in full`, edit: replaceValues(entry.file, [{ node, value: expanded }]) };
  }
  const variable = homeVariable(entry.client);
  if (variable === undefined || (mark !== '~' && mark !== '$HOME') || setup.facts.platform === 'win32') return undefined;
  return {
    kind: 'safe',
    says: `replace "${mark}" by "${variable}"`,
    edit: replaceValues(entry.file, [{ node, value: variable + text.slice(mark.length) }]),
  };
}

function inSharedFile(client: Client, { mark, text }: Word): string | undefined {
  const variable = homeVariable(client);
  if (variable === undefined || (mark !== '~' && mark !== '$HOME')) return undefined;
  return `Write "${maskText(variable + text.slice(mark.length))}"; ${client.name} fills in "${variable}".`;
}

/** The client's variable for the home directory. */
function homeVariable({ variables }: Client): string | undefined {
  if (variables.includes('${userHome}')) return '${userHome}';
  const dialect = ['${env:NAME}', '${NAME}', '{env:NAME}'].find((known) => variables.includes(known));
  return dialect?.replace('NAME', 'HOME');
}
