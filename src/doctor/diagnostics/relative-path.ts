import type { About, Setup } from '../diagnostic.ts';
import {
  defineStartDiagnostic,
  commandEntries,
  hasUnfilledVariables,
  projectOf,
  worksInClient,
  type CommandEntry,
} from '../judging/programs/command-entries.ts';
import { argumentNode, commandNode, type Edit, replaceArguments, replaceValues } from '../edit.ts';
import { fullPathFix, fullPathHint, isRelativePath } from '../judging/programs/paths.ts';
import { scriptArgument } from '../judging/programs/known-programs.ts';
import { joinPath, startDirectory } from '../../machine/index.ts';

/** A relative path only works when its start directory is known. */
export default defineStartDiagnostic({
  id: 'relative-path',
  severity: 'warning',
  summary: 'An entry has a relative path, but the directory in which the assistant starts servers is not defined.',
  restsOn: ['start'],
  *looks(setup) {
    const project = projectOf(setup);
    if (project === undefined) return;
    for (const entry of commandEntries(setup))
      for (const { word } of relativeWords(entry, setup)) yield joinPath(project, word, setup.facts.platform);
  },
  *judge(entry, setup) {
    if (worksInClient(entry)) return;
    for (const found of relativeWords(entry, setup)) yield sighting(entry, found, setup);
  },
});

interface Relative {
  readonly word: string;
  /** The index of the argument. */
  readonly index?: number | undefined;
}

function relativeWords(entry: CommandEntry, { facts }: Pick<Setup, 'facts'>): readonly Relative[] {
  const { command, startsIn } = entry;
  const from = startDirectory(command.cwd, startsIn, facts.platform);
  if (from !== undefined || (command.cwd !== undefined && hasUnfilledVariables(command.cwd))) return [];
  const isRelative = (word: string): boolean => isRelativePath(word, { facts }) && !/\s/.test(word);
  const script = scriptArgument(command.command, command.args);
  const words: Relative[] = [];
  if (/[\\/]/.test(command.command) && isRelative(command.command)) words.push({ word: command.command });
  for (const [index, word] of command.args.entries()) {
    const isDotted = /^\.{1,2}([\\/]|$)/.test(word);
    if ((index === script || isDotted) && isRelative(word)) words.push({ word, index });
  }
  return words;
}

function sighting(entry: CommandEntry, { index, word }: Relative, setup: Setup): About {
  const { client } = entry;
  const span = index === undefined ? commandNode(entry) : argumentNode(entry, index);
  const node = index === undefined ? commandNode(entry) : undefined;
  const edit = (path: string): Edit | undefined =>
    index !== undefined ? replaceArguments(entry, new Map([[index, path]])) : node && replaceValues(entry.file, [{ node, value: path }]);
  return {
    message: `"${word}" in "${entry.entry.name}" is relative, but ${client.name} does not document in which directory it starts a server.`,
    hint: fullPathHint(entry, word, setup),
    span,
    fix: fullPathFix(entry, word, setup, { edit }),
    detail: index === undefined ? 'command' : `argument ${index}`,
  };
}
