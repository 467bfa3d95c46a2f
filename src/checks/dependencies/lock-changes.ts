import { isRecord, jsonIn } from '../../system/index.ts';

/** Packages with their versions, as a lock file has them. */
export type LockedPackages = ReadonlyMap<string, ReadonlySet<string>>;

export interface LockChange {
  /** `name@version`, sorted. */
  readonly added: readonly string[];
  /** Packages that have several versions now and had fewer before. */
  readonly duplicated: readonly { readonly name: string; readonly versions: readonly string[] }[];
}

/** The lock files that {@link lockedPackages} reads. */
export const lockFiles = /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lock)$/;

/** `undefined` for a text that is no lock file. */
export function lockedPackages(path: string, text: string): LockedPackages | undefined {
  if (path.endsWith('.json')) return ofNpm(text);
  if (path.endsWith('pnpm-lock.yaml')) return collected(text.matchAll(/^ {2}['"]?\/?((?:@[^@/\s]+\/)?[^@/\s'"]+)[@/](\d[^('":\s]*)/gm));
  if (path.endsWith('bun.lock')) return collected(text.matchAll(/: \["((?:@[^@/"]+\/)?[^@"]+)@(\d[^"]*)"/g));
  return ofYarn(text);
}

/** https://docs.npmjs.com/cli/v11/configuring-npm/package-lock-json#packages (2026-11-22) */
function ofNpm(text: string): LockedPackages | undefined {
  const value = jsonIn(text);
  if (!isRecord(value) || !isRecord(value['packages'])) return undefined;
  const found = new Map<string, Set<string>>();
  for (const [at, entry] of Object.entries(value['packages'])) {
    const name = at.split('node_modules/').at(-1);
    if (!at.includes('node_modules/') || name === undefined || !isRecord(entry) || typeof entry['version'] !== 'string') continue;
    add(found, name, entry['version']);
  }
  return found;
}

/** Entries of yarn 1 (`a@^1:` and `version "1.0.0"`) and of later ones (`"a@npm:^1":` and `version: 1.0.0`). */
function ofYarn(text: string): LockedPackages {
  const found = new Map<string, Set<string>>();
  let name: string | undefined;
  for (const line of text.split('\n')) {
    const entry = /^"?((?:@[^@/\s"]+\/)?[^@\s"#]+)@.*:\s*$/.exec(line)?.[1];
    if (entry !== undefined) name = entry;
    const version = /^ {2}version:? "?(\d[^"\s]*)"?\s*$/.exec(line)?.[1];
    if (version !== undefined && name !== undefined) add(found, name, version);
    if (line.trim() === '') name = undefined;
  }
  return found;
}

function collected(entries: Iterable<RegExpExecArray>): LockedPackages {
  const found = new Map<string, Set<string>>();
  for (const [, name, version] of entries) if (name !== undefined && version !== undefined) add(found, name, version);
  return found;
}

function add(found: Map<string, Set<string>>, name: string, version: string): void {
  const versions = found.get(name);
  if (versions === undefined) found.set(name, new Set([version]));
  else versions.add(version);
}

/** What a lock file has that it had not before. */
export function lockChange(before: LockedPackages, after: LockedPackages): LockChange {
  const added: string[] = [];
  const duplicated: { readonly name: string; readonly versions: readonly string[] }[] = [];
  for (const [name, versions] of after) {
    const old = before.get(name) ?? new Set();
    for (const version of versions) if (!old.has(version)) added.push(`${name}@${version}`);
    if (versions.size > 1 && versions.size > old.size) duplicated.push({ name, versions: [...versions].toSorted() });
  }
  return { added: added.toSorted(), duplicated: duplicated.toSorted((one, other) => (one.name < other.name ? -1 : 1)) };
}
