import { isRecord, textsIn, errorMessage } from '../../system/index.ts';
import { type Grammar, grammarNamed, type LanguageGlobs, type StyleRule } from './style-rule.ts';

/** Reads a YAML text as data: one value for each document in it. @throws Error with the reason where it is no YAML. */
export type ParseYaml = (text: string) => readonly unknown[];

/** What a project's sgconfig.yml says. https://ast-grep.github.io/reference/sgconfig.html (2026-11-22) */
export interface ProjectConfig {
  readonly ruleDirectories: readonly string[];
  readonly utilDirectories: readonly string[];
  readonly languageGlobs: LanguageGlobs;
  readonly problems: readonly string[];
}

/** Reads sgconfig.yml. Its custom languages are programs of the workspace, and are not loaded. */
export function parseConfig(file: string, text: string, parseYaml: ParseYaml): ProjectConfig {
  const problems: string[] = [];
  const [data] = tried(file, text, parseYaml, problems);
  const config = isRecord(data) ? data : {};
  const globs = isRecord(config['languageGlobs']) ? config['languageGlobs'] : {};
  if (isRecord(config['customLanguages']))
    problems.push(
      `${file}: custom languages (${Object.keys(config['customLanguages']).join(', ')}) are native programs of the workspace and are not loaded.`,
    );
  return {
    ruleDirectories: textsIn(config['ruleDirs']).map(inWorkspace),
    utilDirectories: textsIn(config['utilDirs']).map(inWorkspace),
    languageGlobs: Object.entries(globs).flatMap(([language, list]) => {
      const grammar = grammarNamed(language);
      return grammar === undefined ? [] : textsIn(list).map((glob) => [glob, grammar] as const);
    }),
    problems,
  };
}

/** Rules of the project as far as they can be used, and why others cannot. */
export interface ReadRules {
  readonly rules: readonly StyleRule[];
  readonly problems: readonly string[];
  /** Languages of rules for which there is no grammar, with the number of their rules. */
  readonly withoutGrammar: ReadonlyMap<string, number>;
}

interface RuleFile {
  readonly file: string;
  readonly text: string;
}

/** Reads files of rules; each may hold several. https://ast-grep.github.io/reference/yaml.html (2026-11-22) */
export function parseRules(files: readonly RuleFile[], utilFiles: readonly RuleFile[], parseYaml: ParseYaml): ReadRules {
  const problems: string[] = [];
  const withoutGrammar = new Map<string, number>();
  const utils = utilFiles.flatMap(({ file, text }) =>
    tried(file, text, parseYaml, problems).flatMap((data) => (isRecord(data) ? [data] : [])),
  );
  const rules = files.flatMap(({ file, text }) =>
    tried(file, text, parseYaml, problems).flatMap((data) => {
      if (!isRecord(data) || typeof data['id'] !== 'string' || !isRecord(data['rule'])) {
        if (data !== null && data !== undefined) problems.push(`${file}: a rule needs "id" and "rule".`);
        return [];
      }
      if (data['severity'] === 'off') return [];
      const language = typeof data['language'] === 'string' ? data['language'] : '';
      const grammar = grammarNamed(language);
      if (grammar === undefined) {
        withoutGrammar.set(language, (withoutGrammar.get(language) ?? 0) + 1);
        return [];
      }
      return [ruleOf(data, grammar, utils)];
    }),
  );
  return { rules, problems, withoutGrammar };
}

type Data = Readonly<Record<string, unknown>>;

function ruleOf(data: Data, grammar: Grammar, globalUtils: readonly Data[]): StyleRule {
  const own = isRecord(data['utils']) ? data['utils'] : {};
  const shared = Object.fromEntries(
    globalUtils.flatMap(({ id, language, rule }) =>
      typeof id === 'string' && (typeof language !== 'string' || grammarNamed(language) === grammar) ? [[id, rule]] : [],
    ),
  );
  const utils = { ...shared, ...own };
  const { rule, constraints } = data;
  const hasTransform = data['transform'] !== undefined || data['rewriters'] !== undefined;
  return {
    id: String(data['id']),
    grammars: [grammar],
    config: { rule, ...(isRecord(constraints) ? { constraints } : {}), ...(Object.keys(utils).length > 0 ? { utils } : {}) },
    keyword: keywordOf(rule),
    severity: severities[String(data['severity'])] ?? 'info',
    message: text(data['message']) ?? `Rule "${String(data['id'])}" matches.`,
    note: text(data['note']),
    // A fix with changed captures needs the program itself.
    fix: hasTransform ? undefined : text(data['fix']),
    files: globsOf(data['files']),
    ignores: globsOf(data['ignores']),
  };
}

/** A rule without a severity is a hint. */
const severities: Readonly<Record<string, StyleRule['severity']>> = { error: 'error', warning: 'warning', info: 'info', hint: 'info' };

/** A word of a simple pattern, without which it cannot match. Captures begin with `$`. */
function keywordOf(rule: unknown): string | undefined {
  const pattern = isRecord(rule) ? rule['pattern'] : undefined;
  if (typeof pattern !== 'string') return undefined;
  return pattern.match(/(?<![\w$])[A-Za-z_][\w]{2,}/g)?.toSorted((one, other) => other.length - one.length)[0];
}

function globsOf(given: unknown): readonly string[] | undefined {
  if (!Array.isArray(given)) return undefined;
  return given.flatMap((one: unknown) =>
    typeof one === 'string' ? [one] : isRecord(one) && typeof one['glob'] === 'string' ? [one['glob']] : [],
  );
}

function text(given: unknown): string | undefined {
  return typeof given === 'string' && given.trim() !== '' ? given.trim() : undefined;
}

function tried(file: string, content: string, parseYaml: ParseYaml, problems: string[]): readonly unknown[] {
  try {
    return parseYaml(content);
  } catch (error) {
    problems.push(`${file}: ${errorMessage(error)}`);
    return [];
  }
}

/** Never outside: a path that leaves the workspace finds nothing. */
function inWorkspace(path: string): string {
  return path.replaceAll('\\', '/').replace(/^\.\//, '').replace(/\/+$/, '');
}
