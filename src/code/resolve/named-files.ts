import { jsonIn, textsIn } from '../../system/index.ts';
import { globTest } from '../../text/index.ts';
import { type WorkspacePath, directoryOf, pathFrom } from '../../workspace/index.ts';
import { importTargets } from './packages.ts';
import type { Resolver } from './resolver.ts';

/** More than a program lists by hand; those beyond are not looked at. */
const maxPatterns = 100;
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
  const unwanted: Matcher[] = [];
  for (const pattern of patternsIn(source)) {
    const isUnwanted = pattern.startsWith('!');
    const text = isUnwanted ? pattern.slice(1) : pattern;
    if (text.length > maxPatternLength) continue;
    const plain = text.replaceAll(/!\([^()]*\)|\[[^\]/]*\]/g, '*');
    if (isUnwanted && plain !== text) continue;
    (isUnwanted ? unwanted : wanted).push(...placesOf(from, plain, resolver).map(matcherOf));
  }
  if (wanted.length === 0) return [];
  return [...resolver.files].filter((path) => wanted.some((one) => isOf(one, path)) && !unwanted.some((one) => isOf(one, path)));
}

interface Matcher {
  /** What all paths begin with. */
  readonly start: string;
  /** Whether it names what begins with a point; a star alone never does. */
  readonly isHidden: boolean;
  readonly isMatch: (path: string) => boolean;
}

function matcherOf(pattern: WorkspacePath): Matcher {
  return { start: /^[^*?{[(!+@\\]*/.exec(pattern)?.[0] ?? '', isHidden: /(?:^|\/)\./.test(pattern), isMatch: globTest(pattern) };
}

function isOf({ isHidden, isMatch, start }: Matcher, path: WorkspacePath): boolean {
  return path.startsWith(start) && isMatch(path) && (isHidden || !/(?:^|\/)\./.test(path));
}

/** As `ModuleRequest.source` has them. */
function patternsIn(source: string): readonly string[] {
  if (!source.startsWith('["')) return [source];
  const list = jsonIn(source);
  // Else a name that begins with a bracket.
  return list === undefined ? [source] : textsIn(list).slice(0, maxPatterns);
}

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
