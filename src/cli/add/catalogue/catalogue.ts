import { nearest, slipsBetween } from '../../../system/index.ts';
import { packageOf } from '../launched-package.ts';
import type { CatalogueRow } from './row.ts';
import { rows } from './rows.ts';

/** Every well-known server, by id. */
export const catalogue: readonly CatalogueRow[] = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** The row that a person names, by its id or an alias. */
export function rowNamed(word: string): CatalogueRow | undefined {
  const wanted = word.toLowerCase();
  return catalogue.find((row) => namesOf(row).includes(wanted));
}

function namesOf({ aliases = [], id }: CatalogueRow): readonly string[] {
  return [id, ...aliases];
}

/** The row of a package, as {@link packageOf} spells it. */
export function rowOfPackage(name: string): CatalogueRow | undefined {
  return catalogue.find((row) => packagesOf(row).includes(name));
}

/** The row whose server is at this address. */
export function rowAt(url: string): CatalogueRow | undefined {
  const wanted = plainAddress(url);
  return catalogue.find(({ entries }) => entries.some((entry) => 'url' in entry && plainAddress(entry.url) === wanted));
}

/** The row that is documented in this repository, where it is the only one. A file that is cited may be in anyone's repository. */
export function rowOfRepository(url: string): CatalogueRow | undefined {
  const wanted = repositoryIn(url);
  const rows = wanted === undefined ? [] : catalogue.filter(({ sources }) => sources.some((source) => repositoryIn(source) === wanted));
  return rows.length === 1 ? rows[0] : undefined;
}

/** Rows with a similar name, and rows with a word of it in their names. At most four. */
export function nearRows(word: string): readonly CatalogueRow[] {
  const wanted = word.toLowerCase();
  const near = nearest(word, catalogue.flatMap(namesOf)).flatMap((name) => rowNamed(name) ?? []);
  const parts = wanted.split(/[^a-z0-9]+/).filter((part) => part.length > 2 && !tooCommon.has(part));
  const sharing = catalogue.filter((row) => namesOf(row).some((name) => parts.some((part) => name.split('-').includes(part))));
  return [...new Set([...near, ...sharing])].slice(0, 4);
}

const tooCommon = new Set(['mcp', 'server', 'docs', 'api', 'search', 'tools']);

/** A package of the catalogue that this name is nearly, but is not: often a mistake in typing, and sometimes a trap. */
export function nearPackage(name: string): string | undefined {
  const known = catalogue.flatMap(packagesOf);
  if (known.includes(name)) return undefined;
  return known.find((other) => plainName(other) === plainName(name) || isNearly(other, name));
}

/** Fewer slips than where a word is only suggested: names of packages are long and begin alike. */
function isNearly(a: string, b: string): boolean {
  const length = Math.min(a.length, b.length);
  const allowed = length < 4 ? 0 : length < 8 ? 1 : 2;
  return Math.abs(a.length - b.length) <= allowed && slipsBetween(a, b) <= allowed;
}

/** Rows whose id, alias or words hold every one of these words. */
export function rowsWith(words: readonly string[]): readonly CatalogueRow[] {
  return catalogue.filter(({ aliases = [], id, says }) => {
    const text = [id, ...aliases, says].join(' ').toLowerCase();
    return words.every((word) => text.includes(word.toLowerCase()));
  });
}

function packagesOf({ entries }: CatalogueRow): readonly string[] {
  return entries.flatMap((entry) => {
    const name = 'command' in entry ? packageOf([entry.command, ...entry.args])?.name : undefined;
    return name === undefined || name === 'mcp-remote' ? [] : [name];
  });
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

function plainAddress(url: string): string {
  const { host, pathname } = new URL(url);
  return host + pathname.replace(/\/+$/, '');
}

function repositoryIn(url: string): string | undefined {
  return /^(?:git\+)?https:\/\/github\.com\/([\w.-]+\/[\w.-]+?)(?:\.git)?(?:[/#?](?!blob\/).*)?$/.exec(url)?.[1]?.toLowerCase();
}
