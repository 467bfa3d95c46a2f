import ignore, { type Ignore } from 'ignore';

/** Deeper than any project: patterns with `**` try every directory of a path. */
const deepest = 100;
/** Wildcards that may each take any length: with more of them one pattern and one long name would take minutes. */
const maxStars = { inName: 3, inAll: 4 };
/** A set keeps its answer for every path it was ever asked about: 1 kB each. After this many it is created again. */
const maxRemembered = 4_096;
/** Of one ignore file. */
const maxText = 100_000;

type Platform = 'darwin' | 'linux' | 'win32';

export interface IgnoreFile {
  /** Where it holds, from the root, with `/`; empty for the root itself. */
  readonly directory: string;
  readonly text: string;
}

/** Whether a path from the root is left out, by its own name or because a parent directory is. */
export type IsIgnored = (path: string, kind: 'file' | 'directory') => boolean;

/**
 * What several ignore files say together: those of deeper directories decide before those above, and a later line before an earlier
 * one. https://git-scm.com/docs/gitignore
 * @param files outer directories first; several for one directory count in their order.
 */
export function ignoreRules(files: readonly IgnoreFile[], platform: Platform): IsIgnored {
  const rules = growingIgnoreRules(platform);
  for (const file of files) rules.add(file);
  return rules.isIgnored;
}

/** The same, file by file. */
export interface GrowingIgnoreRules {
  /** In any order; several for one directory count in theirs. */
  add(file: IgnoreFile): void;
  readonly isIgnored: IsIgnored;
}

export function growingIgnoreRules(platform: Platform): GrowingIgnoreRules {
  // One set of rules for each directory with a file of its own: it begins with all the rules above, which are shared.
  const sets = new Map<string, Ignore>();
  const newSet = (): Ignore => ignore({ ignorecase: platform !== 'linux', allowRelativePaths: true });
  let empty = newSet();
  const setFor = (directory: string): Ignore => {
    for (let at = directory; at !== ''; at = parentOf(at)) {
      const set = sets.get(at);
      if (set !== undefined) return set;
    }
    return sets.get('') ?? empty;
  };
  const added = new Map<string, readonly string[]>();
  const add = ({ directory, text }: IgnoreFile): void => {
    const rules = linesOf(text).flatMap((line) => ruleBelow(directory, line) ?? []);
    if (rules.length === 0) return;
    added.set(directory, [...(added.get(directory) ?? []), ...rules]);
    sets.set(directory, newSet().add(setFor(directory)).add(rules));
    // Those below began without it. Sorted, outer ones come first.
    const below = [...sets.keys()].filter((other) => other !== directory && (directory === '' || other.startsWith(`${directory}/`)));
    for (const other of below.sort()) {
      sets.delete(other);
      sets.set(
        other,
        newSet()
          .add(setFor(other))
          .add(added.get(other) ?? []),
      );
    }
  };
  let asked = 0;
  const isIgnored: IsIgnored = (path, kind) => {
    if (path === '') return false;
    const names = path.split('/');
    // Deeper than any pattern can match: such a path is left out only with a parent directory.
    if (names.length > deepest) return isIgnored(names.slice(0, deepest).join('/'), 'directory');
    asked += 1;
    if (asked % maxRemembered === 0) {
      empty = newSet();
      for (const [directory, set] of sets) sets.set(directory, newSet().add(set));
    }
    return setFor(parentOf(path)).ignores(kind === 'directory' ? `${path}/` : path);
  };
  return { add, isIgnored };
}

function linesOf(text: string): readonly string[] {
  return text
    .slice(0, maxText)
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/);
}

/** A line of an ignore file as it would be in the one of the root. `undefined`: no rule, or one that costs too much. */
function ruleBelow(directory: string, line: string): string | undefined {
  const rule = line.replace(/(?<!\\)\s+$/, '');
  if (rule === '' || rule.startsWith('#') || isCostly(rule)) return undefined;
  if (directory === '') return line;
  const keeps = rule.startsWith('!') ? '!' : '';
  const body = rule.slice(keeps.length);
  const isAnchored = body.replace(/\/+$/, '').includes('/');
  return `${keeps}/${escaped(directory)}/${isAnchored ? body.replace(/^\//, '') : `**/${body}`}`;
}

/** Matching may take time squared, and others wrote the rules. */
function isCostly(rule: string): boolean {
  const stars = (text: string) => text.match(/\*+/g)?.length ?? 0;
  return stars(rule) > maxStars.inAll || rule.split('/').some((name) => stars(name) > maxStars.inName);
}

function escaped(directory: string): string {
  return directory.replaceAll(/[\\*?[\]!# ]/g, String.raw`\$&`);
}

function parentOf(path: string): string {
  const end = path.lastIndexOf('/');
  return end === -1 ? '' : path.slice(0, end);
}
