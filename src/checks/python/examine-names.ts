import { join } from 'node:path';
import type { JobWork } from '../../system/index.ts';
import { nodeSystem } from '../../system/node.ts';
import { directoryOf } from '../../workspace/index.ts';
import { type PythonImport, pythonImports, pythonNamesOf } from './imports-and-names.ts';
import { isStandard } from './packages.ts';

export interface PythonNamesInput {
  readonly root: string;
  /** Every file of the workspace before the change. */
  readonly files: readonly string[];
  readonly change: readonly { readonly path: string; readonly before?: string | undefined; readonly after?: string | undefined }[];
}

export interface PythonNameFinding {
  readonly file: string;
  readonly line: number;
  readonly rule: 'missing-module' | 'missing-export' | 'removed-export' | 'removed-file';
  readonly message: string;
  /** Of a missing module: where it would be, without its ending. */
  readonly place?: string;
}

/** In a larger project importers of removed names are not looked for. */
const maxFiles = 5_000;
const maxBytes = 1024 * 1024;

/** The job `checks/examine-python-names`: imports of modules of the project that lead nowhere, and of names that they do not define. */
export default (async (input) => new Names(input).findings()) satisfies JobWork<PythonNamesInput, readonly PythonNameFinding[]>;

class Names {
  readonly #input: PythonNamesInput;
  readonly #system = nodeSystem();
  readonly #before: Known;
  readonly #after: Known;
  readonly #change: ReadonlyMap<string, PythonNamesInput['change'][number]>;
  /** By version and file. */
  readonly #names = new Map<string, Promise<ReadonlySet<string> | undefined>>();

  constructor(input: PythonNamesInput) {
    this.#input = input;
    this.#change = new Map(input.change.map((one) => [one.path, one]));
    this.#before = new Known(input.files);
    const left = input.files.filter((path) => !this.#change.has(path) || this.#change.get(path)?.after !== undefined);
    this.#after = new Known([...left, ...input.change.flatMap(({ after, path }) => (after === undefined ? [] : [path]))]);
  }

  async findings(): Promise<readonly PythonNameFinding[]> {
    const found: PythonNameFinding[] = [];
    for (const { after, before, path } of this.#input.change) {
      if (after === undefined || !path.endsWith('.py')) continue;
      const had = new Set(pythonImports(before ?? '').flatMap(keysOf));
      for (const one of pythonImports(after)) found.push(...(await this.#judge(path, one, (key) => had.has(key))));
    }
    return [...found, ...(await this.#broken())];
  }

  /** Only new imports, and those whose module changes. */
  async #judge(path: string, one: PythonImport, had: (key: string) => boolean): Promise<readonly PythonNameFinding[]> {
    const target = this.#after.resolve(path, one.module);
    if (target === 'unknown') return [];
    if ('place' in target) {
      if (await this.#findsByItself(target)) return [];
      const isNew = !had(keyOf(one.module, '')) || !isMissing(this.#before.resolve(path, one.module));
      return isNew
        ? [{ file: path, line: one.line, rule: 'missing-module', message: `there is no module "${one.module}" here.`, place: target.place }]
        : [];
    }
    const found: PythonNameFinding[] = [];
    for (const name of one.names) {
      if (name === '*' || target.isPackage(name) || (await this.#has(target.file, name, 'after'))) continue;
      if (had(keyOf(one.module, name)) && !(await this.#has(target.file, name, 'before'))) continue;
      found.push({ file: path, line: one.line, rule: 'missing-export', message: `${target.file} does not define "${name}".` });
    }
    return found;
  }

  /** Files outside the change that import what it removes. */
  async #broken(): Promise<readonly PythonNameFinding[]> {
    const gone: { readonly path: string; readonly names: readonly string[] | 'all' }[] = [];
    for (const { after, before, path } of this.#input.change) {
      if (!path.endsWith('.py') || before === undefined) continue;
      if (after === undefined) gone.push({ path, names: 'all' });
      else {
        const [old, fresh] = [pythonNamesOf(before), pythonNamesOf(after)];
        const names = old === undefined || fresh === undefined ? [] : [...old].filter((name) => !fresh.has(name));
        if (names.length > 0) gone.push({ path, names });
      }
    }
    const others = this.#input.files.filter((path) => path.endsWith('.py') && !this.#change.has(path));
    if (gone.length === 0 || others.length > maxFiles) return [];
    const found: PythonNameFinding[] = [];
    for (const file of others) {
      const text = await this.#text(file);
      if (text === undefined || !gone.some(({ names, path }) => mentions(text, path, names))) continue;
      for (const { line, module, names } of pythonImports(text)) {
        const target = this.#before.resolve(file, module);
        if (target === 'unknown' || 'place' in target) continue;
        for (const one of gone) {
          const isOfModule = target.file === one.path;
          if (one.names === 'all') {
            if (isOfModule && isMissing(this.#after.resolve(file, module)))
              found.push({ file, line, rule: 'removed-file', message: `${one.path} is imported here, and would be gone.` });
            continue;
          }
          for (const name of isOfModule ? names : [])
            if (one.names.includes(name) && !target.isPackage(name))
              found.push({
                file,
                line,
                rule: 'removed-export',
                message: `${name} is imported here, and ${one.path} would not define it any more.`,
              });
        }
      }
    }
    return found;
  }

  /** Whether the package of a missing module says itself where its modules are. */
  async #findsByItself({ init }: Missing): Promise<boolean> {
    return /\b__path__\b|\bsys\.(?:modules|meta_path)\b/.test((await this.#textIn(init, 'after')) ?? '');
  }

  async #has(file: string, name: string, when: 'before' | 'after'): Promise<boolean> {
    const key = `${when}\0${file}`;
    // One statement may take many names of one large file.
    const names = this.#names.get(key) ?? this.#namesIn(file, when);
    this.#names.set(key, names);
    return (await names)?.has(name) ?? true;
  }

  /** `undefined` for what cannot be read: it may have any name. */
  async #namesIn(file: string, when: 'before' | 'after'): Promise<ReadonlySet<string> | undefined> {
    const text = await this.#textIn(file, when);
    return text === undefined ? undefined : pythonNamesOf(text);
  }

  async #textIn(file: string, when: 'before' | 'after'): Promise<string | undefined> {
    const planned = this.#change.get(file);
    return planned === undefined ? this.#text(file) : planned[when];
  }

  async #text(file: string): Promise<string | undefined> {
    const bytes = await this.#system.readStart(join(this.#input.root, file), maxBytes + 1).catch(() => undefined);
    return bytes === undefined || bytes.length > maxBytes ? undefined : Buffer.from(bytes).toString('utf8');
  }
}

function mentions(text: string, path: string, names: readonly string[] | 'all'): boolean {
  return names === 'all' ? text.includes(stemOf(path)) : names.some((name) => text.includes(name));
}

function stemOf(path: string): string {
  const stem = path.slice(path.lastIndexOf('/') + 1).replace(/\.pyi?$/, '');
  return stem === '__init__' ? directoryOf(path).slice(directoryOf(path).lastIndexOf('/') + 1) : stem;
}

function keysOf({ module, names }: PythonImport): readonly string[] {
  return [keyOf(module, ''), ...names.map((name) => keyOf(module, name))];
}

function keyOf(module: string, name: string): string {
  return `${module}\0${name}`;
}

interface Target {
  readonly file: string;
  /** Whether the name is a module or package in it. */
  isPackage(name: string): boolean;
}

/** A module of a package of the workspace, with an `__init__.py`, that no file holds. */
interface Missing {
  readonly place: string;
  /** Of the package in which it would be. */
  readonly init: string;
}

type Resolved = Target | Missing | 'unknown';

function isMissing(one: Resolved): boolean {
  return one !== 'unknown' && 'place' in one;
}

/** The files of a workspace, as imports of Python find them. */
class Known {
  readonly #files: ReadonlySet<string>;
  readonly #directories = new Set<string>();

  constructor(files: readonly string[]) {
    this.#files = new Set(files);
    for (const file of files)
      for (let at = directoryOf(file); at !== '' && !this.#directories.has(at); at = directoryOf(at)) this.#directories.add(at);
  }

  /** As Python does: an absolute import does not look into packages, so `docker` is not `shop/providers/docker` there. */
  resolve(from: string, module: string): Resolved {
    const dots = /^\.*/.exec(module)?.[0].length ?? 0;
    const parts = module
      .slice(dots)
      .split('.')
      .filter((part) => part !== '');
    if (dots > 0) {
      let base = directoryOf(from);
      for (let up = 1; up < dots; up += 1) {
        if (base === '') return 'unknown';
        base = directoryOf(base);
      }
      return this.#at(base, parts);
    }
    const [top = ''] = parts;
    if (isStandard(top)) return 'unknown';
    for (const base of ['', 'src', ...parents(from)]) {
      if (base !== '' && this.#isInPackage(base)) continue;
      const package_ = base === '' ? top : `${base}/${top}`;
      if (this.#files.has(`${package_}/__init__.py`)) return this.#at(base, parts);
    }
    return 'unknown';
  }

  #isInPackage(directory: string): boolean {
    for (let at = directory; at !== ''; at = directoryOf(at)) if (this.#files.has(`${at}/__init__.py`)) return true;
    return false;
  }

  #at(base: string, parts: readonly string[]): Resolved {
    const path = [...(base === '' ? [] : [base]), ...parts].join('/');
    const isPackage = (name: string): boolean => this.#isModule(path === '' ? name : `${path}/${name}`);
    const init = path === '' ? '__init__.py' : `${path}/__init__.py`;
    if (this.#files.has(init)) return { file: init, isPackage };
    if (this.#files.has(`${path}.py`)) return { file: `${path}.py`, isPackage: () => false };
    // A package without that file, a compiled module, or what a build writes.
    if (this.#isModule(path) || parts.length === 0) return 'unknown';
    const around = directoryOf(path);
    const outer = around === '' ? '__init__.py' : `${around}/__init__.py`;
    return this.#files.has(outer) ? { place: path, init: outer } : 'unknown';
  }

  #isModule(path: string): boolean {
    if (this.#directories.has(path)) return true;
    return ['.py', '.pyi', '.pyx', '.pxd', '.so', '.pyd', '.c', '.cpp', '.rs'].some((ending) => this.#files.has(path + ending));
  }
}

function parents(file: string): readonly string[] {
  const found: string[] = [];
  for (let at = directoryOf(file); at !== ''; at = directoryOf(at)) found.push(at);
  return found;
}
