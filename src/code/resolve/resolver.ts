import { isBuiltin } from 'node:module';
import { type WorkspacePath, directoryOf, pathFrom, upFrom } from '../../workspace/index.ts';
import { asFile, fileFor, indexOf, type KnownFiles } from './candidates.ts';
import {
  exportTargets,
  importTargets,
  linkedDirectory,
  mainTargets,
  type NamedPackages,
  packageName,
  type WorkspacePackage,
} from './packages.ts';
import type { TsConfig } from './tsconfig.ts';

/** What a specifier means in a file. */
export type Resolution =
  | { readonly kind: 'file'; readonly path: WorkspacePath }
  /** Of npm, or of the runtime: nothing that the workspace holds. */
  | { readonly kind: 'package'; readonly name: string }
  | { readonly kind: 'builtin'; readonly name: string }
  /** A path or name of the workspace's own without a file: it is missing, or the ignore rules leave it out. */
  | { readonly kind: 'missing' }
  /** `virtual:x`, `https://…`, `data:…`: what only a bundler or the runtime knows. */
  | { readonly kind: 'other' };

/** All that answers depend on, beside the specifier and the file that holds it. */
export interface ResolverFacts {
  readonly files: KnownFiles;
  /** By directory. */
  readonly configs: ReadonlyMap<WorkspacePath, TsConfig>;
  /** Every config that another refers to, by path. */
  readonly configsByPath: ReadonlyMap<WorkspacePath, TsConfig>;
  /** By directory. */
  readonly packages: ReadonlyMap<WorkspacePath, WorkspacePackage>;
  /** The packages that may be imported by name, by the directory that lists them. */
  readonly members: ReadonlyMap<WorkspacePath, NamedPackages>;
}

/** Source directories of what a build writes, where no config tells them. */
const builtDirectory = /^(?:dist|lib|build|out|es|esm|cjs)(?:\/(?:esm|cjs|es|types|src))?(?:\/|$)/;

/**
 * Finds the file that a specifier means, as TypeScript does with `moduleResolution: bundler`, among the files of the workspace alone: nothing is read, and
 * what is installed is never looked at. A member of the workspace is found by the name in its package.json, installed or not; where its package.json
 * names files that a build writes, their sources count.
 */
export class Resolver {
  readonly #facts: ResolverFacts;
  readonly #configs = new Map<WorkspacePath, TsConfig | undefined>();
  /** Of files whose nearest config refers to others. */
  readonly #configOfFile = new Map<WorkspacePath, TsConfig>();
  readonly #packages = new Map<WorkspacePath, WorkspacePackage | undefined>();
  /** Of specifiers that are no paths, by config, package and specifier. */
  readonly #known = new Map<string, Resolution>();

  constructor(facts: ResolverFacts) {
    this.#facts = facts;
  }

  /** The same rules, as if these were the files of the workspace. */
  withFiles(files: KnownFiles): Resolver {
    return new Resolver({ ...this.#facts, files });
  }

  /** Of the workspace. */
  get files(): ReadonlySet<WorkspacePath> {
    return this.#facts.files.all;
  }

  resolve(from: WorkspacePath, specifier: string): Resolution {
    if (specifier.startsWith('.') && /^\.\.?(?:\/|$)/.test(specifier)) return this.#relative(from, specifier);
    const config = this.configOf(from);
    const own = this.packageOf(from);
    const key = `${config?.path ?? ''}\0${own?.directory ?? ''}\0${specifier}`;
    let known = this.#known.get(key);
    if (known === undefined) {
      known = this.#named(specifier, config, own);
      this.#known.set(key, known);
    }
    return known;
  }

  /** The config that applies to a file: the nearest, or the one among its references that includes the file. */
  configOf(file: WorkspacePath): TsConfig | undefined {
    const directory = directoryOf(file);
    let nearest = this.#configs.get(directory);
    if (nearest === undefined && !this.#configs.has(directory)) {
      for (const at of upFrom(directory)) {
        nearest = this.#facts.configs.get(at);
        if (nearest !== undefined) break;
      }
      this.#configs.set(directory, nearest);
    }
    if (nearest === undefined || nearest.references.length === 0) return nearest;
    const known = this.#configOfFile.get(file);
    if (known !== undefined) return known;
    const referred = nearest.includes(file) ? undefined : nearest.references.map((path) => this.#facts.configsByPath.get(path));
    const found = referred?.find((one) => one?.includes(file)) ?? nearest;
    this.#configOfFile.set(file, found);
    return found;
  }

  packageOf(file: WorkspacePath): WorkspacePackage | undefined {
    const directory = directoryOf(file);
    if (this.#packages.has(directory)) return this.#packages.get(directory);
    let found: WorkspacePackage | undefined;
    for (const at of upFrom(directory)) {
      found = this.#facts.packages.get(at);
      if (found !== undefined) break;
    }
    this.#packages.set(directory, found);
    return found;
  }

  #relative(from: WorkspacePath, specifier: string): Resolution {
    const isDirectory = /(?:^|\/)\.{0,2}$/.test(specifier);
    const path = pathFrom(directoryOf(from), specifier);
    if (path === undefined) return { kind: 'missing' };
    const found = this.#file(isDirectory ? `${path}/` : path);
    if (found !== undefined) return { kind: 'file', path: found };
    const roots = this.configOf(from)?.rootDirs ?? [];
    const root = roots.find((one) => path.startsWith(`${one}/`) || from.startsWith(`${one}/`));
    for (const other of root === undefined ? [] : roots) {
      const moved = path.startsWith(`${root}/`) ? this.#file(other + path.slice(root?.length)) : undefined;
      if (moved !== undefined) return { kind: 'file', path: moved };
    }
    // What a build writes next to the sources.
    const source = this.#source(this.packageOf(from), path);
    return source === undefined ? { kind: 'missing' } : { kind: 'file', path: source };
  }

  #named(specifier: string, config: TsConfig | undefined, own: WorkspacePackage | undefined): Resolution {
    if (isBuiltin(specifier)) return { kind: 'builtin', name: specifier };
    if (specifier.startsWith('#') && own !== undefined) {
      const targets = importTargets(own, specifier);
      const found = this.#first(own, targets);
      if (found !== undefined) return { kind: 'file', path: found };
      const outer = targets.find((target) => !target.startsWith('.'));
      if (outer !== undefined) return this.#named(outer, undefined, undefined);
    }
    const mapped = config === undefined ? undefined : this.#mapped(specifier, config);
    if (mapped !== undefined) return { kind: 'file', path: mapped };
    if (specifier.startsWith('#')) return { kind: 'missing' };
    const named = packageName(specifier);
    if (named === undefined) return { kind: 'other' };
    const member = this.#member(named.name, own);
    if (member !== undefined) {
      const found = this.#ofPackage(member, named.rest);
      return found === undefined ? { kind: 'missing' } : { kind: 'file', path: found };
    }
    return { kind: 'package', name: named.name };
  }

  /** The package of the workspace that a file means by a name. */
  #member(name: string, own: WorkspacePackage | undefined): WorkspacePackage | undefined {
    // https://nodejs.org/api/packages.html#self-referencing-a-package-using-its-name
    if (own?.name === name && own.manifest['exports'] !== undefined) return own;
    const linked = own === undefined ? undefined : linkedDirectory(own, name);
    if (linked !== undefined) return this.#facts.packages.get(linked);
    for (const at of upFrom(own?.directory ?? '')) {
      const member = this.#facts.members.get(at)?.get(name);
      if (member !== undefined) return member;
    }
    return undefined;
  }

  /** By `paths` and `baseUrl`. https://www.typescriptlang.org/tsconfig/#paths */
  #mapped(specifier: string, { baseUrl, paths }: TsConfig): WorkspacePath | undefined {
    let best: { readonly length: number; readonly middle: string; readonly targets: readonly WorkspacePath[] } | undefined;
    for (const [pattern, targets] of paths) {
      const star = pattern.indexOf('*');
      if (star === -1) {
        if (pattern !== specifier) continue;
        best = { length: Infinity, middle: '', targets };
        break;
      }
      const [head, tail] = [pattern.slice(0, star), pattern.slice(star + 1)];
      if (specifier.length < head.length + tail.length || !specifier.startsWith(head) || !specifier.endsWith(tail)) continue;
      if (best === undefined || head.length > best.length)
        best = { length: head.length, middle: specifier.slice(head.length, specifier.length - tail.length), targets };
    }
    for (const target of best?.targets ?? []) {
      const path = pathFrom('', target.replace('*', best?.middle ?? ''));
      const found = path === undefined ? undefined : (this.#file(path) ?? this.#source(this.packageOf(path), path));
      if (found !== undefined) return found;
    }
    const path = baseUrl === undefined ? undefined : pathFrom(baseUrl, specifier);
    return path === undefined ? undefined : this.#file(path);
  }

  #ofPackage(member: WorkspacePackage, rest: string): WorkspacePath | undefined {
    const targets = exportTargets(member, rest);
    if (targets !== undefined) {
      const found = this.#first(member, targets);
      if (found !== undefined || rest !== '') return found ?? this.#first(member, [`./${rest}`]);
    } else if (rest !== '') return this.#first(member, [`./${rest}`]);
    const { directory } = member;
    const source = directory === '' ? 'src' : `${directory}/src`;
    return this.#first(member, mainTargets(member)) ?? indexOf(this.#facts.files, directory) ?? indexOf(this.#facts.files, source);
  }

  /** The first target that is there; else the first whose source is there. */
  #first(member: WorkspacePackage, targets: readonly string[]): WorkspacePath | undefined {
    const paths = targets.flatMap((target) => (target.startsWith('#') ? [] : (pathFrom(member.directory, target) ?? [])));
    for (const path of paths) {
      const found = asFile(this.#facts.files, path) ?? this.#file(path);
      if (found !== undefined) return found;
    }
    for (const path of paths) {
      const found = this.#source(member, path);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The source of what a build writes: by `outDir` and `rootDir`, else by the usual names. */
  #source(member: WorkspacePackage | undefined, path: WorkspacePath): WorkspacePath | undefined {
    if (member === undefined) return undefined;
    const { directory } = member;
    const below = directory === '' ? path : path.startsWith(`${directory}/`) ? path.slice(directory.length + 1) : undefined;
    if (below === undefined) return undefined;
    const config = this.#facts.configs.get(directory);
    const places: string[] = [];
    if (config?.outDir !== undefined && path.startsWith(`${config.outDir}/`)) {
      const rest = path.slice(config.outDir.length + 1);
      if (config.rootDir !== undefined) places.push(config.rootDir === '' ? rest : `${config.rootDir}/${rest}`);
      places.push(`${directory === '' ? '' : `${directory}/`}src/${rest}`);
    }
    const built = builtDirectory.exec(below)?.[0];
    if (built !== undefined) {
      const rest = below.slice(built.length);
      const prefix = directory === '' ? '' : `${directory}/`;
      places.push(`${prefix}src/${rest}`, `${prefix}${rest}`);
    }
    for (const place of places) {
      const found = this.#file(place.replace(/\.d\.([cm]?)ts$/, '.$1js').replace(/\.min\.js$/, '.js'));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #file(path: WorkspacePath): WorkspacePath | undefined {
    return fileFor(this.#facts.files, path, (directory) => {
      const member = this.#facts.packages.get(directory);
      // Of a directory with a package.json of its own: `./lib` with `{ "main": "a.js" }`.
      for (const target of member === undefined ? [] : mainTargets(member)) {
        const place = pathFrom(directory, target);
        const found =
          place === undefined || place === directory ? undefined : (asFile(this.#facts.files, place) ?? indexOf(this.#facts.files, place));
        if (found !== undefined) return found;
      }
      return undefined;
    });
  }
}
