import { join } from 'node:path';
import picomatch from 'picomatch';
import type { JobWork } from '../../system/index.ts';
import { nodeSystem } from '../../system/node.ts';

export interface MentionsInput {
  readonly root: string;
  /** Every file of the workspace, from its root. */
  readonly files: readonly string[];
  readonly modules: readonly string[];
  /** Directories with a package.json. */
  readonly packages: readonly string[];
  /** Modules that no import leads to: where their names stand as words. */
  readonly words: readonly { readonly path: string; readonly word: string }[];
}

export interface MentionsOutput {
  /** A file names a module by its path, or by a pattern. */
  readonly paths: readonly (readonly [from: string, to: string])[];
  /** A module whose name stands somewhere as a word: in code or settings, or only in documentation. */
  readonly words: readonly (readonly [path: string, where: 'code' | 'docs', file: string])[];
}

const maxBytes = 1024 * 1024;
const notText =
  /\.(?:png|jpe?g|gif|webp|avif|ico|svg|woff2?|ttf|otf|eot|zip|gz|tgz|wasm|node|pdf|mp[34]|map|snap|lock|lockb)$|(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|yarn\.lock|CHANGELOG[^/]*)$/i;
const isDocument = /\.(?:md|mdx|rst|adoc|txt)$/i;
const tokens = /[\w@$~./[\]-]{3,}/g;
const isPathLike = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$|^\.{1,2}\//;
const maxToken = 300;
const patternLike = /[\w@./-]*\*[\w@./*{},()!?+[\]-]*/g;
const maxPatterns = 500;

/**
 * The job `checks/find-mentions`: texts that name a module otherwise than by an import: scripts, settings, pages, `new Worker('./a.js')`,
 * `import.meta.glob('./pages/*')`.
 */
export default (async ({ root, files, modules, packages, words }) => {
  const system = nodeSystem();
  const known = new Set(modules);
  const paths: [string, string][] = [];
  const found: [string, 'code' | 'docs', string][] = [];
  const expression = wordsExpression(words.map(({ word }) => word));
  const byWord = grouped(words);
  for (const file of files) {
    if (notText.test(file)) continue;
    const bytes = await system.readStart(join(root, file), maxBytes).catch(() => undefined);
    if (bytes === undefined || bytes.length >= maxBytes || bytes.subarray(0, 4_000).includes(0)) continue;
    const text = Buffer.from(bytes).toString('utf8');
    const bases = [
      file.slice(0, file.lastIndexOf('/') + 1),
      ...packages.filter((one) => one !== '' && file.startsWith(`${one}/`)).map((one) => `${one}/`),
      '',
    ];
    if (!isDocument.test(file)) {
      for (const to of named(text, bases, known)) if (to !== file) paths.push([file, to]);
      for (const to of matched(globTexts(file, text), bases, modules)) if (to !== file) paths.push([file, to]);
    }
    if (expression === undefined) continue;
    for (const [word] of text.matchAll(expression))
      for (const { path } of byWord.get(word) ?? []) if (path !== file) found.push([path, isDocument.test(file) ? 'docs' : 'code', file]);
  }
  return { paths, words: unique(found) };
}) satisfies JobWork<MentionsInput, MentionsOutput>;

function named(text: string, bases: readonly string[], known: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set<string>();
  for (const [token] of text.matchAll(tokens)) {
    if (token.length > maxToken || seen.has(token) || !isPathLike.test(token)) continue;
    seen.add(token);
    const path = token.replace(/^(?:file:\/\/|~\/|@\/|\/|\[)+/, '');
    for (const base of bases) {
      const at = resolved(base, path);
      const hit = at === undefined ? undefined : asModule(at, known);
      if (hit !== undefined) found.add(hit);
    }
  }
  return found;
}

const endings = ['.ts', '.tsx', '.js', '.jsx', '.mts', '.cts', '.mjs', '.cjs', '.vue', '.svelte', '/index.ts', '/index.tsx', '/index.js'];

/** `a.js` may mean `a.ts`, and `a` either. */
function asModule(path: string, known: ReadonlySet<string>): string | undefined {
  if (known.has(path)) return path;
  const stem = path.replace(/\.[cm]?[jt]sx?$/, '');
  return endings.map((ending) => stem + ending).find((one) => known.has(one));
}

function resolved(base: string, path: string): string | undefined {
  const parts = base.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

const globCall =
  /(?:import\.meta\.(?:glob|globEager|webpackContext)|require\.context|\b(?:fast-?glob|glob|globby|globSync|fg|fg\.sync|glob\.sync|tinyglobby?))\s*(?:<[^>]*>)?\(/g;
const bundlerConfig =
  /(?:^|\/)[\w.-]*(?:tsup|tsdown|rollup|rolldown|vite|esbuild|webpack|rspack|rslib|unbuild|build|parcel|microbundle|bunchee|bunup)[\w.-]*\.[cm]?[jt]s$/;

/** The parts of a text in which a pattern means files that are loaded: a list of files to lint or to style names them too, and loads none. */
function globTexts(file: string, text: string): string {
  if (bundlerConfig.test(file)) return text;
  return /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/.test(file)
    ? Array.from(text.matchAll(globCall), ({ index, 0: call }) => text.slice(index + call.length, index + call.length + 300)).join('\n')
    : '';
}

function matched(text: string, bases: readonly string[], modules: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const patterns = new Set(
    Array.from(text.matchAll(patternLike), ([token]) => token.replace(/^\.?\/+/, '')).filter(
      (one) => /[/.]/.test(one) && /\w{2}/.test(one),
    ),
  );
  if (patterns.size > maxPatterns) return found;
  for (const token of patterns) {
    // `**/*.ts` and the like name everything, and say nothing of one file.
    if (!/\w+\//.test(token)) continue;
    for (const base of bases) {
      const pattern = resolved(base, token);
      if (pattern === undefined) continue;
      try {
        const isMatch = picomatch(pattern, { dot: true });
        for (const path of modules) if (isMatch(path)) found.add(path);
      } catch {
        // Not a pattern.
      }
    }
  }
  return found;
}

function wordsExpression(words: readonly string[]): RegExp | undefined {
  const plain = [...new Set(words)].map((word) => word.replaceAll(/[.+^$()|[\]{}\\*?]/g, String.raw`\$&`));
  return plain.length === 0 ? undefined : new RegExp(`(?<![\\w-])(?:${plain.join('|')})(?![\\w-])`, 'g');
}

function grouped<T extends { readonly word: string }>(items: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(item.word, [...(groups.get(item.word) ?? []), item]);
  return groups;
}

function unique(found: readonly (readonly [string, 'code' | 'docs', string])[]): MentionsOutput['words'] {
  const first = new Map<string, readonly [string, 'code' | 'docs', string]>();
  for (const one of found) if (first.get(one[0])?.[1] !== 'code') first.set(one[0], one);
  return [...first.values()];
}
