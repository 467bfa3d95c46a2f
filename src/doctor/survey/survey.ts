import { loadFix } from '../../formats/index.ts';
import { resolveVariables, type Server, type Where } from '../../clients/index.ts';
import type { Seen, System } from '../../system/index.ts';
import { entryPath, shellPath } from '../../machine/index.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { openPathInspector, type PathInspector } from './path-inspector.ts';
import { interruptedMessages } from '../../changes/index.ts';
import type { ClientFacts, ConfigFileFacts, Facts } from '../../machine/index.ts';
import { joinPath, looksLikePath, startDirectory } from '../../machine/index.ts';
import type { CommandFacts, EntryFacts, FileFacts, NamedPath, Setup } from '../setup.ts';
import { isThisProgram } from './this-program.ts';
import { versionControlOf } from './version-control.ts';

/** Which files are judged, and what is read for that. */
export interface SurveyOptions {
  readonly program: Setup['program'];
  readonly diagnostics: readonly Diagnostic[];
  /** The clients the person named: their files are judged whether they are installed or not. */
  readonly named: boolean;
}

/**
 * Reads what the entries refer to: programs, paths, modes, version control. Starts nothing, writes nothing, and does not throw for
 * missing or unreadable files.
 */
export async function survey(system: System, facts: Facts, options: SurveyOptions): Promise<Setup> {
  const inspector = openPathInspector(system);
  const files = await judgedFiles(inspector, facts, options.named);
  const entries: EntryFacts[] = [];
  for (const file of files) {
    if (file.ignored) continue;
    for (const entry of file.servers) entries.push(await entryFacts(inspector, facts, file, entry, options.program));
  }
  const snapInShell = await inspector.program('snap', shellPath(system));
  const around = {
    facts,
    interrupted: await interruptedMessages(system),
    program: options.program,
    home: system.home,
    env: system.env,
    files,
    entries,
    snapInShell,
    now: system.now(),
  };
  const isBroken = files.some(({ state, root }) => state === 'unparsable' && root === undefined);
  const listings = await listAround(system, around, options.diagnostics);
  const listed = { ...around, listings, ...(isBroken ? { fixText: await loadFix() } : {}) };
  return { ...listed, ...(await lookAround(inspector, listed, options.diagnostics)) };
}

/**
 * A file that several assistants read is judged by the rules of those that are installed. If there are none, it is judged by the rules of
 * the one it was made for, so that no finding is about an assistant the person does not have.
 */
async function judgedFiles(inspector: PathInspector, facts: Facts, named: boolean): Promise<readonly FileFacts[]> {
  const readers = new Map<string, ClientFacts[]>();
  for (const found of facts.clients) for (const { path } of found.files) readers.set(path, [...(readers.get(path) ?? []), found]);
  const git = await versionControlOf(inspector.system, facts.workspace.path);
  const judged: FileFacts[] = [];
  for (const found of facts.clients) {
    for (const file of found.files) {
      const others = readers.get(file.path) ?? [];
      const isJudged = named || found.installed || (!others.some((one) => one.installed) && isMadeFor(found, file, others));
      if (!isJudged) continue;
      judged.push({
        ...file,
        client: found.client,
        installed: found.installed,
        onDisk: await inspector.look(file.path),
        ...(file.scope === 'project' ? git(file.path) : {}),
      });
    }
  }
  return judged;
}

function isMadeFor(found: ClientFacts, file: ConfigFileFacts, readers: readonly ClientFacts[]): boolean {
  const writers = readers.filter((one) => one.files.some((other) => other.path === file.path && other.place.write === 'create'));
  return (writers[0] ?? readers[0]) === found;
}

async function entryFacts(
  inspector: PathInspector,
  facts: Facts,
  file: FileFacts,
  entry: EntryFacts['entry'],
  program: Setup['program'],
): Promise<EntryFacts> {
  const startsIn = file.place.startsIn === 'workspace' ? facts.workspace.path : undefined;
  const { server } = entry;
  return {
    client: file.client,
    file,
    entry,
    isEffective: !file.ignored && file.effective.has(entry.name),
    startsIn,
    ...(server.kind === 'command' ? { command: await commandFacts(inspector, facts, file, server, startsIn, program) } : {}),
    live: [],
  };
}

async function commandFacts(
  inspector: PathInspector,
  facts: Facts,
  file: FileFacts,
  server: Server & { kind: 'command' },
  startsIn: string | undefined,
  program: Setup['program'],
): Promise<CommandFacts> {
  const { system } = inspector;
  const where: Where = { platform: system.platform, home: system.home, env: system.env, workspace: facts.workspace.path };
  const fill = (text: string): string => resolveVariables(file.client, file.place, text, where);
  const command = fill(server.command);
  const args = server.args.map(fill);
  const cwd = server.cwd === undefined ? undefined : fill(server.cwd);
  const from = startDirectory(cwd, startsIn, system.platform);
  const env = new Map([...server.env].map(([name, value]) => [name, fill(value)]));
  const path = entryPath(file.client, env, system);
  const absolute = /[\\/]/.test(command) && from !== undefined ? joinPath(from, command, system.platform) : command;
  const found = {
    inClient: await inspector.program(absolute, path),
    inShell: await inspector.program(absolute, shellPath(system)),
  };
  const paths: NamedPath[] = [];
  const add = async (where: NamedPath['where'], written: string, index?: number): Promise<void> => {
    const full = startDirectory(written, where === 'cwd' ? startsIn : from, system.platform);
    const onDisk = full === undefined ? undefined : await inspector.look(full);
    paths.push({ where, written, index, path: full, onDisk });
  };
  if (cwd !== undefined) await add('cwd', cwd);
  for (const [index, arg] of args.entries()) {
    const given = /^--workspace=(.*)$/s.exec(arg)?.[1];
    if (args[index - 1] === '--workspace') await add('workspace', arg, index);
    else if (given !== undefined) await add('workspace', given, index);
    else if (looksLikePath(arg)) await add('argument', arg, index);
  }
  return {
    command,
    args,
    cwd,
    ...found,
    paths,
    isThisProgram: await isThisProgram(inspector, { written: command, args, env, ...found, path, shellPath: shellPath(system) }, program),
  };
}

/** Lists the directories that diagnostics ask for. */
async function listAround(
  system: System,
  setup: Omit<Setup, 'listings' | 'seen' | 'texts'>,
  diagnostics: readonly Diagnostic[],
): Promise<Setup['listings']> {
  const listings = new Map<string, readonly string[]>();
  const asked = new Set<string>();
  for (const { lists } of diagnostics) {
    for (const path of answersOf(lists, setup)) {
      if (asked.has(path)) continue;
      asked.add(path);
      const names = await system.list(path);
      if (names !== undefined) listings.set(path, names.toSorted());
    }
  }
  return listings;
}

/** Inspects the paths and reads the files that diagnostics ask for. */
async function lookAround(
  inspector: PathInspector,
  setup: Omit<Setup, 'seen' | 'texts'>,
  diagnostics: readonly Diagnostic[],
): Promise<Pick<Setup, 'seen' | 'texts'>> {
  const seen = new Map<string, Seen>();
  const texts = new Map<string, string>();
  for (const { looks, reads } of diagnostics) {
    for (const path of answersOf(looks, setup)) {
      const onDisk = await inspector.look(path);
      if (onDisk !== undefined) seen.set(path, onDisk);
    }
    for (const path of answersOf(reads, setup)) {
      const text = texts.get(path) ?? (await readText(inspector, path));
      if (text !== undefined) texts.set(path, text);
    }
  }
  return { seen, texts };
}

/** A request that throws is skipped: the diagnostic reports the error itself. */
function answersOf<S>(ask: ((setup: S) => Iterable<string>) | undefined, setup: S): readonly string[] {
  try {
    return [...(ask?.(setup) ?? [])];
  } catch {
    // The same error occurs again in `detect`, whose failure is reported.
    return [];
  }
}

const maxTextBytes = 1_000_000;

async function readText(inspector: PathInspector, path: string): Promise<string | undefined> {
  const onDisk = await inspector.look(path);
  if (onDisk?.kind !== 'file' || onDisk.size > maxTextBytes || !onDisk.readable) return undefined;
  try {
    return Buffer.from((await inspector.system.readBytes(path)) ?? []).toString('utf8');
  } catch {
    // It was removed or became unreadable in the meantime: treated as missing.
    return undefined;
  }
}
