import { isBuiltin } from 'node:module';
import type { DependencyFinding, Manifest } from './manifest.ts';
import { manifestsFor } from './manifest.ts';

/** An import of a package, as the code has it. */
export interface PackageImport {
  readonly file: string;
  readonly line: number;
  readonly specifier: string;
  /** Nothing of it is left when the program runs. */
  readonly typesOnly: boolean;
}

export interface Workspace {
  readonly manifests: ReadonlyMap<string, Manifest>;
  /** Names of the packages in the workspace. */
  readonly own: ReadonlySet<string>;
  /** Whether a package is installed, or in the lockfile. */
  brings(name: string): boolean;
  /** Texts of the settings of bundlers, test runners and compilers: a name in one of them may be an alias. */
  readonly settings: string;
}

/** What a package is called; `undefined` for a path, an address, a name that a bundler makes up. */
export function packageOf(specifier: string): string | undefined {
  const [name] = /^(?:@[a-z0-9~][\w.~-]*\/)?[a-zA-Z0-9~][\w.~-]*(?=\/|$)/.exec(specifier) ?? [];
  return name === undefined || /^[@~]\/|[:?!]/.test(specifier) ? undefined : name;
}

/** Provided by the program that runs the file: editors, runtimes, frameworks. */
const provided = new Set([
  'vscode',
  'electron',
  'bun',
  'atom',
  'figma',
  'photoshop',
  'uxp',
  'k6',
  'obsidian',
  'aws-lambda',
  'server-only',
  'client-only',
  'mocha',
  'jest',
]);

/** Files that show how others use the package, or that stand for other projects. */
const notOwnCode =
  /(?:^|\/)(?:fixtures?|__\w*fixtures?__|testdata|test-data|templates?|examples?|samples?|demos?|playgrounds?|docs?|website|stubs|__mocks__|mocks?|vendor|third_party|e2e|benchmarks?|bench)\//;

/** Names of files that a plugin makes up. */
const madeUp = /\.(?:css|scss|less|[cm]?[jt]sx?|json|svg|png|vue)$/;
/** Tests replace modules that are nowhere. */
const isTest = /(?:^|\/)(?:tests?|__tests__|spec)\/|[._-](?:test|spec)\.[cm]?[jt]sx?$/;

/** Imports of packages that no package.json above the file declares; one finding for each package.json and package. */
export function* undeclaredImports(imports: Iterable<PackageImport>, workspace: Workspace): Generator<DependencyFinding> {
  const found = new Map<
    string,
    { readonly name: string; readonly manifest: Manifest; readonly first: PackageImport; readonly files: Set<string>; isTypes: boolean }
  >();
  for (const one of imports) {
    const name = packageOf(one.specifier);
    if (name === undefined || isBuiltin(name) || provided.has(name) || workspace.own.has(name) || notOwnCode.test(one.file)) continue;
    const manifests = manifestsFor(one.file, workspace.manifests);
    const [nearest] = manifests;
    if (nearest === undefined || manifests.some((manifest) => declares(manifest, name, one.typesOnly))) continue;
    const key = `${nearest.directory}\0${name}`;
    const known = found.get(key);
    if (known === undefined) found.set(key, { name, manifest: nearest, first: one, files: new Set([one.file]), isTypes: one.typesOnly });
    else {
      known.files.add(one.file);
      known.isTypes &&= one.typesOnly;
    }
  }
  for (const { name, manifest, first, files, isTypes } of found.values()) {
    // What only tests need is not shipped.
    const isOnlyTests = [...files].every((file) => isTest.test(file));
    const isThere = workspace.brings(name) || workspace.brings(`@types/${name.replace(/^@/, '').replace('/', '__')}`);
    // What nobody brings may be an alias of a bundler.
    if (!isThere && (isTypes || madeUp.test(name) || isTest.test(first.file) || isAlias(name, workspace))) continue;
    const others = files.size === 1 ? '' : ` and ${files.size - 1} more ${files.size === 2 ? 'file' : 'files'}`;
    yield {
      file: first.file,
      line: first.line,
      severity: isOnlyTests ? 'info' : 'warning',
      rule: 'undeclared-import',
      message: `"${name}" is imported here${others} and is not declared in ${manifest.file}${manifest.directory === '' ? '' : ' or above it'}.`,
      fix: `Add "${name}" to the dependencies of ${manifest.file}${isThere ? ', or it is gone as soon as the package that brings it changes' : ''}.`,
      reason: isThere ? 'It is only there because another package brings it.' : 'It is neither installed nor in the lockfile.',
      confidence: isThere ? 90 : 60,
    };
  }
}

/** A name, or a scope, in the settings of a bundler or a compiler. Docusaurus makes up several. https://docusaurus.io/docs/docusaurus-core */
function isAlias(name: string, { settings, brings, manifests }: Workspace): boolean {
  const scope = name.startsWith('@') ? `${name.split('/', 1)[0] ?? ''}/` : undefined;
  if (settings.includes(name) || (scope !== undefined && settings.includes(scope))) return true;
  // `'@components': '/src/components'`.
  const bare = scope?.slice(0, -1);
  if (bare !== undefined && ["'", '"'].some((quote) => settings.includes(quote + bare + quote))) return true;
  const isDocusaurus =
    brings('@docusaurus/core') || [...manifests.values()].some(({ declared }) => declared.some((one) => one.name === '@docusaurus/core'));
  return isDocusaurus && /^@(?:docusaurus|site|theme|theme-original|theme-init|generated)\//.test(name);
}

function declares({ declared, name }: Manifest, wanted: string, typesOnly: boolean): boolean {
  if (name === wanted) return true;
  const types = `@types/${wanted.replace(/^@/, '').replace('/', '__')}`;
  return declared.some((one) => one.name === wanted || (typesOnly && one.name === types));
}
