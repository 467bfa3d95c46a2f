import { loadFix } from '../../formats/index.ts';
import type { Seen, System } from '../../system/index.ts';
import { readDecisions, shellPath, type Facts, type ClientFacts, type ConfigFileFacts, joinPath } from '../../machine/index.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { openPathInspector, type PathInspector } from './path-inspector.ts';
import { interruptedMessages } from '../../changes/journal/journal-index.ts';
import type { EntryFacts, Setup, FileFacts } from '../setup.ts';
import { entryFacts } from './this-program.ts';
import {
  ignoreRulesOf,
  maxGitIndexBytes,
  readIgnoreText,
  indexName,
  parseGitIndex,
  repositoryOf,
  type IgnoreFile,
  type IsIgnored,
  type Repository,
} from '../../workspace/index.ts';

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
  const decisions = await readDecisions(system, facts);
  const entries: EntryFacts[] = [];
  for (const file of files) {
    if (file.ignored) continue;
    for (const entry of file.servers)
      entries.push(await entryFacts({ inspector, facts, program: options.program, decisions }, file, entry));
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
    decisions,
    snapInShell,
    now: system.now(),
  };
  const isBroken = files.some(({ state, root }) => state === 'unparsable' && root === undefined);
  const listings = await listAround(system, around, options.diagnostics);
  const listed = { ...around, listings, fixText: isBroken ? await loadFix() : undefined };
  return { ...listed, ...(await lookAround(inspector, listed, options.diagnostics)) };
}

/** How deep directories below others are looked for. */
const maxRounds = 4;

/** Lists the directories that diagnostics ask for. */
async function listAround(
  system: System,
  setup: Omit<Setup, 'listings' | 'seen' | 'texts'>,
  diagnostics: readonly Diagnostic[],
): Promise<Setup['listings']> {
  const listings = new Map<string, readonly string[]>();
  const asked = new Set<string>();
  const list = async (paths: readonly string[]): Promise<boolean> => {
    const open = paths.filter((path) => !asked.has(path));
    for (const path of open) {
      if (asked.has(path)) continue;
      asked.add(path);
      const names = await system.list(path);
      if (names !== undefined) listings.set(path, names.toSorted());
    }
    return open.length > 0;
  };
  for (const { lists } of diagnostics) await list(answersOf(lists, setup));
  for (const { listsBelow } of diagnostics) {
    for (let round = 0; round < maxRounds; round++) if (!(await list(answersOf(listsBelow, { ...setup, listings })))) break;
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

/** What the kernel gives in one read. */
const pageBytes = 4096;

async function readText(inspector: PathInspector, path: string): Promise<string | undefined> {
  const onDisk = await inspector.look(path);
  if (onDisk?.kind !== 'file' || onDisk.size > maxTextBytes || !onDisk.readable) return undefined;
  try {
    // A file of the kernel's has no size and is made again for each read, which costs milliseconds: its beginning is enough.
    const { system } = inspector;
    const bytes = onDisk.size === 0 ? await system.readStart(onDisk.target ?? path, pageBytes) : await system.readBytes(path);
    return Buffer.from(bytes ?? []).toString('utf8');
  } catch {
    // It was removed or became unreadable in the meantime: treated as missing.
    return undefined;
  }
}

/**
 * The config files that are judged. A file that several assistants read is judged by the rules of those that are installed. If there are none, it is judged by the rules of
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

/** Git's state of one file of the workspace; both `undefined` when it is not known. */
export interface VersionControl {
  readonly tracked?: boolean | undefined;
  readonly ignoredByGit?: boolean | undefined;
}

/**
 * Reads git's own index instead of starting git: a program named by a workspace must not be run, and the index says it.
 * https://git-scm.com/docs/index-format
 */
export async function versionControlOf(system: System, workspace: string): Promise<(path: string) => VersionControl> {
  const repository = await repositoryOf(system, workspace);
  if (repository === undefined) return () => ({});
  const { root, directory } = repository;
  const isTracked = trackedIn(await quietly(() => readIndex(system, joinPath(directory, 'index', system.platform))));
  const isIgnored = await readIgnores(system, repository, workspace);
  const separator = system.platform === 'win32' ? '\\' : '/';
  const start = root.endsWith(separator) ? root : root + separator;
  return (path) => {
    if (!path.startsWith(start)) return {};
    const name = path.slice(start.length).replaceAll('\\', '/');
    const tracked = isTracked(name);
    return tracked === true ? { tracked } : { tracked, ignoredByGit: isIgnored(name, 'file') };
  };
}

/** Empty where it is too large to be read. */
async function readIndex(system: System, path: string): Promise<Uint8Array | undefined> {
  return ((await system.look(path))?.size ?? 0) > maxGitIndexBytes ? new Uint8Array() : system.readBytes(path);
}

/** No for all without an index; `undefined` where it cannot be read (damaged, split, too large). Parsed when the first file is asked about. */
function trackedIn(bytes: Uint8Array | undefined): (name: string) => boolean | undefined {
  if (bytes === undefined) return () => false;
  let names: ReadonlySet<string> | 'unknown' | undefined;
  return (name) => {
    if (names === undefined) {
      const index = parseGitIndex(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      names = index === undefined ? 'unknown' : new Set(index.names);
    }
    return names === 'unknown' ? undefined : names.has(indexName(name));
  };
}

/** The rules that hold for the workspace. */
async function readIgnores(system: System, { directory, root }: Repository, workspace: string): Promise<IsIgnored> {
  const { platform } = system;
  const below = workspace
    .slice(root.length)
    .split(/[\\/]/)
    .filter((part) => part !== '');
  const folders = ['', ...below.map((_, i) => below.slice(0, i + 1).join('/'))];
  const files: IgnoreFile[] = [];
  const add = async (path: string, folder: string): Promise<void> => {
    const read = await quietly(() => readIgnoreText(system, path, path.endsWith('exclude')));
    if (read?.kind === 'text') files.push({ directory: folder, text: read.text });
  };
  await add(joinPath(directory, platform === 'win32' ? 'info\\exclude' : 'info/exclude', platform), '');
  for (const folder of folders) await add(joinPath(joinPath(root, folder, platform), '.gitignore', platform), folder);
  return ignoreRulesOf(files, platform);
}

/** Nothing is known about a repository that is damaged or not readable. */
async function quietly<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch {
    return undefined;
  }
}
