import { type WorkspacePath, directoryOf, globSegment, hasTooManyStars, pathFrom } from '../../workspace/index.ts';
import { importTargets } from './packages.ts';
import type { Resolver } from './resolver.ts';

/** More than a program lists by hand; those beyond are not looked at. */
const maxPatterns = 100;
/** Of one pattern with braces. */
const maxAlternatives = 64;
const maxPatternLength = 500;

/** The file that `new URL(address, import.meta.url)` names, if it is one of the workspace. A directory is none. */
export function fileOfUrl(from: WorkspacePath, address: string, resolver: Resolver): WorkspacePath | undefined {
  const path = address.replace(/[?#].*$/s, '');
  // `https://a/b`, `/a`: not beside this file.
  if (path === '' || /^(?:[a-z][\w+.-]*:|[/\\])/i.test(path) || /(?:^|\/)\.{0,2}$/.test(path)) return undefined;
  const found = resolver.resolve(from, path.startsWith('.') ? path : `./${path}`);
  if (found.kind !== 'file') return undefined;
  // The index of a directory is not named by the address of the directory.
  const stem = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  return found.path.slice(found.path.lastIndexOf('/') + 1).startsWith(stem) ? found.path : undefined;
}

/**
 * The files that `import.meta.glob(patterns)` imports: as Vite reads patterns, but for `[a-z]` and `!(a)` within a name, which are taken as `*`, so that rather
 * too many files are named. https://vite.dev/guide/features#glob-import (read 2026-11-22)
 */
export function filesOfPatterns(from: WorkspacePath, source: string, resolver: Resolver): readonly WorkspacePath[] {
  const wanted: Matcher[] = [];
  const unwanted: RegExp[] = [];
  for (const pattern of patternsIn(source)) {
    const isUnwanted = pattern.startsWith('!');
    const text = isUnwanted ? pattern.slice(1) : pattern;
    if (text.length > maxPatternLength) continue;
    const plain = withoutClasses(text);
    if (isUnwanted && plain !== text) continue;
    for (const one of alternatives(plain)) {
      for (const path of placesOf(from, one, resolver)) {
        if (hasTooManyStars(path)) continue;
        if (isUnwanted) unwanted.push(expressionOf(path));
        else wanted.push({ start: /^[^*?]*/.exec(path)?.[0] ?? '', expression: expressionOf(path) });
      }
    }
  }
  if (wanted.length === 0) return [];
  const found: WorkspacePath[] = [];
  for (const path of resolver.files)
    if (wanted.some(({ expression, start }) => path.startsWith(start) && expression.test(path)) && !unwanted.some((one) => one.test(path)))
      found.push(path);
  return found;
}

interface Matcher {
  /** What all paths begin with. */
  readonly start: string;
  readonly expression: RegExp;
}

/** As `ModuleRequest.source` has them. */
function patternsIn(source: string): readonly string[] {
  if (!source.startsWith('["')) return [source];
  try {
    const list: unknown = JSON.parse(source);
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string').slice(0, maxPatterns) : [];
  } catch {
    // A name that begins with a bracket.
    return [source];
  }
}

function withoutClasses(pattern: string): string {
  return pattern.replaceAll(/[!?*+@]\([^()]*\)/g, '*').replaceAll(/\[[^\]/]*\]/g, '*');
}

/** `a.{b,c}` as `a.b` and `a.c`. */
function alternatives(pattern: string): readonly string[] {
  let all = [pattern];
  while (all.length < maxAlternatives && all.some((one) => inBraces.test(one)))
    all = all.flatMap((one) => {
      const [braces, list] = inBraces.exec(one) ?? [];
      return braces === undefined || list === undefined ? [one] : list.split(',').map((each) => one.replace(braces, () => each));
    });
  return all.slice(0, maxAlternatives);
}

const inBraces = /\{([^{}]*)\}/;

/** A pattern from the root of the workspace: from its file, from the top of its package, by an alias, or anywhere. */
function placesOf(from: WorkspacePath, pattern: string, resolver: Resolver): readonly WorkspacePath[] {
  const own = resolver.packageOf(from);
  if (pattern.startsWith('**')) return [pattern];
  if (/^\.\.?\//.test(pattern)) return placed(directoryOf(from), pattern);
  if (pattern.startsWith('/')) return placed(own?.directory ?? '', pattern);
  if (pattern.startsWith('#') && own !== undefined) {
    const targets = importTargets(own, pattern).flatMap((target) => placed(own.directory, target));
    if (targets.length > 0) return targets;
  }
  for (const [alias, targets] of resolver.configOf(from)?.paths ?? []) {
    const head = /^(.*)\*$/.exec(alias)?.[1];
    if (head !== undefined && head !== '' && pattern.startsWith(head))
      return targets.flatMap((target) =>
        placed(
          '',
          target.replace('*', () => pattern.slice(head.length)),
        ),
      );
  }
  return [];
}

function placed(directory: WorkspacePath, pattern: string): readonly WorkspacePath[] {
  const path = pathFrom(directory, pattern);
  return path === undefined ? [] : [path];
}

/** A star means no name that begins with a point. */
function expressionOf(pattern: WorkspacePath): RegExp {
  const parts = pattern.split('/');
  const source = parts.map((part, i) => {
    const isLast = i === parts.length - 1;
    if (part === '**') return isLast ? '(?:(?!\\.)[^/]+/)*(?!\\.)[^/]+' : '(?:(?!\\.)[^/]+/)*';
    return `${/^[*?]/.test(part) ? '(?!\\.)' : ''}${globSegment(part)}${isLast ? '' : '/'}`;
  });
  return new RegExp(`^${source.join('')}$`);
}
