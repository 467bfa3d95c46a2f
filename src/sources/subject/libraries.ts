import { isRecord, jsonIn, type System } from '../../system/index.ts';
import { directoryOf, type Workspace, type WorkspacePath } from '../../workspace/index.ts';
import { join } from 'node:path';

/** A library of the workspace that the files of a question import. */
export interface Library {
  /** As the manifest names it. */
  readonly name: string;
  /** As the manifest has it. */
  readonly version: string | undefined;
  /** What the files import from it. */
  readonly names: readonly string[];
  /** How many of the files import it. */
  readonly uses: number;
}

const maxSourceBytes = 128 * 1024;
const maxManifestBytes = 512 * 1024;
const maxFiles = 12;

/**
 * The libraries that files import and a manifest of the workspace names: the most used first. What no manifest names stays out, so that the
 * name of a module of the project is never sent to anyone.
 */
export async function librariesOf(
  system: System,
  { root }: Pick<Workspace, 'root'>,
  files: readonly WorkspacePath[],
): Promise<readonly Library[]> {
  const manifests = new Map<string, Promise<ReadonlyMap<string, string | undefined>>>();
  const libraries = new Map<string, { version: string | undefined; names: Set<string>; uses: number }>();
  for (const file of files.slice(0, maxFiles)) {
    const text = await readText(system, join(root, file), maxSourceBytes);
    if (text === undefined) continue;
    const imported = importedNames(file, text);
    if (imported.size === 0) continue;
    const dependencies = await nearestDependencies(system, root, file, manifests);
    for (const [spelled, names] of imported) {
      const name = nameIn(dependencies, spelled);
      if (name === undefined) continue;
      const known = libraries.get(name) ?? { version: dependencies.get(name), names: new Set<string>(), uses: 0 };
      libraries.set(name, known);
      known.uses += 1;
      for (const each of names) known.names.add(each);
    }
  }
  return [...libraries]
    .map(([name, { names, uses, version }]) => ({ name, version, names: [...names], uses }))
    .toSorted((a, b) => b.uses - a.uses || b.names.length - a.names.length);
}

/** `@types/x` and sub-packages of Go and Python spell a dependency differently than the import. */
function nameIn(dependencies: ReadonlyMap<string, string | undefined>, spelled: string): string | undefined {
  if (dependencies.has(spelled)) return spelled;
  const dashed = spelled.replaceAll('_', '-').toLowerCase();
  return [...dependencies.keys()].find((name) => name.replaceAll('_', '-').toLowerCase() === dashed || spelled.startsWith(`${name}/`));
}

/** What the manifest nearest above a file depends on. */
async function nearestDependencies(
  system: System,
  root: string,
  file: WorkspacePath,
  known: Map<string, Promise<ReadonlyMap<string, string | undefined>>>,
): Promise<ReadonlyMap<string, string | undefined>> {
  for (let directory = directoryOf(file); ; directory = directoryOf(directory)) {
    const read = known.get(directory) ?? dependenciesIn(system, join(root, directory));
    known.set(directory, read);
    const found = await read;
    if (found.size > 0 || directory === '' || directory === '.') return found;
  }
}

async function dependenciesIn(system: System, directory: string): Promise<ReadonlyMap<string, string | undefined>> {
  const found = new Map<string, string | undefined>();
  for (const [name, read] of Object.entries(manifests)) {
    const text = await readText(system, join(directory, name), maxManifestBytes);
    for (const [library, version] of text === undefined ? [] : read(text)) if (!found.has(library)) found.set(library, version);
  }
  return found;
}

type ReadManifest = (text: string) => Iterable<readonly [name: string, version: string | undefined]>;

const manifests: Readonly<Record<string, ReadManifest>> = {
  'package.json': function* (text) {
    const manifest = jsonIn(text);
    // Packages of the project's own scope are often private.
    const own = isRecord(manifest) && typeof manifest['name'] === 'string' ? /^@[^/]+\//.exec(manifest['name'])?.[0] : undefined;
    for (const key of ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']) {
      const list = isRecord(manifest) ? manifest[key] : undefined;
      // An address or a path is of this project alone.
      for (const [name, version] of Object.entries(isRecord(list) ? list : {})) {
        if (own !== undefined && name.startsWith(own)) continue;
        if (typeof version === 'string' && !/^(file|link|workspace|portal|git|https?|ssh):/.test(version)) yield [name, version];
      }
    }
  },
  'requirements.txt': function* (text) {
    for (const [, name = '', version] of text.matchAll(/^([A-Za-z][\w.-]*)(?:\[[^\]]*\])?\s*((?:[=<>~!]=?[^;#\s,]*)?)/gm))
      yield [name, version === '' ? undefined : version];
  },
  'pyproject.toml': function* (text) {
    for (const [, name = '', version] of text.matchAll(
      /["']([A-Za-z][\w.-]*)(?:\[[^\]]*\])?\s*((?:[=<>~!]=?[\w.*]+)?)[^"'\n]*["']\s*[,\]]/g,
    ))
      yield [name, version === '' ? undefined : version];
    const poetry = /\[tool\.poetry\.dependencies\]([\s\S]*?)(?:\n\[|$)/.exec(text)?.[1] ?? '';
    for (const [, name = '', version] of poetry.matchAll(/^([A-Za-z][\w.-]*)\s*=\s*["']([^"']*)["']/gm))
      if (name !== 'python') yield [name, version];
  },
  'go.mod': function* (text) {
    for (const [, name = '', version] of text.matchAll(/^\s*(?:require\s+)?([\w-]+\.[\w./-]+)\s+(v[\w.+-]+)/gm)) yield [name, version];
  },
  'Cargo.toml': function* (text) {
    for (const [, part = ''] of text.matchAll(/\[(?:dev-|build-)?dependencies\]([\s\S]*?)(?=\n\[|$)/g)) {
      for (const [, name = '', version] of part.matchAll(/^([A-Za-z][\w-]*)\s*=\s*(?:\{[^}\n]*version\s*=\s*)?["']([^"']*)["']/gm))
        yield [name, version];
    }
  },
};

async function readText(system: System, path: string, max: number): Promise<string | undefined> {
  const bytes = await system.readStart(path, max);
  return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8');
}

/** What a file takes from a package: the package's name as the language spells it, and the names that are imported from it. */
type ImportedNames = ReadonlyMap<string, readonly string[]>;

/** Packages that a text imports, by simple patterns: a wrong one only asks the documentation for a library that the manifest does not have. */
function importedNames(path: string, text: string): ImportedNames {
  const found = new Map<string, Set<string>>();
  const add = (name: string, names: string): void => {
    const known = found.get(name) ?? new Set<string>();
    found.set(name, known);
    for (const [, word = ''] of names.matchAll(/([A-Za-z_$][\w$]*)(?:\s+as\s+\w+)?/g))
      if (!/^(type|as|default|import)$/.test(word)) known.add(word);
  };
  if (/\.(?:[cm]?[jt]sx?|vue|svelte)$/.test(path)) {
    for (const [, names = '', from = ''] of text.matchAll(
      /^\s*(?:import|export)\s+(?:type\s+)?([\w$*{},\s]*?)\s*from\s*['"]([^'"\n]+)['"]/gm,
    )) {
      const name = packageOf(from);
      if (name !== undefined) add(name, /\{([^}]*)\}/.exec(names)?.[1] ?? '');
    }
    for (const [, from = ''] of text.matchAll(/(?:\brequire\(|\bimport\(|^\s*import)\s*['"]([^'"\n]+)['"]/gm)) {
      const name = packageOf(from);
      if (name !== undefined) add(name, '');
    }
  } else if (/\.pyi?$/.test(path)) {
    for (const [, from = '', names = ''] of text.matchAll(/^\s*from\s+([A-Za-z_]\w*)[\w.]*\s+import\s+\(?([\w,\s]+?)\)?$/gm))
      add(from, names);
    for (const [, from = ''] of text.matchAll(/^\s*import\s+([A-Za-z_]\w*)/gm)) add(from, '');
  } else if (path.endsWith('.go')) {
    for (const [, from = ''] of text.matchAll(/^\s*(?:import\s+)?(?:[\w.]+\s+)?"([\w-]+\.[\w./-]+)"/gm)) add(from, '');
  } else if (path.endsWith('.rs')) {
    for (const [, from = ''] of text.matchAll(/^\s*(?:pub\s+)?use\s+([a-z_]\w*)::/gm)) add(from, '');
  }
  return new Map([...found].map(([name, names]) => [name, [...names]]));
}

/** The package of a specifier; `undefined` for a relative one, a builtin, an alias and an address. */
function packageOf(specifier: string): string | undefined {
  if (/^(\.|\/|#|~|@\/|node:|bun:|deno:|https?:|data:|virtual:)/.test(specifier)) return undefined;
  return /^(?:@[\w.-]+\/)?[\w.-]+/.exec(specifier)?.[0];
}
