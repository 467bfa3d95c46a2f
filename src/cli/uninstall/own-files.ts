import { fileNames } from '../../settings/index.ts';
import { isRecord, jsonIn, type System } from '../../system/index.ts';

/** What snap has stored for the person, and what would be lost with it. */
export interface OwnStore {
  /** Paths that are snap's own by their names, each with everything in it. */
  readonly paths: readonly string[];
  /** Links among these: only the link goes. */
  readonly links: readonly string[];
  /** Directories to delete afterwards, if nothing else is in them; the innermost first. */
  readonly directories: readonly string[];
  /** What else is in these directories, and stays. */
  readonly others: readonly string[];
  readonly lost: Lost;
  /** Why none of it may be deleted, in words. */
  readonly refusal?: string | undefined;
  /** The `.snap` folders of projects, which belong to these. */
  readonly projects: readonly string[];
}

export interface Lost {
  readonly bytes: number;
  /** Projects with snapshots. */
  readonly snapshots: number;
  /** Lines of learnings and violations that are stored outside of projects. */
  readonly records: number;
  /** Whether changes could still be undone. */
  readonly undo: boolean;
  readonly settings: readonly string[];
}

/** Everything below these directories that has a name which snap gives. Reads only. */
export async function findOwnStore(system: System, workspace: string): Promise<OwnStore> {
  const { cache, config, data, runtime, state } = system.own;
  const journal = join(system, data, 'journal');
  const stores = [join(system, data, 'workspaces'), join(system, data, 'knowledge')];
  const inStore = /^[a-z0-9][a-z0-9-]*-[0-9a-f]{12}(\.lock)?$/;
  /** The names that snap gives in each directory, and those that are looked at for themselves. */
  const own: readonly (readonly [directory: string, isOurs: RegExp, passed?: readonly string[]])[] = [
    [journal, /^(index\.jsonl|key|records|ahead)$/],
    ...stores.map((store) => [store, inStore] as const),
    [data, /^(token|account\.json)$/, ['journal', 'workspaces', 'knowledge']],
    [runtime, /^[0-9a-f]{32}\.lock/],
    // Of the daemon: its socket and state, and its log.
    [state, /^(run|daemon\.log(\.\d)?)$/, [nameOf(runtime)]],
    [config, new RegExp(`^(${fileNames.join('|').replaceAll('.', '\\.')})$`)],
    [cache, /^code$/],
  ];
  const found: { readonly paths: string[]; readonly others: string[] } = { paths: [], others: [] };
  for (const [directory, isOurs, passed = []] of own)
    for (const name of (await system.list(directory)) ?? [])
      if (!passed.includes(name))
        (isOurs.test(name) || temporary.test(name) ? found.paths : found.others).push(join(system, directory, name));
  const links: string[] = [];
  for (const path of found.paths) if ((await system.look(path))?.target !== undefined) links.push(path);
  return {
    ...found,
    links,
    directories: [journal, ...stores, data, runtime, state, cache, config],
    lost: await lostWith(system, found.paths, links),
    refusal: refusalOf(system),
    projects: await projectFolders(system, workspace),
  };
}

/** What a run that died may have left. */
const temporary = /^\..+\.snap-mcp\.tmp$/;

/** SNAP_DATA_DIR may name a directory that other things are in; names such as `data` and `config` are not snap's alone there. */
function refusalOf({ env, home, own }: System): string | undefined {
  const base = env['SNAP_DATA_DIR'] ?? '';
  if (base === '') return undefined;
  const root = own.data.slice(0, -'/data'.length).replace(/[\\/]+$/, '');
  const isAround = (home.replace(/[\\/]+$/, '') + '/').replaceAll('\\', '/').startsWith(`${root.replaceAll('\\', '/')}/`);
  return isAround ? `SNAP_DATA_DIR is ${base}, which holds your home directory, so snap deletes nothing there` : undefined;
}

async function lostWith(system: System, paths: readonly string[], links: readonly string[]): Promise<Lost> {
  const trees = paths.filter((path) => !links.includes(path));
  let bytes = 0;
  let records = 0;
  let snapshots = 0;
  const settings: string[] = [];
  for (const path of trees) {
    const seen = await system.look(path);
    if (seen?.kind === 'file') bytes += seen.size;
    const { files } =
      seen?.kind === 'directory' ? await system.walk(path, { enters: () => true, wants: () => true, maxFiles: 1_000_000 }) : { files: [] };
    for (const file of files) bytes += file.size;
    if (files.some((file) => file.path.startsWith('snapshots/packs/'))) snapshots++;
    for (const file of files)
      if (/^(learnings|violations)\.jsonl$/.test(file.path)) records += await linesOf(system, join(system, path, file.path));
    if (fileNames.some((name) => path.endsWith(name))) settings.push(path);
  }
  return { bytes, snapshots, records, undo: trees.some((path) => /[\\/]journal[\\/]records$/.test(path)), settings };
}

async function linesOf(system: System, path: string): Promise<number> {
  const bytes = await system.readStart(path, 64 * 1024 * 1024);
  return bytes === undefined
    ? 0
    : Buffer.from(bytes)
        .toString('latin1')
        .split('\n')
        .filter((line) => line !== '').length;
}

/** Here, and wherever learnings were moved into a project. */
async function projectFolders(system: System, workspace: string): Promise<readonly string[]> {
  const folders = new Set([join(system, workspace, '.snap')]);
  const knowledge = join(system, system.own.data, 'knowledge');
  for (const name of (await system.list(knowledge)) ?? []) {
    const bytes = await system.readStart(join(system, knowledge, name, 'moved.json'), 8_192);
    const value = bytes === undefined ? undefined : jsonIn(Buffer.from(bytes).toString('utf8'));
    if (isRecord(value) && typeof value['to'] === 'string') folders.add(value['to']);
  }
  const there: string[] = [];
  for (const folder of folders) if ((await system.look(folder))?.kind === 'directory') there.push(folder);
  return there;
}

function join({ platform }: Pick<System, 'platform'>, ...parts: readonly string[]): string {
  return parts.join(platform === 'win32' ? '\\' : '/');
}

function nameOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? '';
}
