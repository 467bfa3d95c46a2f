import { isRecord, jsonIn } from '../../system/index.ts';
import { positionAt } from '../../text/index.ts';
import type { Declared, DependencyFinding, Manifest } from './manifest.ts';

/** A lockfile of JavaScript: the names it has, and for each package of the workspace what was declared when it was written. */
export interface Lockfile {
  readonly file: string;
  readonly directory: string;
  /** Whether it is that of the package in this directory (from its own), as its manager says; `undefined`: it does not say. */
  covers(directory: string): boolean | undefined;
  /** Whether the package with this spec is in it, for a package.json in `directory` (from the lockfile's); `undefined`: it does not say. */
  has(directory: string, one: Declared): boolean | undefined;
  /** Packages that run a script when they are installed. */
  readonly scripts: readonly string[];
  /** Whether a package of this name is installed with it, by itself or through another one. */
  brings(name: string): boolean;
}

export const lockfileNames = ['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock', 'bun.lockb'] as const;

/** Whose lockfile it is. */
export const managers: Readonly<Record<string, readonly (typeof lockfileNames)[number][]>> = {
  npm: ['package-lock.json', 'npm-shrinkwrap.json'],
  yarn: ['yarn.lock'],
  pnpm: ['pnpm-lock.yaml'],
  bun: ['bun.lock', 'bun.lockb'],
};

/** Reads a lockfile; `undefined` for one that cannot be read (`bun.lockb` is binary). */
export function parseLockfile(file: string, text: string): Lockfile | undefined {
  const slash = file.lastIndexOf('/');
  const directory = slash === -1 ? '' : file.slice(0, slash);
  const name = file.slice(slash + 1);
  switch (name) {
    case 'package-lock.json':
    case 'npm-shrinkwrap.json':
      return ofNpm(file, directory, text);
    case 'yarn.lock':
      return ofYarn(file, directory, text);
    case 'pnpm-lock.yaml':
      return ofPnpm(file, directory, text);
    case 'bun.lock':
      return {
        file,
        directory,
        covers: (below) => text.includes(`\n    "${below}": {`),
        has: (_, one) => text.includes(`"${one.name}": "${one.spec}"`) || (text.includes(`"${one.name}":`) ? undefined : false),
        scripts: [],
        brings: (one) => text.includes(`"${one}": [`),
      };
    default:
      return undefined;
  }
}

function ofNpm(file: string, directory: string, text: string): Lockfile | undefined {
  const data = jsonIn(text);
  if (!isRecord(data) || !isRecord(data['packages'])) return undefined;
  const { packages } = data;
  return {
    file,
    directory,
    covers: (below) => isRecord(packages[below]),
    has(below, one) {
      const entry = packages[below];
      if (!isRecord(entry)) return undefined;
      const declared = entry[one.section];
      // An optional one is left out of the list of the others.
      return isRecord(declared) && declared[one.name] === one.spec;
    },
    scripts: Object.entries(packages).flatMap(([at, entry]) =>
      isRecord(entry) && entry['hasInstallScript'] === true && at.includes('node_modules/')
        ? [at.slice(at.lastIndexOf('node_modules/') + 13)]
        : [],
    ),
    brings: (one) => `node_modules/${one}` in packages,
  };
}

function ofYarn(file: string, directory: string, text: string): Lockfile {
  const names = new Set<string>();
  const specs = new Set<string>();
  for (const [, heading = ''] of text.matchAll(/^("?[^\s#][^\n]*):$/gm)) {
    for (const one of heading.replaceAll('"', '').split(/,\s*/)) {
      specs.add(one);
      const name = /^((?:@[^/@]+\/)?[^@]+)@/.exec(one)?.[1];
      if (name !== undefined) names.add(name);
    }
  }
  // A resolution or a patch changes the spec, so only the name is certain.
  return {
    file,
    directory,
    covers: () => undefined,
    has: (_, { name }) => names.has(name),
    scripts: [],
    brings: (name) => names.has(name),
  };
}

function ofPnpm(file: string, directory: string, text: string): Lockfile {
  const importers = new Map<string, string>();
  const list = /^importers:\n([\s\S]*?)(?=^\S)/m.exec(`${text}\n.`)?.[1];
  for (const [, name = '', body = ''] of (list ?? '').matchAll(/^ {2}(\S[^\n]*):\n((?: {3,}[^\n]*\n|\n)*)/gm))
    importers.set(name.replaceAll(/^'|'$/g, ''), body);
  return {
    file,
    directory,
    covers: (below) => importers.has(below === '' ? '.' : below),
    has(below, { name }) {
      const body = importers.get(below === '' ? '.' : below);
      return body === undefined ? undefined : body.includes(`      ${name}:\n`) || body.includes(`      '${name}':\n`);
    },
    scripts: [
      ...new Set(
        [...text.matchAll(/^ {2}'?\/?((?:@[^/@\n]+\/)?[^@\n]+)@[^\n]*:\n(?: {4}[^\n]*\n)*? {4}requiresBuild: true$/gm)].map(
          ([, name = '']) => name,
        ),
      ),
    ],
    brings: (name) => text.includes(`\n  ${name}@`) || text.includes(`\n  '${name}@`) || text.includes(`\n  /${name}@`),
  };
}

const maxNamed = 5;

/** The directory of a package, seen from that of a lockfile above it. */
export function directoryFrom(lock: Pick<Lockfile, 'directory'>, { directory }: Pick<Manifest, 'directory'>): string {
  return directory === lock.directory ? '' : directory.slice(lock.directory === '' ? 0 : lock.directory.length + 1);
}

/** What the lockfile of a package.json lacks. */
export function* judgeLock(manifest: Manifest, lock: Lockfile, own: ReadonlySet<string>): Generator<DependencyFinding> {
  const below = directoryFrom(lock, manifest);
  const missing = manifest.declared.filter(
    (one) =>
      one.section !== 'peerDependencies' &&
      !own.has(one.name) &&
      !/^(?:workspace|link|portal|file|catalog|patch):/.test(one.spec) &&
      !isTwice(one, manifest) &&
      lock.has(below, one) === false,
  );
  const [first] = missing;
  if (first === undefined) return;
  const names = missing.slice(0, maxNamed).map(({ name }) => `"${name}"`);
  const more = missing.length > maxNamed ? ` and ${missing.length - maxNamed} more` : '';
  yield {
    file: manifest.file,
    line: first.line,
    severity: 'warning',
    rule: 'lockfile-outdated',
    message: `${lock.file} does not have ${names.join(', ')}${more} as declared here, so an install from it fails or changes it.`,
    fix: 'Run the install of your package manager and commit the lockfile.',
  };
}

/** npm keeps a name that is in two lists in one of them. */
function isTwice(one: Declared, { declared }: Manifest): boolean {
  return declared.some((other) => other !== one && other.name === one.name);
}

/** How many packages run a script at install. */
export function* judgeScripts({ file, scripts }: Lockfile, text: string): Generator<DependencyFinding> {
  const names = [...new Set(scripts)].toSorted();
  const [first] = names;
  if (first === undefined) return;
  const shown = names.slice(0, 8).join(', ');
  yield {
    file,
    line: positionAt(text, Math.max(0, text.indexOf(first))).line,
    severity: 'info',
    rule: 'dependency-scripts',
    message: `${names.length === 1 ? '1 package runs' : `${names.length} packages run`} a script of its own when installed: ${shown}${names.length > 8 ? ', …' : ''}.`,
    fix: 'Install with scripts off where none of them is needed.',
  };
}
