import { setImmediate } from 'node:timers/promises';
import type { CodeGraph } from '../../code/index.ts';
import { isRecord } from '../../system/index.ts';
import { globTest } from '../../text/index.ts';
import { conventions } from './conventions.ts';

/** What starts a program or is offered to others: nothing of the workspace has to import it. */
export interface Entries {
  readonly files: ReadonlySet<string>;
  /** Directories of packages that are published and whose users may take any file of them. */
  readonly open: readonly string[];
}

/** @param manifests every package.json of the workspace, by the directory it is in. */
export async function findEntries(graph: CodeGraph, manifests: ReadonlyMap<string, Readonly<Record<string, unknown>>>): Promise<Entries> {
  const modules = [...graph.files.values()].flatMap(({ kind, path }) => (kind === 'module' ? [path] : []));
  const files = new Set<string>();
  const open: string[] = [];
  const take = async (directory: string, patterns: readonly string[]): Promise<void> => {
    const wanted = patterns.map(globTest);
    const before = directory === '' ? '' : `${directory}/`;
    let tried = 0;
    for (const path of modules) {
      if (!path.startsWith(before)) continue;
      tried += 1;
      if (tried % inSlice === 0) await setImmediate();
      if (wanted.some((isWanted) => isWanted(path.slice(before.length)))) files.add(path);
    }
    await setImmediate();
  };
  await take(
    '',
    conventions.flatMap((one) => (one.with === undefined ? one.files : [])),
  );
  for (const [directory, manifest] of manifests) {
    const names = new Set(sections.flatMap((section) => (isRecord(manifest[section]) ? Object.keys(manifest[section]) : [])));
    const own = conventions.flatMap((one) => (one.with?.some((name) => names.has(name)) === true ? one.files : []));
    if (own.length > 0) await take(directory, own);
    const targets = offered(manifest);
    for (const target of targets.filter((one) => !one.includes('*'))) {
      const found = graph.resolver.resolve(inside(directory, 'package.json'), target.startsWith('.') ? target : `./${target}`);
      if (found.kind === 'file') files.add(found.path);
    }
    const starred = targets.filter((one) => one.includes('*'));
    const patterns = starred.filter((one) => !isWhole(one)).flatMap(sourcePatterns);
    if (patterns.length > 0) await take(directory, patterns);
    const starts = ['{,src/}{index,main,cli,server,app,App,bin,start,worker}.{js,jsx,ts,tsx,mjs,cjs,mts,cts}', '{,src/}bin/**'];
    await take(directory, starts);
    const isPublished = manifest['private'] !== true && typeof manifest['name'] === 'string';
    if (isPublished && (manifest['exports'] === undefined || starred.some(isWhole))) open.push(directory);
  }
  return { files, open };
}

/** Files that are compared with patterns before other work of this process goes on. */
const inSlice = 200;

const sections = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

function inside(directory: string, name: string): string {
  return directory === '' ? name : `${directory}/${name}`;
}

/** What a package.json says of itself and of other packages; scripts are read with the other texts. */
const noPaths = new Set(
  `${sections.join(' ')} name version description keywords author contributors license repository homepage bugs funding scripts engines
  packageManager workspaces files overrides resolutions pnpm devEngines catalog eslintConfig eslintIgnore prettier lint-staged browserslist
  sideEffects typesVersions knip size-limit`.split(/\s+/),
);

/**
 * Every path that a package.json gives to others, also in the fields of tools and frameworks that are not known here.
 * https://docs.npmjs.com/cli/v11/configuring-npm/package-json (read 2026-11-22)
 */
function offered(manifest: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(manifest)
    .flatMap(([field, value]) => (noPaths.has(field) ? [] : texts(value)))
    .filter((text) => /^\.{0,2}[\w@./*-]+$/.test(text) && /[./]/.test(text));
}

function texts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(texts);
  return isRecord(value) ? Object.values(value).flatMap(texts) : [];
}

/** `./dist/*.js`: everything that a build writes may be imported, but which sources it builds is said elsewhere. */
function isWhole(target: string): boolean {
  return /^\.?\/?(?:(?:dist|lib|build|out|es|esm|cjs|src|types)\/)*\*+(?:\.[\w.]+)?$/.test(target);
}

/** `./dist/icons/*.js` as written, and as its source may be called. */
function sourcePatterns(target: string): readonly string[] {
  const path = target.replace(/^\.\//, '').replace(/\.(?:d\.)?[cm]?[jt]sx?$/, '');
  const source = path.replace(/^(?:dist|lib|build|out|es|esm|cjs)(?:\/(?:esm|cjs|es|types|src))?\//, '');
  return [path, `src/${source}`, source].map((one) => `${one.replaceAll(/\*+/g, '**')}{,/*}.*`);
}
