import {
  defineStartDiagnostic,
  commandEntries,
  hasUnfilledVariables,
  isPersonal,
  startSeverity,
  worksInClient,
  type CommandEntry,
} from '../judging/programs/command-entries.ts';
import type { Fix, Severity, Sighting, Setup } from '../diagnostic.ts';
import { argumentNode, commandNode } from '../edit.ts';
import { fullCommand, isOfOtherPlatform } from '../judging/programs/paths.ts';
import { isInNpxCache, isPermanentInstall, ownCall, startThisProgram, type OwnCall } from '../judging/programs/own-entry.ts';
import { pathForMessage } from '../judging/wording.ts';
import { isLower } from '../judging/programs/program-search.ts';
import { directoryOf, isAbsolutePath, joinPath } from '../../machine/index.ts';

/** snap's own entries have full paths, which become outdated: Node is upgraded, the clone moved, a cache emptied. */
export default defineStartDiagnostic({
  id: 'own-entry-outdated',
  severity: 'error',
  summary: "The Node or snap that snap's own entry starts was removed or is not the current one.",
  whenWritten: 'doubt',
  *looks(setup) {
    yield setup.program.node;
    for (const entry of commandEntries(setup)) {
      const call = concerned(entry);
      if (call === undefined) continue;
      for (const path of [fullCommand(entry, setup), programFile(entry, call, setup)]) if (path !== undefined) yield path;
    }
  },
  *reads(setup) {
    for (const entry of commandEntries(setup)) {
      const call = concerned(entry);
      const file = call === undefined ? undefined : programFile(entry, call, setup);
      if (file !== undefined) yield packageOf(file, setup);
    }
  },
  *judge(entry, setup) {
    const call = concerned(entry);
    if (call === undefined) return;
    const said = judge(entry, call, setup);
    if (said === undefined) return;
    const { kind, maxSeverity, ...words } = said;
    // A server that answers still works.
    const severity = startSeverity(entry, maxSeverity === 'error' && worksInClient(entry) ? 'warning' : maxSeverity);
    const fix = kind === 'none' || !isPermanentInstall(setup) ? undefined : fixFor(entry, call, kind, setup);
    yield { severity, ...words, fix };
  },
});

/** Only a person's own files have full paths. */
function concerned(entry: CommandEntry): OwnCall | undefined {
  return isPersonal(entry.file) && !hasUnfilledVariables(entry.command.command) ? ownCall(entry) : undefined;
}

interface Judgement extends Omit<Sighting, 'entry' | 'severity' | 'fix'> {
  readonly maxSeverity: Severity;
  readonly kind: Fix['kind'] | 'none';
}

function judge(entry: CommandEntry, call: OwnCall, setup: Setup): Judgement | undefined {
  const { client, command } = entry;
  const { name } = entry.entry;
  const file = programFile(entry, call, setup);
  const now = pathForMessage(setup, setup.program.file);
  const fileSpan = call.file === undefined ? commandNode(entry) : argumentNode(entry, call.mcp - 1);
  const atFile = fileSpan === undefined ? {} : { span: fileSpan };
  if (file !== undefined && !isThere(file, setup)) {
    return {
      maxSeverity: 'error',
      kind: 'safe',
      message: `${client.name} cannot start "${name}": its program ${pathForMessage(setup, file)} does not exist.`,
      hint: isInNpxCache(file) ? `npm has emptied its cache. The running snap is ${now}.` : `The running snap is ${now}.`,
      ...atFile,
    };
  }
  const program = call.file === undefined ? undefined : fullCommand(entry, setup);
  if (program !== undefined && command.inClient === undefined && !isThere(program, setup)) {
    const span = commandNode(entry);
    return {
      maxSeverity: 'error',
      kind: 'safe',
      message: `${client.name} cannot start "${name}": its Node ${pathForMessage(setup, program)} does not exist.`,
      hint: `The Node in use is ${pathForMessage(setup, setup.program.node)}.`,
      detail: 'node',
      span,
    };
  }
  return file === undefined ? undefined : (otherSnap(entry, file, atFile, setup) ?? otherNode(entry, setup));
}

function otherSnap(entry: CommandEntry, file: string, span: Pick<Sighting, 'span'>, setup: Setup): Judgement | undefined {
  const { name } = entry.entry;
  const target = setup.seen.get(file)?.target ?? file;
  if (isInNpxCache(target)) {
    return {
      maxSeverity: 'warning',
      kind: 'confirm',
      message: `"${name}" starts snap from npm's temporary cache (${pathForMessage(setup, target)}); it stops working when npm empties the cache.`,
      hint: 'Install snap permanently ("npm install -g ." in its clone), then run "snap tools configure" again.',
      ...span,
    };
  }
  if (target === setup.program.file || !isPermanentInstall(setup)) return undefined;
  const version = versionIn(setup.texts.get(packageOf(target, setup)) ?? setup.texts.get(packageOf(file, setup)));
  const isOlder = version !== undefined && isLower(version, setup.program.version);
  return {
    maxSeverity: isOlder ? 'warning' : 'info',
    kind: isOlder ? 'confirm' : 'none',
    message: `"${name}" starts ${isOlder ? 'an older' : 'another'} snap than this one: ${pathForMessage(setup, target)}${version === undefined ? '' : `, version ${version}`}; this is ${setup.program.version}.`,
    hint: isOlder
      ? `Start the running one: ${pathForMessage(setup, setup.program.file)}.`
      : `Nothing to do if that is intended. The running one is ${pathForMessage(setup, setup.program.file)}.`,
    ...span,
  };
}

function otherNode(entry: CommandEntry, setup: Setup): Judgement | undefined {
  const { command, entry: written } = entry;
  const own = setup.seen.get(setup.program.node)?.target ?? setup.program.node;
  const found = command.inClient;
  // Only for a full path: a bare name depends on PATH.
  if (found === undefined || found.target === own || fullCommand(entry, setup) === undefined || found.target === setup.program.file)
    return undefined;
  if (ownCall(entry)?.file === undefined) return undefined;
  const span = commandNode(entry);
  return {
    maxSeverity: 'info',
    kind: 'none',
    message: `"${written.name}" runs with ${pathForMessage(setup, found.path)}; snap itself runs with ${pathForMessage(setup, setup.program.node)}.`,
    hint: 'Nothing to do as long as that Node exists. "snap tools configure" writes the current one.',
    detail: 'node',
    span,
  };
}

/** The program file by its full path. */
function programFile(entry: CommandEntry, { file }: OwnCall, setup: Pick<Setup, 'facts'>): string | undefined {
  if (file === undefined) return fullCommand(entry, setup);
  return isAbsolutePath(file, setup.facts.platform) && !hasUnfilledVariables(file) && !isOfOtherPlatform(file, setup.facts)
    ? file
    : undefined;
}

function isThere(path: string, { seen }: Setup): boolean {
  const kind = seen.get(path)?.kind;
  return kind !== undefined && kind !== 'dangling-link';
}

/** `<package>/dist/main.js` belongs to `<package>/package.json`. */
function packageOf(file: string, { facts }: Pick<Setup, 'facts'>): string {
  return joinPath(directoryOf(directoryOf(file, facts.platform), facts.platform), 'package.json', facts.platform);
}

function versionIn(text: string | undefined): string | undefined {
  if (text === undefined || !/"name"\s*:\s*"snap-mcp"/.test(text)) return undefined;
  return /"version"\s*:\s*"(\d+\.\d+\.\d+[\w.-]*)"/.exec(text)?.[1];
}

function fixFor(entry: CommandEntry, call: OwnCall, kind: Fix['kind'], setup: Setup): Fix {
  return {
    kind,
    says: `start the running snap (${pathForMessage(setup, setup.program.file)})`,
    edit: startThisProgram(entry, call, setup),
  };
}
