import { join } from 'node:path';
import {
  brokenImports,
  type CodeGraph,
  commonNames,
  type GoneName,
  type PlannedCode,
  type ReadModule,
  readTexts,
  unprovidedNames,
} from '../../code/index.ts';
import { cleanLine, quoted, type System } from '../../system/index.ts';
import { exclusions, pathFrom, directoryOf, type WorkspacePath } from '../../workspace/index.ts';
import type { PlannedChange, PlannedFile } from '../change/contents.ts';
import { codeOfChange } from '../change/planned-code.ts';
import type { Layer, LayerContext, LayerRecord } from '../mode.ts';

const isModule = /\.(?:[cm]?[jt]s|[jt]sx|vue|svelte|astro)$/i;
/** A file of another kind that a module may import. */
const endings = [
  '',
  '.ts',
  '.tsx',
  '.mts',
  '.cts',
  '.js',
  '.jsx',
  '.mjs',
  '.cjs',
  '.json',
  '.vue',
  '.svelte',
  '.d.ts',
  '.node',
  '/index.ts',
  '/index.js',
];

/** Imports that a planned change would break: of its own files, and of files that import them. */
export const plannedImports: Layer = {
  name: 'imports',
  says: 'Imports that lead to no file, of names that nothing exports, and of names or files that would be gone; names that are still used where their declaration or import is removed. JavaScript and TypeScript.',
  needs: ['files'],
  async find({ change = new Map() }, context, record) {
    const modules = [...change.keys()].filter((path) => isModule.test(path));
    if (modules.length === 0) return { skipped: 'no JavaScript or TypeScript file is in the change' };
    const code = await codeOfChange(change, context);
    if ('skipped' in code) return code;
    const { before: graph, planned } = code;
    await addMissing(planned, change, context, record);
    const told = new Set<string>();
    await addUnprovided(planned, graph, { context, record, told });
    await addLost({ planned, graph, change }, { context, record, told });
    await addCommon(planned, graph, { context, record, told });
    await addGone(planned, context, record);
    return undefined;
  },
};

/** Only new imports: what was broken before is not the fault of the change. */
async function addMissing({ graph, read }: PlannedCode, change: PlannedChange, context: LayerContext, record: LayerRecord): Promise<void> {
  const bench = await context.workbench();
  let wants: ((file: WorkspacePath) => boolean) | undefined;
  for (const [path, { after, before }] of read) {
    if (after === undefined || after.problem !== undefined) continue;
    const old = new Set(before?.requests.map(({ source }) => source));
    for (const { line, source } of graph.files.get(path)?.missing ?? []) {
      if (/[?*$]/.test(source) || (old.has(source) && !leadsToGone(path, source, change))) continue;
      const place = source.startsWith('.') ? pathFrom(directoryOf(path), source) : undefined;
      // What lies above the workspace is not known.
      if (source.startsWith('.') && place === undefined) continue;
      // Tools write types into the other root directories, and bundlers choose a file by the platform.
      const hasRoots = (graph.resolver.configOf(path)?.rootDirs.length ?? 0) > 0;
      if (place !== undefined && (hasRoots || isForPlatforms(place, graph))) continue;
      wants ??= (await exclusions(bench.system, bench.workspace, bench.settings.exclude)).wants;
      // What a build writes, or what is installed, is left out of the files of the workspace.
      if (place !== undefined && (!wants(place) || (await isOnDisk(place, change, context, bench.workspace.root)))) continue;
      record.add({
        file: path,
        line,
        severity: place === undefined ? 'warning' : 'error',
        rule: 'missing-module',
        message: `"${cleanLine(source)}" leads to no file.`,
        source: 'snap',
        // A resolver of the project's own may know more.
        confidence: place === undefined ? 60 : 80,
        age: 'new',
      });
    }
  }
}

const platforms = ['ios', 'android', 'native', 'web', 'windows', 'macos'];

/** `./Button` for `Button.ios.tsx` and `Button.android.tsx`. https://reactnative.dev/docs/platform-specific-code */
function isForPlatforms(place: WorkspacePath, { files }: CodeGraph): boolean {
  return platforms.some((platform) => ['ts', 'tsx', 'js', 'jsx'].some((ending) => files.has(`${place}.${platform}.${ending}`)));
}

async function isOnDisk(place: WorkspacePath, change: PlannedChange, { system }: LayerContext, root: string): Promise<boolean> {
  for (const ending of endings) {
    const path = place + ending;
    if (!change.has(path) && (await system.look(join(root, path)))?.kind === 'file') return true;
  }
  return false;
}

/** Whether it means a file that the change removes. */
function leadsToGone(from: WorkspacePath, source: string, change: PlannedChange): boolean {
  const place = pathFrom(directoryOf(from), source);
  const stem = place?.replace(/\.[cm]?[jt]sx?$/, '');
  return endings.some((ending) => {
    const gone = change.get(`${stem}${ending}`) ?? change.get(`${place}${ending}`);
    return gone !== undefined && gone.after === undefined;
  });
}

interface Telling {
  readonly context: LayerContext;
  readonly record: LayerRecord;
  /** Names that are reported already, with their files. */
  readonly told: Set<string>;
}

/** Ways in which a text makes names without exporting them: a module of CommonJS, a declaration file. */
const makesNames =
  /^[ \t]*export[ \t]*=|\bmodule\.exports\b|^[ \t]*exports[ \t]*[.[]|^[ \t]*declare[ \t]+(?:global|module)\b|^[ \t]*export[ \t]+as[ \t]+namespace\b/m;

async function addUnprovided(planned: PlannedCode, graph: CodeGraph, { context, record, told }: Telling): Promise<void> {
  const { system, workbench, signal } = context;
  const { root } = (await workbench()).workspace;
  for (const { file, from, isType, line, name } of await unprovidedNames(graph, planned, signal)) {
    if (makesNames.test((await textOf(system, join(root, from))) ?? '')) continue;
    told.add(`${file}\0${name}`);
    const what = name === 'default' ? 'a default export' : quoted(name, 80);
    record.add({
      file,
      line,
      severity: isType ? 'warning' : 'error',
      rule: 'missing-export',
      message: `${cleanLine(from)} does not export ${what}.`,
      source: 'snap',
      confidence: 90,
      age: 'new',
    });
  }
}

/** Larger files are generated. */
const maxBytes = 4 * 1024 * 1024;

/** `undefined` for a file that is not there or is too large. */
async function textOf(system: System, path: string): Promise<string | undefined> {
  const bytes = await system.readStart(path, maxBytes + 1);
  return bytes === undefined || bytes.length > maxBytes ? undefined : Buffer.from(bytes).toString('utf8');
}

/** The same of CommonJS. */
async function addCommon(planned: PlannedCode, graph: CodeGraph, { context, record }: Telling): Promise<void> {
  const { signal, system, workbench } = context;
  const { root } = (await workbench()).workspace;
  const textsOf = async (paths: readonly WorkspacePath[]) =>
    Promise.all(paths.map(async (path) => ({ path, after: await textOf(system, join(root, path)) })));
  const { lost, missing } = await commonNames(graph, planned, { textsOf, readTexts: async (texts) => readTexts(system, texts, signal) });
  const common = { severity: 'error', source: 'snap', confidence: 78, age: 'new' } as const;
  for (const { file, from, line, name } of missing)
    record.add({ file, line, rule: 'missing-export', message: `${cleanLine(from)} does not export ${quoted(name, 80)}.`, ...common });
  for (const { file, from, line, name } of lost) {
    const message = `${cleanLine(name)} is used here, and ${cleanLine(from)} would not export it any more.`;
    record.add({ file, line, rule: 'removed-export', message, ...common });
  }
}

interface Lost {
  readonly planned: PlannedCode;
  readonly graph: CodeGraph;
  readonly change: PlannedChange;
}

async function addLost({ change, graph, planned }: Lost, { context: { signal }, record, told }: Telling): Promise<void> {
  for (const [path, { after }] of change) {
    if (after !== undefined) continue;
    for (const edge of graph.importersOf(path)) {
      // Another file may have taken its place: `util/index.ts` that of `util.ts`.
      if (change.has(edge.from) || planned.graph.resolver.resolve(edge.from, edge.source).kind === 'file') continue;
      const message = `${cleanLine(path)} is imported here, and would be gone.`;
      record.add({ file: edge.from, line: edge.line, severity: 'error', rule: 'removed-file', message, source: 'snap', age: 'new' });
    }
  }
  const removals = [...planned.read].flatMap(([path, { after, before }]) => {
    const removed = removedNames(before, after, change.get(path) ?? {});
    return removed.length === 0 ? [] : [{ path, removed }];
  });
  if (removals.length === 0) return;
  const symbols = await planned.graph.symbols([...planned.graph.reverseClosure(removals.map(({ path }) => path))], signal);
  for (const { file, from, isType, line, name } of await brokenImports(planned.graph, symbols, removals, signal)) {
    if (told.has(`${file}\0${name}`)) continue;
    const message = `${cleanLine(name)} is imported here, and ${cleanLine(from)} would not export it any more.`;
    record.add({ file, line, severity: isType ? 'warning' : 'error', rule: 'removed-export', message, source: 'snap', age: 'new' });
  }
}

/** Empty where it is not certain. */
function removedNames(
  before: ReadModule | undefined,
  after: ReadModule | undefined,
  { after: text = '', before: earlier = '' }: Partial<PlannedFile>,
): readonly string[] {
  if (before?.symbols === undefined || after?.symbols === undefined || after.problem !== undefined) return [];
  if (makesNames.test(text) || makesNames.test(earlier)) return [];
  const left = new Set(after.symbols.exports.map(({ name }) => name));
  return [...new Set(before.symbols.exports.map(({ name }) => name))].filter((name) => name !== '*' && !left.has(name));
}

/** Tools that let files use names without importing them. */
const importsByItself = /"(?:nuxt|unplugin-auto-import|@nuxt\/[\w-]+|sveltekit-autoimport)"/;

async function addGone({ read }: PlannedCode, { system, workbench }: LayerContext, record: LayerRecord): Promise<void> {
  const found = [...read].flatMap(([file, { gone }]) => gone.map((one): GoneName & { readonly file: WorkspacePath } => ({ ...one, file })));
  if (found.length === 0) return;
  const manifest = await system.readBytes(join((await workbench()).workspace.root, 'package.json'));
  if (importsByItself.test(Buffer.from(manifest ?? []).toString('utf8'))) return;
  for (const { file, isImport, line, name } of found) {
    const message = `${cleanLine(name)} is used here, and ${isImport ? 'its import' : 'its declaration'} would be gone.`;
    record.add({ file, line, severity: 'error', rule: 'gone-name', message, source: 'snap', confidence: 85, age: 'new' });
  }
}
