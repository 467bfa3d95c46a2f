import { looseJson } from '../../formats/index.ts';
import { recordIn, textsIn } from '../../system/index.ts';
import { globTest } from '../../text/index.ts';
import { type WorkspacePath, directoryOf, pathFrom } from '../../workspace/index.ts';

/** What a tsconfig.json says that matters here, with what it takes from others. Paths are from the root of the workspace. */
export interface TsConfig {
  readonly path: WorkspacePath;
  /** `paths`, by pattern; the targets from the root, with their `*`. */
  readonly paths: readonly (readonly [pattern: string, targets: readonly WorkspacePath[]])[];
  readonly baseUrl?: WorkspacePath | undefined;
  readonly rootDirs: readonly WorkspacePath[];
  readonly outDir?: WorkspacePath | undefined;
  readonly rootDir?: WorkspacePath | undefined;
  /** Whether an import that is used only as a type is gone when the program runs. */
  readonly elides: boolean;
  /** Whether the types of decorated members are values when the program runs. */
  readonly decoratorMetadata: boolean;
  /** Whether each file is compiled alone: then nobody knows of a re-exported name that it is a type. */
  readonly isIsolated: boolean;
  /** Whether a `const enum` of another module stays an import. */
  readonly keepsConstEnums: boolean;
  readonly references: readonly WorkspacePath[];
  includes(file: WorkspacePath): boolean;
}

type Settings = Readonly<Record<string, unknown>>;
interface Merged {
  readonly options: Settings;
  readonly files?: readonly string[] | undefined;
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}

/** Options that are paths: they count from the file that holds them. */
const pathOptions = ['baseUrl', 'outDir', 'declarationDir', 'rootDir'];

/**
 * Reads a config with all that it extends. https://www.typescriptlang.org/tsconfig/#extends
 * @param read the text of a file, also of one below `node_modules`.
 */
export async function readTsConfig(
  path: WorkspacePath,
  read: (path: WorkspacePath) => Promise<string | undefined>,
): Promise<TsConfig | undefined> {
  const text = await read(path);
  const own = text === undefined ? undefined : looseJson(text);
  if (own === undefined) return undefined;
  const { options, ...lists } = await merged(path, own, read, 0);
  const directory = directoryOf(path);
  const pathOf = (name: string): WorkspacePath | undefined => (typeof options[name] === 'string' ? options[name] : undefined);
  const isOn = (name: string): boolean => options[name] === true;
  return {
    path,
    paths: Object.entries(recordIn(options['paths'])).map(([pattern, targets]) => [pattern, textsIn(targets)]),
    baseUrl: pathOf('baseUrl'),
    rootDirs: textsIn(options['rootDirs']),
    outDir: pathOf('outDir'),
    rootDir: pathOf('rootDir'),
    // https://github.com/microsoft/TypeScript/blob/v5.9.3/src/compiler/checker.ts (canCollectSymbolAliasAccessibilityData), read 2026-11-22
    elides: !isOn('verbatimModuleSyntax') && !isOn('preserveValueImports') && options['importsNotUsedAsValues'] !== 'preserve',
    decoratorMetadata: isOn('emitDecoratorMetadata'),
    isIsolated: isOn('isolatedModules'),
    keepsConstEnums: isOn('isolatedModules') || isOn('preserveConstEnums') || isOn('verbatimModuleSyntax'),
    references: references(own, directory),
    includes: inclusion(directory, lists, pathOf('outDir')),
  };
}

async function merged(
  path: WorkspacePath,
  own: Settings,
  read: (path: WorkspacePath) => Promise<string | undefined>,
  depth: number,
): Promise<Merged> {
  const directory = directoryOf(path);
  const base: { -readonly [Key in keyof Merged]: Merged[Key] } = { options: {} };
  const parents = typeof own['extends'] === 'string' ? [own['extends']] : textsIn(own['extends']);
  for (const parent of depth > 10 ? [] : parents) {
    const found = await parentConfig(directory, parent, read);
    if (found === undefined) continue;
    const more = await merged(found.path, found.settings, read, depth + 1);
    Object.assign(base, more, { options: { ...base.options, ...more.options } });
  }
  const options = placed(directory, recordIn(own['compilerOptions']), base.options);
  const listed = (name: 'files' | 'include' | 'exclude'): Pick<Merged, typeof name> =>
    Array.isArray(own[name]) ? { [name]: textsIn(own[name]).map((one) => pathFrom(directory, one) ?? '') } : {};
  return { ...base, ...listed('files'), ...listed('include'), ...listed('exclude'), options: { ...base.options, ...options } };
}

/** The options of one file, with its paths from the root of the workspace. */
function placed(directory: WorkspacePath, own: Settings, base: Settings): Settings {
  const options: Record<string, unknown> = { ...own };
  for (const name of pathOptions) {
    const value = own[name];
    if (typeof value === 'string') options[name] = pathFrom(directory, value.replace(/^\$\{configDir\}/, '.')) ?? undefined;
  }
  if (Array.isArray(own['rootDirs'])) options['rootDirs'] = textsIn(own['rootDirs']).flatMap((one) => pathFrom(directory, one) ?? []);
  if (own['paths'] !== undefined) {
    const from =
      typeof options['baseUrl'] === 'string' ? options['baseUrl'] : typeof base['baseUrl'] === 'string' ? base['baseUrl'] : directory;
    options['paths'] = Object.fromEntries(
      Object.entries(recordIn(own['paths'])).map(([pattern, targets]) => [
        pattern,
        textsIn(targets).flatMap((one) => pathFrom(from, one.replace(/^\$\{configDir\}/, '.')) ?? []),
      ]),
    );
  }
  return options;
}

async function parentConfig(
  directory: WorkspacePath,
  name: string,
  read: (path: WorkspacePath) => Promise<string | undefined>,
): Promise<{ readonly path: WorkspacePath; readonly settings: Settings } | undefined> {
  const isPath = name.startsWith('.') || name.startsWith('/');
  const places: (WorkspacePath | undefined)[] = [];
  if (isPath) places.push(pathFrom(directory, name), pathFrom(directory, `${name}.json`), pathFrom(directory, `${name}/tsconfig.json`));
  else {
    for (let at: WorkspacePath | undefined = directory; at !== undefined; at = at === '' ? undefined : directoryOf(at)) {
      const place = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
      places.push(place, `${place}.json`, `${place}/tsconfig.json`);
    }
  }
  for (const path of places) {
    const text = path === undefined || !path.endsWith('.json') ? undefined : await read(path);
    const settings = text === undefined ? undefined : looseJson(text);
    if (path !== undefined && settings !== undefined) return { path, settings };
  }
  return undefined;
}

function references(own: Settings, directory: WorkspacePath): readonly WorkspacePath[] {
  const listed = Array.isArray(own['references']) ? own['references'] : [];
  return listed.flatMap((one) => {
    const { path } = recordIn(one);
    const found = typeof path === 'string' ? pathFrom(directory, path) : undefined;
    if (found === undefined) return [];
    return [found.endsWith('.json') ? found : found === '' ? 'tsconfig.json' : `${found}/tsconfig.json`];
  });
}

/** https://www.typescriptlang.org/tsconfig/#include */
function inclusion(
  directory: WorkspacePath,
  { files, include, exclude }: Omit<Merged, 'options'>,
  outDir: WorkspacePath | undefined,
): (file: WorkspacePath) => boolean {
  const listed = new Set(files);
  const wanted = (include ?? (files === undefined ? [directory] : [])).map(includeTest);
  const unwanted = [
    ...(exclude ?? ['node_modules', 'bower_components', 'jspm_packages'].map((one) => pathFrom(directory, one) ?? one)),
    ...(outDir === undefined || outDir === directory ? [] : [outDir]),
  ].map(includeTest);
  return (file) => listed.has(file) || (wanted.some((isIn) => isIn(file)) && !unwanted.some((isIn) => isIn(file)));
}

/** A path or pattern of `include`, where `*`, `?` and `**` alone mean more than themselves: a directory means all below it. */
function includeTest(path: WorkspacePath): (file: WorkspacePath) => boolean {
  const last = path.slice(path.lastIndexOf('/') + 1);
  const isOpen = !/[*?]/.test(last) && !/\.\w+$/.test(last);
  const plain = path.replaceAll(/[()[\]{}|!+@\\]/g, String.raw`\$&`);
  return path === '' ? () => true : globTest(isOpen ? `${plain}/**` : plain);
}
