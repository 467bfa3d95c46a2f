import { join } from 'node:path';
import { Explorer } from 'cosmiconfig/dist/Explorer.js';
import { failureCode, displayPath, SnapError, type System } from '../system/index.ts';
import type { Workspace } from '../workspace/index.ts';
import { checked } from './checked.ts';
import { defaults, fileNames } from './defaults.ts';
import { projectFile, userFile, type FileSettings } from './schema.ts';
import type { ReadSettings, Settings } from './settings.ts';

interface Found {
  readonly origin: 'user' | 'project';
  readonly path: string;
  readonly present: readonly (typeof fileNames)[number][];
  /** The project that the user's directory is in: its file is taken for one of the project. */
  readonly project?: string | undefined;
}

interface Layer {
  readonly origin: 'user' | 'project';
  readonly values: Omit<FileSettings, 'workspaces' | '$schema'>;
}

const maxBytes = 1024 * 1024;

/** Reads the files that were found, and joins what they say. */
export async function readFound(system: System, workspace: Workspace | undefined, found: readonly Found[]): Promise<ReadSettings> {
  const problems: string[] = [];
  const files: string[] = [];
  const general: Layer[] = [];
  const special: Layer[] = [];
  for (const directory of found) {
    const [name, ...others] = directory.present;
    if (name === undefined) continue;
    const path = join(directory.path, name);
    const shown = displayPath(path, system);
    for (const other of others) {
      problems.push(
        `${displayPath(join(directory.path, other), system)}: not read, because ${name} beside it comes first. Keep one of them.`,
      );
    }
    if (directory.project !== undefined) {
      problems.push(
        `${shown}: read as settings of the project ${displayPath(directory.project, system)}, because it stands in it: it cannot allow what only your own file can. Unset SNAP_DATA_DIR and XDG_CONFIG_HOME, or set them to a directory outside of the project.`,
      );
    }
    const read = await readFile(system, directory, path);
    if (typeof read === 'string') {
      problems.push(`${shown}: ${read}`);
      continue;
    }
    files.push(path);
    const { values, problems: wrong } = checked(directory.origin === 'user' ? userFile : projectFile, read.value);
    problems.push(...wrong.map((sentence) => `${shown}: ${sentence}`));
    const { workspaces, $schema: _, ...rest }: FileSettings = values;
    general.push({ origin: directory.origin, values: rest });
    special.push(...sectionsFor(system, workspace, workspaces).map((section) => ({ origin: 'user' as const, values: section })));
  }
  return { settings: joined([...general, ...special]), problems, files };
}

/** The values of one file, or why it cannot be used and what to do. */
async function readFile(system: System, { origin, path: directory }: Found, path: string): Promise<{ readonly value: unknown } | string> {
  // A project may be from an untrusted source: its links could point to any file of the user.
  if (origin === 'project') {
    for (const place of [directory, path]) {
      if ((await system.look(place))?.target !== undefined)
        return 'not read, because it is reached through a link. Put the file itself there.';
    }
  }
  const seen = await system.look(path);
  if (seen?.kind !== 'file') return 'not read, because it is no regular file. Put one there, or remove it.';
  if (!seen.readable) return 'not read, because permission is denied. Make it readable for you.';
  if (seen.size > maxBytes) return 'not read, because it is larger than 1 MiB. Settings are small: make it shorter.';
  const parsed = await load(path);
  return typeof parsed === 'string' ? parsed : parsed.kind === 'problem' ? parsed.message : { value: parsed.value };
}

/**
 * Not `cosmiconfig()`: that first searches the working directory for its own configuration (such as `.config/config.js`) and runs it.
 * The class behind it takes its configuration as arguments. Its `$import` is not followed either, because the results of snap's
 * loaders never have that key. https://github.com/cosmiconfig/cosmiconfig#usage-for-end-users
 */
async function load(path: string): Promise<ParsedData | string> {
  let data: ParsedData = { kind: 'value', value: {} };
  const take = async (file: string, text: string): Promise<object> => {
    data = await parseData(file, text);
    return {};
  };
  const explorer = new Explorer({
    moduleName: 'snap',
    searchPlaces: [...fileNames],
    loaders: { '.json': take, '.jsonc': take, '.yaml': take },
    searchStrategy: 'none',
    ignoreEmptySearchPlaces: false,
    cache: false,
    mergeImportArrays: false,
    mergeSearchPlaces: false,
    metaConfigFilePath: null,
    applyPackagePropertyPathToConfiguration: false,
    transform: (result) => result,
  });
  try {
    await explorer.load(path);
  } catch (error) {
    // The file went, or the disk failed, since it was looked at: settings never stop the program.
    const code = failureCode(error);
    return `not read, because reading it failed${code === undefined ? '' : ` (${code})`}${error instanceof SnapError ? `: ${error.message}` : ''}. Try again.`;
  }
  return data;
}

function sectionsFor(system: System, workspace: Workspace | undefined, sections: FileSettings['workspaces']): readonly Layer['values'][] {
  if (workspace === undefined || sections === undefined) return [];
  return Object.entries(sections)
    .filter(([path]) => system.resolve(path.replace(/^~(?=[\\/]|$)/, () => system.home)) === workspace.root)
    .map(([, values]) => values);
}

/** Later layers win; patterns add up. */
function joined(layers: readonly Layer[]): Settings {
  const last = <T>(pick: (layer: Layer) => T | undefined): T | undefined =>
    layers.reduce<T | undefined>((before, layer) => pick(layer) ?? before, undefined);
  const bundle = last(({ values }) => values.goals?.bundle);
  const coverage = last(({ values }) => values.goals?.coverage);
  const performance = last(({ origin, values }) => {
    const command = values.goals?.performance?.command;
    return command === undefined ? undefined : { command, origin };
  });
  return {
    exclude: [...new Set([...defaults.exclude, ...layers.flatMap(({ values }) => values.exclude ?? [])])],
    learnings: {
      shown: last(({ values }) => values.learnings?.shown) ?? defaults.learnings.shown,
      maxAgeDays: last(({ values }) => values.learnings?.maxAgeDays) ?? defaults.learnings.maxAgeDays,
      minUses: last(({ values }) => values.learnings?.minUses) ?? defaults.learnings.minUses,
    },
    snapshots: Object.fromEntries(
      layers.flatMap(({ values }) =>
        Object.entries(values.snapshots ?? {}).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])),
      ),
    ),
    checks: {
      exclude: [...new Set(layers.flatMap(({ values }) => values.checks?.exclude ?? []))],
      // The schema of a project's file has none.
      run: last(({ values }) => values.checks?.run) ?? defaults.checks.run,
    },
    // Nor has it these.
    daemon: { autoStart: last(({ values }) => values.daemon?.autoStart) ?? defaults.daemon.autoStart },
    architecture: { layers: last(({ values }) => values.architecture?.layers) ?? defaults.architecture.layers },
    sources: {
      code_host: last(({ values }) => values.sources?.code_host),
      error_tracker: last(({ values }) => values.sources?.error_tracker),
      docs_source: last(({ values }) => values.sources?.docs_source),
    },
    goals: { bundle, coverage, performance },
    backend: last(({ values }) => values.mcp?.backend) ?? defaults.backend,
    shim: { initializeSeconds: last(({ values }) => values.mcp?.shim?.initializeSeconds) ?? defaults.shim.initializeSeconds },
  };
}

export type ParsedData = { readonly kind: 'value'; readonly value: unknown } | { readonly kind: 'problem'; readonly message: string };

/** A settings file as data: JSON with comments and trailing commas in `.json` and `.jsonc`, else YAML. No value of it is in the message. */
export async function parseData(path: string, text: string): Promise<ParsedData> {
  const content = text.replace(/^\uFEFF/, '');
  if (!path.endsWith('.yaml')) {
    try {
      return { kind: 'value', value: JSON.parse(content) };
    } catch {
      // It has comments, or a mistake: the reader below reports which, and where.
    }
  }
  const { loadFormat, toPlain } = await import('../formats/index.ts');
  const format = await loadFormat(path.endsWith('.yaml') ? 'yaml' : 'json');
  const parsed = format.parse(content, 'comments-and-commas');
  if (parsed.kind === 'problem') {
    const { line, column, message } = parsed.problem;
    return { kind: 'problem', message: `not read, because of line ${line}, column ${column}: ${message}. Correct that.` };
  }
  return { kind: 'value', value: parsed.root === undefined ? {} : toPlain(parsed.root) };
}
