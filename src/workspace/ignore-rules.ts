import { ignoreLines, type IgnoreLines, type IgnoreRule } from './ignore-lines.ts';
import { matchesName, matchesNames, type NamePattern } from './ignore-pattern.ts';

/** Deeper than any project: patterns with `**` try every directory of a path. */
const deepest = 100;
/** Directories whose answer is remembered. */
const maxRemembered = 50_000;

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
  /** In any order; several for one directory count in theirs. @returns which of its lines have no effect. */
  add(file: IgnoreFile): Omit<IgnoreLines, 'rules'>;
  readonly isIgnored: IsIgnored;
}

export function growingIgnoreRules(platform: Platform): GrowingIgnoreRules {
  const foldsCase = platform !== 'linux';
  const sets = new Map<string, RuleSet>();
  const remembered = new Map<string, boolean>();
  const isDirectoryIgnored = (directory: string): boolean => {
    if (directory === '') return false;
    const known = remembered.get(directory);
    if (known !== undefined) return known;
    const answer = isDirectoryIgnored(parentOf(directory)) || decided(directory, 'directory');
    if (remembered.size >= maxRemembered) remembered.clear();
    remembered.set(directory, answer);
    return answer;
  };
  const decided = (path: string, kind: 'file' | 'directory'): boolean => {
    // Most projects have one ignore file, at the top.
    for (let directory = sets.size === 1 && sets.has('') ? '' : parentOf(path); ; directory = parentOf(directory)) {
      const set = sets.get(directory);
      const answer = set === undefined ? undefined : answerOf(set, directory === '' ? path : path.slice(directory.length + 1), kind);
      if (answer !== undefined) return answer;
      if (directory === '') return false;
    }
  };
  return {
    add({ directory, text }) {
      const { rules, ...ineffective } = ignoreLines(text, foldsCase);
      if (rules.length === 0) return ineffective;
      const at = foldsCase ? directory.toLowerCase() : directory;
      const set = sets.get(at) ?? { literals: new Map(), wildcards: [], longest: 0, size: 0 };
      for (const rule of rules) addRule(set, rule);
      sets.set(at, set);
      remembered.clear();
      return ineffective;
    },
    isIgnored(asked, kind) {
      if (asked === '' || sets.size === 0) return false;
      const path = foldsCase ? asked.toLowerCase() : asked;
      // Deeper than any pattern is tried: such a path is left out only with a parent directory.
      const cut = parentAtDepth(path, deepest);
      if (cut !== undefined) return isDirectoryIgnored(cut);
      return kind === 'directory' ? isDirectoryIgnored(path) : isDirectoryIgnored(parentOf(path)) || decided(path, kind);
    },
  };
}

/** The rules of one directory. The last that matches decides, so each has its place. */
interface RuleSet {
  /** Of the patterns without wildcards, by the path they name; with a slash at the end those for directories only. */
  readonly literals: Map<string, Placed>;
  readonly wildcards: (Placed & { readonly rule: IgnoreRule })[];
  /** Of the patterns without wildcards that name a path: no longer path is looked up. */
  longest: number;
  size: number;
}

interface Placed {
  readonly place: number;
  readonly keeps: boolean;
}

function addRule(set: RuleSet, rule: IgnoreRule): void {
  const placed = { place: set.size, keeps: rule.keeps };
  set.size += 1;
  if (rule.literal === undefined) set.wildcards.push({ ...placed, rule });
  else {
    if (rule.literal.startsWith('/')) set.longest = Math.max(set.longest, rule.literal.length);
    set.literals.set(rule.isOnlyDirectories ? `${rule.literal}/` : rule.literal, placed);
  }
}

/** @param path from the directory of the rules. @returns `undefined` when no rule says anything. */
function answerOf({ literals, longest, wildcards }: RuleSet, path: string, kind: 'file' | 'directory'): boolean | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  let last: Placed | undefined;
  if (literals.size > 0) {
    const isDirectory = kind === 'directory';
    last = later(literals.get(name), isDirectory ? literals.get(`${name}/`) : undefined);
    if (path.length < longest) last = later(later(last, literals.get(`/${path}`)), isDirectory ? literals.get(`/${path}/`) : undefined);
  }
  let names: readonly string[] | undefined;
  for (let i = wildcards.length - 1; i >= 0; i -= 1) {
    const found = wildcards[i];
    if (found === undefined || found.place < (last?.place ?? -1)) break;
    const { rule } = found;
    if (rule.isOnlyDirectories && kind !== 'directory') continue;
    if (rule.name === undefined ? isPath(rule.names ?? [], path, () => (names ??= path.split('/'))) : matchesName(rule.name, name)) {
      last = found;
      break;
    }
  }
  return last === undefined ? undefined : !last.keeps;
}

function later(one: Placed | undefined, other: Placed | undefined): Placed | undefined {
  return one === undefined || (other !== undefined && other.place > one.place) ? other : one;
}

/** The path is taken apart only where it begins as the pattern does. */
function isPath(pattern: readonly NamePattern[], path: string, names: () => readonly string[]): boolean {
  const [first] = pattern;
  return (typeof first !== 'string' || path.startsWith(first)) && matchesNames(pattern, names());
}

/** The first names of a path that has more of them; `undefined` when it has not. */
function parentAtDepth(path: string, depth: number): string | undefined {
  let at = -1;
  for (let i = 0; i < depth; i += 1) {
    at = path.indexOf('/', at + 1);
    if (at === -1) return undefined;
  }
  return path.slice(0, at);
}

function parentOf(path: string): string {
  const end = path.lastIndexOf('/');
  return end === -1 ? '' : path.slice(0, end);
}
