import type { About, Fix, Setup } from '../diagnostic.ts';
import {
  defineStartDiagnostic,
  commandEntries,
  isPersonal,
  worksInClient,
  type CommandEntry,
  nodeDirectory,
} from '../judging/programs/command-entries.ts';
import type { Node } from '../../formats/index.ts';
import { argumentNode, commandNode, cwdNode, replaceArguments, replaceValues } from '../edit.ts';
import { commandLine, programPlaces, isVersion, newestFirst } from '../judging/programs/program-search.ts';
import { fullCommand, fullCwd, fullPath, homeIn } from '../judging/programs/paths.ts';
import { isInNpxCache, ownCall } from '../judging/programs/own-entry.ts';
import { memoize } from '../judging/memoize.ts';
import {
  howToRemake,
  packageEnvironment,
  recipePaths,
  whatIsLost,
  type PackageEnvironment,
} from '../judging/programs/package-environment.ts';
import { serverPaths, scriptArgument } from '../judging/programs/known-programs.ts';
import { pathForMessage } from '../judging/wording.ts';
import { isAbsolutePath, nameOf, programName, shellPath, separatorOf, joinPath } from '../../machine/index.ts';

/** Programs whose arguments are paths of another machine, or of a container. */
const elsewhere = ['docker', 'podman', 'nerdctl', 'ssh', 'wsl', 'kubectl', 'flatpak', 'cmd'];

/** A path that was right once: Node was upgraded, a package moved, a cache emptied. */
export default defineStartDiagnostic({
  id: 'program-gone',
  severity: 'error',
  summary: 'A path that an entry needs to start does not exist.',
  whenWritten: 'doubt',
  *lists(setup) {
    for (const entry of commandEntries(setup)) for (const { path } of needed(entry, setup)) yield* versionsBeside(path);
  },
  *looks(setup) {
    for (const entry of commandEntries(setup)) {
      for (const one of needed(entry, setup)) {
        const environment = environmentOf(one, setup);
        yield one.path;
        yield* environment === undefined ? movedPaths(one.path, setup) : recipePaths(environment, setup);
      }
      yield* programPlaces(entry, setup);
    }
  },
  *judge(entry, setup) {
    // snap's own entry is judged by own-entry-outdated, which knows the right program.
    if (worksInClient(entry) || (ownCall(entry) !== undefined && isPersonal(entry.file))) return;
    const gone = needed(entry, setup).filter((one) => isGone(one, entry, setup));
    const isWhole = gone.some(({ what }) => what === 'directory');
    for (const one of gone) {
      const isInside = isWhole && one.what !== 'directory' && !isAbsolutePath(one.written, setup.facts.platform);
      if (!isInside && !isReadOnlyForAll(entry, one, setup)) yield sighting(entry, one, setup);
    }
    if (gone.length === 0) yield* missingArguments(entry, setup);
  },
});

interface Needed {
  readonly what: 'program' | 'script' | 'directory';
  readonly written: string;
  readonly path: string;
  /** The index of the script. */
  readonly index?: number | undefined;
}

/** The paths that have to exist before the server can start. */
function needed(entry: CommandEntry, { facts }: Pick<Setup, 'facts'>): readonly Needed[] {
  return neededBy(facts)(entry);
}

const neededBy = memoize((facts: Setup['facts']) => memoize((entry: CommandEntry) => findNeeded(entry, { facts })));

function findNeeded(entry: CommandEntry, setup: Pick<Setup, 'facts'>): readonly Needed[] {
  const { command } = entry;
  const result: Needed[] = [];
  const program = fullCommand(entry, setup);
  if (program !== undefined) result.push({ what: 'program', written: command.command, path: program });
  const index = scriptArgument(command.command, command.args);
  const written = index === undefined ? undefined : command.args[index];
  const script = written === undefined ? undefined : fullPath(entry, written, setup);
  if (index !== undefined && written !== undefined && script !== undefined) result.push({ what: 'script', written, path: script, index });
  const cwd = fullCwd(entry, setup);
  if (cwd !== undefined) result.push({ what: 'directory', written: command.cwd ?? cwd, path: cwd });
  return result;
}

/** The environment that a program belongs to, in which its packages are. */
function environmentOf({ path, what }: Needed, { facts }: Pick<Setup, 'facts'>): PackageEnvironment | undefined {
  return what === 'program' ? packageEnvironment(path, facts.platform) : undefined;
}

function isGone({ path, what }: Needed, entry: CommandEntry, setup: Setup): boolean {
  const { command } = entry;
  const seen = setup.seen.get(path);
  if (what === 'program' && (command.inClient !== undefined || commandLine(entry, setup) !== undefined)) return false;
  return (
    seen === undefined ||
    seen.kind === 'dangling-link' ||
    (what === 'directory' && seen.kind !== 'directory' && seen.kind !== 'unreachable')
  );
}

/** A home directory in a shared file is reported by personal-path-in-project-file. */
function isReadOnlyForAll({ file }: CommandEntry, { written }: Needed, { home }: Setup): boolean {
  return file.scope === 'project' && file.tracked !== undefined && file.ignoredByGit !== true && isInOthersHome(written, { home });
}

function isInOthersHome(written: string, { home }: Pick<Setup, 'home'>): boolean {
  const owner = homeIn(written);
  return owner !== undefined && owner !== home;
}

function sighting(entry: CommandEntry, one: Needed, setup: Setup): About {
  const { path, what, written } = one;
  const { client, file } = entry;
  const isRelative = !isAbsolutePath(written, setup.facts.platform);
  // In a shared file it may be another person's path, or not built here yet.
  const maxSeverity = isPersonal(file) && !isRelative ? 'error' : 'warning';
  const label = { program: 'the program', script: 'the script', directory: 'the start directory' }[what];
  const span = spanOf(entry, one);
  const isOfOthers = !isPersonal(file) && isInOthersHome(written, setup);
  const environment = environmentOf(one, setup);
  const fix = isPersonal(file) && !isRelative && environment === undefined ? fixFor(entry, one, setup) : undefined;
  return {
    severity: maxSeverity,
    message:
      `${client.name} cannot start "${entry.entry.name}": ${label} ${pathForMessage(setup, path)} does not exist.` +
      (environment === undefined ? '' : ` ${whatIsLost(environment, path, setup)}`),
    hint:
      fix !== undefined
        ? 'It was moved or upgraded; write where it is now.'
        : environment !== undefined && !isOfOthers
          ? howToRemake(environment, path, setup)
          : nextStep(one, isRelative, isOfOthers),
    span,
    fix,
    detail: what,
  };
}

function spanOf(entry: CommandEntry, { index, what }: Needed): Node | undefined {
  if (what === 'program') return commandNode(entry);
  if (what === 'script') return index === undefined ? undefined : argumentNode(entry, index);
  return cwdNode(entry);
}

function nextStep({ path, what }: Needed, isRelative: boolean, isOfOthers: boolean): string {
  if (what === 'directory') return 'Create the directory, or name another one.';
  if (isInNpxCache(path)) return 'npm has emptied its cache. Start the package with "npx -y <package>", or install it and write its path.';
  if (isRelative) return 'Build or install the program it belongs to, or correct the path.';
  if (isOfOthers) return 'The path is from another machine. Write one that works on every machine, or keep the server in your user file.';
  return /[\\/]v?\d+\.\d+\.\d+[\\/]/.test(path)
    ? 'The directory belongs to a version that was removed. Use the current one, or a path that does not change with an upgrade.'
    : 'Install it again, or write where it is now.';
}

/** The current path of the same program or script. */
function fixFor(entry: CommandEntry, { index, path, what }: Needed, setup: Setup): Fix | undefined {
  const kind = what === 'directory' ? 'directory' : 'file';
  const found = [...new Set(movedPaths(path, setup))].filter((other) => setup.seen.get(other)?.kind === kind);
  // The most likely first: a program on the PATH, then the newest version.
  const [first] = found;
  if (first === undefined) return undefined;
  const says = `replace it by ${pathForMessage(setup, first)}`;
  if (what === 'script' && index !== undefined) {
    return { kind: 'confirm', says, edit: replaceArguments(entry, new Map([[index, first]])) };
  }
  const node = commandNode(entry);
  if (what !== 'program' || node === undefined) return undefined;
  return { kind: 'confirm', says, edit: replaceValues(entry.file, [{ node, value: first }]) };
}

/** Other arguments that are paths: the server may create them, so this is only information. */
function* missingArguments(entry: CommandEntry, setup: Setup): Generator<About> {
  const { client, command, file } = entry;
  if (!isPersonal(file) || elsewhere.includes(programName(command.command))) return;
  const script = scriptArgument(command.command, command.args);
  // Those of well-known servers have their own finding.
  const known = new Set(serverPaths(entry)?.paths.map((one) => one.index));
  for (const { index, path, onDisk, where, written } of command.paths) {
    if (where !== 'argument' || index === undefined || index === script || known.has(index) || onDisk !== undefined || path === undefined)
      continue;
    // `/v1/` of an address looks like a path too; a pair `from:to` is a mount.
    if (fullPath(entry, written, setup) === undefined || written.slice(2).includes(':') || homeIn(path) === undefined) continue;
    const span = argumentNode(entry, index);
    yield {
      severity: 'info',
      message: `"${entry.entry.name}" gets an argument from ${client.name} that does not exist: ${pathForMessage(setup, path)}.`,
      hint: `If the server does not create "${nameOf(path)}" itself, correct the path.`,
      span,
      detail: `argument ${index}`,
    };
  }
}

const version = /[\\/](v?\d+\.\d+\.\d+)(?=[\\/])/;

/** Where a missing path may be now: under the current version or, for a program, on the person's PATH. */
function movedPaths(path: string, setup: Pick<Setup, 'facts' | 'env' | 'program' | 'listings'>): readonly string[] {
  const { platform } = setup.facts;
  const directories = [
    ...shellPath(setup)
      .split(separatorOf(platform))
      .filter((directory) => isAbsolutePath(directory, platform)),
    nodeDirectory(setup),
  ];
  const name = nameOf(path);
  const isProgram = /[\\/](s?bin|shims|nodejs|Scripts)[\\/][^\\/]+$/.test(path) || (platform === 'win32' && /\.exe$/i.test(path));
  return [
    ...new Set([
      ...underOtherVersion(path, directories, setup),
      ...(isProgram ? directories.map((directory) => joinPath(directory, name, platform)) : []),
    ]),
  ].filter((other) => other !== path);
}

/** The directory that has one subdirectory for each version; to be listed. */
function versionsBeside(path: string): readonly string[] {
  const found = version.exec(path);
  return found === null ? [] : [path.slice(0, Math.max(found.index, 1))];
}

/** `…/node/v20.11.1/lib/x.js` under `…/node/v22.3.0`: first the version that is on the PATH, then the others, the newest first. */
function underOtherVersion(path: string, directories: readonly string[], { listings }: Pick<Setup, 'listings'>): readonly string[] {
  const old = version.exec(path);
  const [, word] = old ?? [];
  if (old === null || word === undefined) return [];
  const before = path.slice(0, old.index + 1);
  const after = path.slice(old.index + 1 + word.length);
  const inUse = directories.flatMap((directory) =>
    directory.startsWith(before) ? [directory.slice(before.length).split(/[\\/]/)[0] ?? ''] : [],
  );
  const others = versionsBeside(path).flatMap((parent) => listings.get(parent) ?? []);
  return [...inUse, ...newestFirst(others)].filter((other) => isVersion(other)).map((other) => before + other + after);
}
