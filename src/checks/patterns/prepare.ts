import { loadFormat, toPlain } from '../../formats/index.ts';
import type { JobWork } from '../../system/index.ts';
import { nodeSystem } from '../../system/node.ts';
import { readTextBelow } from '../../workspace/packages/index.ts';
import { findThreats } from '../threats/find-threats.ts';
import { applyRules } from './apply-rules.ts';
import { type Engine, loadEngine } from './engine.ts';
import { type ParseYaml, parseConfig, parseRules, type ProjectConfig } from './read-rules.ts';
import { configNames, grammarOf, type LanguageGlobs, ownRules, type PatternHit, type StyleRule } from './style-rule.ts';
import { guessedName, syntaxErrors } from './syntax.ts';

export interface PrepareInput {
  readonly root: string;
  /** Files that may hold rules, from the root: sgconfig.yml and every YAML file. */
  readonly files: readonly string[];
  /** Another one when one of the files has changed. Without it they are read each time. */
  readonly stamp?: string;
  /** A text to be examined; `path` where it is known what file it is for. */
  readonly code?: { readonly text: string; readonly path?: string | undefined } | undefined;
}

/** The rules that can be applied, and what is to be said of the others. */
export interface Prepared {
  readonly rules: readonly StyleRule[];
  readonly globs: LanguageGlobs;
  readonly problems: readonly string[];
  readonly withoutGrammar: readonly (readonly [language: string, count: number])[];
  readonly code?: ExaminedCode;
}

export interface ExaminedCode {
  readonly hits: readonly PatternHit[];
  readonly language: string;
  /** Whether there is a parser for its language. */
  readonly isParsed: boolean;
}

const maxRuleFiles = 1_000;

/** The job `checks/prepare-patterns`: reads the project's rules, and examines a text. */
export default (async (input) => {
  const { code, files, root, stamp } = input;
  const engine = await loadEngine();
  const key = JSON.stringify([root, stamp]);
  const rules = stamp !== undefined && last?.key === key ? last.rules : await readAll({ root, files }, engine);
  last = { key, rules };
  if (code === undefined) return rules;
  return { ...rules, code: await examineCode(code.text, code.path, { rules: rules.rules, globs: rules.globs, engine }) };
}) satisfies JobWork<PrepareInput, Prepared>;

/** For the next text, while no file of rules has changed. */
let last: { readonly key: string; readonly rules: Prepared } | undefined;

async function readAll({ root, files }: PrepareInput, engine: Engine): Promise<Prepared> {
  const parseYaml = await yamlParser();
  const system = nodeSystem();
  const read = async (file: string): Promise<string> => readTextBelow(system, root, file);
  const configFile = configNames.find((name) => files.includes(name));
  const config: ProjectConfig =
    configFile === undefined
      ? { ruleDirectories: [], utilDirectories: [], languageGlobs: [], problems: [] }
      : parseConfig(configFile, await read(configFile), parseYaml);
  const inDirectories = async (directories: readonly string[]) =>
    Promise.all(
      files
        .filter((file) => /\.ya?ml$/.test(file) && directories.some((directory) => file.startsWith(`${directory}/`)))
        .slice(0, maxRuleFiles)
        .map(async (file) => ({ file, text: await read(file) })),
    );
  const found = parseRules(
    await inDirectories([...config.ruleDirectories, ownRules]),
    await inDirectories(config.utilDirectories),
    parseYaml,
  );
  const problems = [...config.problems, ...found.problems];
  const rules = found.rules.filter((rule) => {
    const problem = engine.problemOf(rule);
    if (problem !== undefined) problems.push(`Rule "${rule.id}" is not used: ${problem}`);
    return problem === undefined;
  });
  return { rules, globs: config.languageGlobs, problems, withoutGrammar: [...found.withoutGrammar] };
}

async function yamlParser(): Promise<ParseYaml> {
  const format = await loadFormat('yaml');
  return (text) =>
    text
      .replace(/^\uFEFF/, '')
      .split(/^---[ \t]*\r?$/m)
      .filter((document) => document.replaceAll(/^\s*#.*$/gm, '').trim() !== '')
      .map((document) => {
        const parsed = format.parse(document, 'strict');
        if (parsed.kind === 'problem') throw new Error(`line ${parsed.problem.line}: ${parsed.problem.message}`);
        return parsed.root === undefined ? undefined : toPlain(parsed.root);
      });
}

interface CodeRules {
  readonly rules: readonly StyleRule[];
  readonly globs: LanguageGlobs;
  readonly engine: Engine;
}

async function examineCode(text: string, named: string | undefined, { rules, globs, engine }: CodeRules): Promise<ExaminedCode> {
  const path = named ?? guessedName(text);
  const errors = await syntaxErrors(path, text, engine, named === undefined);
  const dangers = findThreats(path, text, (script, of) => ({
    root: engine.parse(/\.[cm]?ts$/i.test(of) ? 'TypeScript' : 'Tsx', script),
    text: script,
  }));
  // A text without a name may be for any file of its language.
  const applied = applyRules(path, text, named === undefined ? rules.map(forAnyScript) : rules, engine, globs);
  return {
    hits: [...(errors ?? []), ...applied, ...dangers.map((hit) => ({ ...hit, from: 'threats' as const }))],
    language: grammarOf(path, globs) ?? path.slice(path.lastIndexOf('.') + 1).toLowerCase(),
    isParsed: errors !== undefined,
  };
}

function forAnyScript(rule: StyleRule): StyleRule {
  const isScript = rule.grammars.some((grammar) => grammar !== 'Html' && grammar !== 'Css');
  return { ...rule, files: undefined, ignores: undefined, ...(isScript ? { grammars: ['TypeScript', 'Tsx', 'JavaScript'] } : {}) };
}
