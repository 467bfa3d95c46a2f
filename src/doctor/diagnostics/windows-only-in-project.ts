import { defineStartDiagnostic, type CommandEntry } from '../judging/programs/command-entries.ts';
import type { Setup } from '../diagnostic.ts';
import { argumentNode, commandNode } from '../edit.ts';
import { scriptArgument } from '../judging/programs/known-programs.ts';
import { pathForMessage } from '../judging/wording.ts';
import { programName } from '../../machine/index.ts';
import { maskText } from '../../secrets/index.ts';

/** A shared file with an entry that only starts on Windows. */
export default defineStartDiagnostic({
  id: 'windows-only-in-project',
  severity: 'warning',
  summary: 'A project file has an entry that only starts on Windows.',
  judge(entry, setup) {
    const { file } = entry;
    if (file.scope !== 'project' || file.ignoredByGit === true) return undefined;
    // A file that is not shared is only reported when the entry does not start here.
    if (file.tracked !== true && setup.facts.platform === 'win32') return undefined;
    const found = windowsOnly(entry);
    // Inside WSL the programs of Windows are on the PATH.
    if (found === undefined || (setup.facts.platform !== 'win32' && entry.command.inClient !== undefined && found.index === undefined))
      return undefined;
    const span = found.index === undefined ? commandNode(entry) : argumentNode(entry, found.index);
    return {
      message: messageFor(entry, found.word, setup),
      hint: found.hint,
      span,
    };
  },
});

interface Found {
  readonly word: string;
  readonly index?: number | undefined;
  readonly hint: string;
}

const keepApart = 'Keep the Windows form in your user file, and use a form that starts everywhere in this one.';

/** Programs of Windows itself: without the ending they are no more elsewhere than with it. */
const onlyThere = new Set(['wsl', 'powershell', 'wscript', 'cscript', 'rundll32', 'winget', 'conhost']);

function windowsOnly({ command }: CommandEntry): Found | undefined {
  const { args } = command;
  const word = command.command;
  const name = programName(word);
  if (name === 'cmd' && /^\/[ck]$/i.test(args[0] ?? '')) {
    const [, program = ''] = args;
    return {
      word: `${word} ${args[0] ?? ''}`,
      hint:
        program === ''
          ? keepApart
          : `Write "${program}" as the command. Most assistants start it on Windows too; for one that does not, keep the "cmd /c" form in your user file.`,
    };
  }
  if (onlyThere.has(name)) {
    const inner = name === 'wsl' ? args[args.findIndex((arg) => /^(--exec|-e|--)$/.test(arg)) + 1 || args.length] : undefined;
    return {
      word,
      hint:
        inner === undefined
          ? keepApart
          : `Write "${maskText(inner)}" as the command here, and keep the form with "${word}" in your user file on Windows.`,
    };
  }
  if ((name === 'cmd' && !/[\\/]/.test(word)) || /^[A-Za-z]:[\\/]|\.(exe|cmd|bat|ps1)$/i.test(word)) {
    return { word, hint: /^\w[\w.-]*\.(exe|cmd)$/i.test(word) ? `Write the name without its ending: "${name}".` : keepApart };
  }
  const script = scriptArgument(word, args);
  const path = script === undefined ? undefined : args[script];
  if (script !== undefined && path !== undefined && /^[A-Za-z]:[\\/]/.test(path)) {
    return { word: path, index: script, hint: 'Write it relative to the project, with "/".' };
  }
  return undefined;
}

function messageFor({ client, entry, file }: CommandEntry, word: string, setup: Setup): string {
  const shown = pathForMessage(setup, word);
  return setup.facts.platform === 'win32'
    ? `This file is in git, and "${entry.name}" starts with "${shown}", which exists on Windows only.`
    : `${client.name} cannot start "${entry.name}" here: "${shown}" exists on Windows only${file.tracked === true ? ', and this file is in git for everybody' : ''}.`;
}
