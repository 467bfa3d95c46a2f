import { locate, type Approval, type Client, type Kept, type TrustedFolder, type Where } from '../../clients/index.ts';
import { decodeText, findMember, loadFormat, type FormatName, type MapNode, type Node } from '../../formats/index.ts';
import type { System } from '../../system/index.ts';
import { isTracked } from '../../workspace/index.ts';
import type { ClientFacts, ConfigFileFacts, Facts } from '../facts.ts';
import { directoryOf, nameOf } from '../paths.ts';
import { findFolder, isSamePath, type Folder } from './folder.ts';

/** What clients keep outside of their entries about which servers run: read once, judged by {@link closedGates}. */
export interface Decisions {
  readonly where: Where;
  readonly folder: Folder;
  /** By path. */
  readonly files: ReadonlyMap<string, DecisionFile>;
  /** The folders that records in a directory name, by the directory. */
  readonly recorded: ReadonlyMap<string, readonly string[]>;
  /** Whether git tracks a file of approvals, where that decides whether they count; `undefined`: not known. */
  readonly tracked: ReadonlyMap<string, boolean | undefined>;
  /** Where folders that records name lead through links, for those that were followed. */
  readonly realPaths: ReadonlyMap<string, string>;
}

/** `unknown`: something is there that could not be read, so nothing follows from it. */
export type DecisionFile = { readonly state: 'absent' | 'unknown' } | { readonly state: 'read'; readonly root: Node | undefined };

/** Larger files are not read: no client keeps so many decisions outside of its config files. */
const maxBytes = 4_000_000;
const maxRecords = 200;
/** Following the links of a folder costs a look at each directory above it. */
const maxFollowed = 40;

/** Reads what the clients that have servers keep about them. Starts and writes nothing; a file that cannot be read is no error. */
export async function readDecisions(system: System, facts: Facts): Promise<Decisions> {
  const where: Where = { platform: system.platform, home: system.home, env: system.env, workspace: facts.workspace.path };
  const gated = facts.clients.filter(hasGatedServers);
  const folder = await findFolder(system, facts, gated.length > 0);
  const files = new Map<string, DecisionFile>();
  const recorded = new Map<string, readonly string[]>();
  const tracked = new Map<string, boolean | undefined>();
  const known = configFiles(facts);
  for (const { client } of gated) {
    for (const kept of keptOf(client)) {
      for (const path of locateKept({ folder, where }, kept)) {
        if (files.has(path) || recorded.has(path)) continue;
        if (kept.as === 'files') recorded.set(path, await foldersRecorded(system, path, kept.key));
        else files.set(path, known.get(path) ?? (await readOne(system, path)));
        // The index of a large repository is read where the folders that could be trusted differ only.
        const isAsked = folder.start !== undefined || folder.worktree.length > 0;
        if (kept.countsWhile?.whenTracked !== undefined && isAsked && files.get(path)?.state === 'read')
          tracked.set(path, await isTrackedAt(system, folder, path));
      }
    }
  }
  const named = gated.flatMap(({ client }) => foldersNamed(client, where, files));
  return { where, folder, files, recorded, tracked, realPaths: await followed(system, folder, named) };
}

async function isTrackedAt(system: System, folder: Folder, path: string): Promise<boolean | undefined> {
  const directory = await folder.follow(directoryOf(path, system.platform));
  return directory === undefined ? undefined : isTracked(system, directory, nameOf(path));
}

/** Every file that a client reads decisions of one kind from. */
export function locateKept({ folder, where }: Pick<Decisions, 'folder' | 'where'>, { alsoOf = [], in: place }: Kept): readonly string[] {
  if (place === undefined) return [];
  const others = { start: folder.start, 'first-work-tree': folder.worktree[0] };
  const workspaces = [where.workspace, ...alsoOf.map((one) => others[one])].filter((path) => path !== undefined);
  return [...new Set(workspaces.flatMap((workspace) => locate(place, { ...where, workspace })))];
}

function hasGatedServers({ client, files }: ClientFacts): boolean {
  const isGated = client.gates !== undefined || client.approval !== undefined || client.trust !== undefined;
  return isGated && files.some((file) => !file.ignored && file.servers.length > 0);
}

/** Every place in which a client keeps decisions. */
export function* keptOf({
  approval,
  gates,
  trust,
}: Client): Generator<Kept & { readonly as?: string; readonly key?: string; readonly countsWhile?: TrustedFolder }> {
  yield* gates ?? [];
  for (const record of recordsOf(approval)) {
    yield record;
    if (record.as === 'lists' && record.countsWhile !== undefined) yield record.countsWhile;
  }
  if (trust !== undefined) yield trust;
}

function recordsOf(approval: Approval | undefined): Approval['kept'] {
  return approval?.kept ?? [];
}

/** A config file was read already, however large it is. */
function configFiles(facts: Facts): ReadonlyMap<string, DecisionFile> {
  const files = new Map<string, DecisionFile>();
  for (const file of facts.clients.flatMap((found) => found.files)) files.set(file.path, decisionFileOf(file));
  return files;
}

/** A config file as a place of decisions. */
export function decisionFileOf({ root, state }: Pick<ConfigFileFacts, 'root' | 'state'>): DecisionFile {
  if (root !== undefined) return { state: 'read', root };
  return state === 'absent' ? { state } : state === 'empty' ? { state: 'read', root: undefined } : { state: 'unknown' };
}

async function readOne(system: System, path: string): Promise<DecisionFile> {
  const seen = await system.look(path);
  if (seen === undefined || seen.kind === 'dangling-link') return { state: 'absent' };
  if (seen.kind !== 'file' || !seen.readable || seen.size > maxBytes) return { state: 'unknown' };
  try {
    const bytes = await system.readBytes(path);
    if (bytes === undefined) return { state: 'absent' };
    const decoded = decodeText(bytes);
    const format = await loadFormat(formatOf(path));
    const parsed = decoded.kind === 'text' ? format.parse(decoded.text, 'comments-and-commas') : undefined;
    return parsed?.kind === 'tree' ? { state: 'read', root: parsed.root } : { state: 'unknown' };
  } catch {
    // It became unreadable in the meantime: nothing follows from it.
    return { state: 'unknown' };
  }
}

function formatOf(path: string): FormatName {
  return path.endsWith('.toml') ? 'toml' : /\.ya?ml$/.test(path) ? 'yaml' : 'json';
}

async function foldersRecorded(system: System, directory: string, key: string | undefined): Promise<readonly string[]> {
  const separator = system.platform === 'win32' ? '\\' : '/';
  const folders: string[] = [];
  for (const name of ((await system.list(directory)) ?? []).slice(0, maxRecords)) {
    const file = await readOne(system, directory + separator + name);
    const value = file.state === 'read' && key !== undefined ? findMember(file.root, key)?.value : undefined;
    if (value?.kind === 'scalar' && typeof value.value === 'string') folders.push(value.value);
  }
  return folders;
}

/** The folders that trust records name in files that were read. */
function foldersNamed({ trust }: Client, where: Where, files: Decisions['files']): readonly string[] {
  if (trust?.in === undefined || trust.as === 'files') return [];
  return locate(trust.in, where).flatMap((path) => {
    const node = objectAt(files.get(path), trust.at);
    if (trust.as === 'words') return node?.members.map(({ key }) => key) ?? [];
    return [...trust.trusted, ...trust.refused].flatMap((key) => textsAt(node, key));
  });
}

/** The object at plain keys of a file. */
function objectAt(file: DecisionFile | undefined, at: Kept['at']): MapNode | undefined {
  let node = file?.state === 'read' ? file.root : undefined;
  for (const step of at) node = typeof step === 'string' ? findMember(node, step)?.value : undefined;
  return node?.kind === 'map' ? node : undefined;
}

/** The texts of a list under a key. */
export function textsAt(node: Node | undefined, key: string): readonly string[] {
  const list = findMember(node, key)?.value;
  if (list?.kind !== 'list') return [];
  return list.items.flatMap((item) => (item.kind === 'scalar' && typeof item.value === 'string' ? [item.value] : []));
}

/** A folder may be named by a link to it. They are followed only where none is named as the workspace is. */
async function followed(system: System, folder: Folder, named: readonly string[]): Promise<Decisions['realPaths']> {
  const real = new Map<string, string>();
  const isNamed = named.some((path) => folder.names.some((name) => isSamePath(path, name, system.platform)));
  if (isNamed) return real;
  for (const path of new Set(named.slice(0, maxFollowed))) {
    const target = await folder.follow(path);
    if (target !== undefined) real.set(path, target);
  }
  return real;
}
