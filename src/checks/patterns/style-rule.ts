import { globTest } from '../../text/index.ts';

/** Languages with a grammar in the engine, by the names of ast-grep. https://ast-grep.github.io/reference/languages.html (2026-11-22) */
export const grammars = ['TypeScript', 'Tsx', 'JavaScript', 'Html', 'Css'] as const;
export type Grammar = (typeof grammars)[number];

/** The file in which a project configures ast-grep, at the root. */
export const configNames: readonly string[] = ['sgconfig.yml', 'sgconfig.yaml'];
/** Rules beside those that it names. */
export const ownRules = '.snap/rules';

/** A rule on the structure of code, as data: it is copied to the process that applies it. */
export interface StyleRule {
  readonly id: string;
  /** Files of these languages are examined. */
  readonly grammars: readonly Grammar[];
  /** `rule`, `constraints` and `utils` as the engine takes them. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Files without this word are not parsed. */
  readonly keyword?: string | undefined;
  readonly severity: 'error' | 'warning' | 'info';
  /** May name captures: `$NAME`. */
  readonly message: string;
  readonly note?: string | undefined;
  /** What it is replaced with, as a template. */
  readonly fix?: string | undefined;
  /** Globs of files, from the root. */
  readonly files?: readonly string[] | undefined;
  readonly ignores?: readonly string[] | undefined;
}

/** One place where a rule matches. */
export interface PatternHit {
  readonly rule: string;
  readonly from: 'ast-grep' | 'syntax' | 'threats';
  readonly line: number;
  readonly column: number;
  readonly severity: StyleRule['severity'];
  readonly message: string;
  readonly fix?: string | undefined;
}

/** Which languages have which files, beside the usual endings: `languageGlobs` of the project. */
export type LanguageGlobs = readonly (readonly [glob: string, grammar: Grammar])[];

const endings: readonly (readonly [RegExp, Grammar])[] = [
  [/\.[cm]?ts$/i, 'TypeScript'],
  [/\.tsx$/i, 'Tsx'],
  [/\.(?:[cm]?js|jsx)$/i, 'JavaScript'],
  [/\.(?:html?|xhtml)$/i, 'Html'],
  [/\.css$/i, 'Css'],
];

/** The grammar for a file; `undefined` where the engine has none. */
export function grammarOf(path: string, globs: LanguageGlobs = []): Grammar | undefined {
  return globs.find(([glob]) => matchesGlob(glob, path))?.[1] ?? endings.find(([ending]) => ending.test(path))?.[1];
}

/** A language of a rule, as people write it: `ts`, `typescript`, `TypeScript`. */
export function grammarNamed(name: string): Grammar | undefined {
  const short: Readonly<Record<string, Grammar>> = { ts: 'TypeScript', js: 'JavaScript', jsx: 'JavaScript' };
  const plain = name.toLowerCase();
  return short[plain] ?? grammars.find((one) => one.toLowerCase() === plain);
}

/** On the whole path from the root. */
export function matchesGlob(glob: string, path: string): boolean {
  let matches = tests.get(glob);
  if (matches === undefined) tests.set(glob, (matches = globTest(glob)));
  return matches(path);
}

const tests = new Map<string, ReturnType<typeof globTest>>();
