import { isRecord, textsIn, timeBox, type JobWork } from '../../system/index.ts';
import type { CheckFinding } from '../report.ts';
import { boundariesRules } from './boundaries.ts';
import { readCruiserConfig } from './cruiser-config.ts';
import { fallowRules, layerRules, type LayerSetting } from './layers.ts';
import { findBreaches } from './match.ts';
import { nxRules } from './nx.ts';
import type { RuleSource } from './read-sources.ts';
import { restrictedBreaches } from './restricted-paths.ts';
import type { Breach, Importer, RuleSet } from './rules.ts';
import { findZoneBreaches, type ReadZones } from './zones.ts';

export interface JudgeInput {
  readonly sources: readonly RuleSource[];
  /** Of snap's own settings. */
  readonly layers: readonly LayerSetting[];
  readonly importers: readonly Importer[];
}

export interface JudgeOutput {
  readonly findings: readonly CheckFinding[];
  /** Rules that were not judged, in sentences. */
  readonly notJudged: readonly string[];
  /** How many rules, or lists of rules, were judged. */
  readonly judged: number;
}

/** One rule at most; a project of ten thousand files takes some milliseconds. */
const maxRuleMs = 1_000;
/** So many rules that take too long, and the rest is not judged either. */
const maxLate = 8;

/** The job `checks/judge-imports`: regular expressions that others wrote run here, each for a limited time. */
export default (async ({ sources, layers, importers }) => {
  const within = await timeBox();
  const findings: CheckFinding[] = [];
  const notJudged: string[] = [];
  const told = new Set<string>();
  let late = 0;
  let done = 0;
  const judge = (file: string, { what, breaches, isChoice }: Task): void => {
    const judged = late >= maxLate ? 'late' : within(maxRuleMs, breaches);
    if (judged === 'late') {
      late += 1;
      notJudged.push(
        `${file}: ${what} ${late > maxLate ? 'not judged, as too many before it took too long' : `not judged: it took longer than ${maxRuleMs / 1000} s`}.`,
      );
      return;
    }
    if (isChoice !== true) done += 1;
    for (const breach of judged.value) {
      const key = JSON.stringify([file, breach.rule.name, breach.file, breach.to, breach.kind]);
      if (!told.has(key)) findings.push(findingOf(breach, file));
      told.add(key);
    }
  };
  for (const source of sources) {
    const { file } = source;
    for (const task of tasksOf(source, importers, (problems) => notJudged.push(...problems.map((problem) => `${file}: ${problem}`))))
      judge(file, task);
  }
  if (layers.length > 0) {
    const file = 'architecture.layers of the settings';
    judge(file, { what: 'the layers are', breaches: () => findZoneBreaches(layerRules(layers, 'error'), importers) });
  }
  return { findings, notJudged, judged: done };
}) satisfies JobWork<JudgeInput, JudgeOutput>;

/** What is judged in one go. */
interface Task {
  /** With its verb: `rule "x" is`. */
  readonly what: string;
  readonly breaches: () => readonly Breach[];
  /** It chooses the files for the rules, and is none. */
  readonly isChoice?: true;
}

function* tasksOf(source: RuleSource, importers: readonly Importer[], problems: (sentences: readonly string[]) => void): Generator<Task> {
  if (source.kind === 'dependency-cruiser') {
    const rules = readCruiserConfig(source.config);
    problems(rules.notJudged);
    let left: readonly Importer[] | undefined;
    yield { what: 'what "options" leave out is', breaches: () => ((left = chosen(importers, source.config)), []), isChoice: true };
    const files = left;
    // Judged for files that the project leaves out, a rule would find what nobody asked for.
    if (files !== undefined) yield* cruiserTasks(rules, files);
    else problems(['Its rules are not judged, as nobody knows which files the options leave out.']);
  } else if (source.kind === 'restricted-paths') {
    for (const [part, { zones }] of source.parts.entries())
      for (const [zone, { target }] of zones.entries())
        yield { what: `the zone of ${target.join(', ')} is`, breaches: () => restrictedBreaches(source.parts, importers, { part, zone }) };
  } else {
    const { rules, notJudged } = zoneRules(source);
    problems(notJudged);
    if (rules !== undefined) yield { what: 'the rules are', breaches: () => findZoneBreaches(rules, importers) };
  }
}

/** Each rule alone; what is allowed is one list. */
function* cruiserTasks({ forbidden, required, allowed, allowedSeverity }: RuleSet, importers: readonly Importer[]): Generator<Task> {
  const none: RuleSet = { forbidden: [], required: [], allowed: [], allowedSeverity, notJudged: [] };
  const task = (what: string, rules: Partial<RuleSet>): Task => ({ what, breaches: () => findBreaches({ ...none, ...rules }, importers) });
  for (const rule of forbidden) yield task(`rule "${rule.name}" is`, { forbidden: [rule] });
  for (const rule of required) yield task(`rule "${rule.name}" is`, { required: [rule] });
  if (allowed.length > 0) yield task('the list "allowed" is', { allowed });
}

function zoneRules(source: Exclude<RuleSource, { readonly kind: 'dependency-cruiser' | 'restricted-paths' }>): ReadZones {
  switch (source.kind) {
    case 'boundaries':
      return boundariesRules(source.elements, source.options, source.severity);
    case 'nx':
      return { rules: nxRules(source.options, source.projects, source.severity), notJudged: [] };
    case 'fallow':
      return fallowRules(source.config);
    default:
      return source satisfies never;
  }
}

/** Without what the options leave out. https://github.com/sverweij/dependency-cruiser/blob/main/doc/options-reference.md (read 2026-11-22) */
function chosen(importers: readonly Importer[], config: Readonly<Record<string, unknown>>): readonly Importer[] {
  const options = isRecord(config['options']) ? config['options'] : {};
  const exclude = expressionOf(options['exclude']);
  const only = expressionOf(options['includeOnly']);
  if (exclude === undefined && only === undefined) return importers;
  const isChosen = (path: string): boolean => exclude?.test(path) !== true && only?.test(path) !== false;
  return importers
    .filter(({ file }) => isChosen(file))
    .map(({ file, imports }) => ({ file, imports: imports.filter(({ to }) => isChosen(to)) }));
}

/** A text, a list of texts, or either as `path`. */
function expressionOf(value: unknown): RegExp | undefined {
  const path = isRecord(value) ? value['path'] : value;
  const text = typeof path === 'string' ? path : textsIn(path).join('|');
  if (text === '') return undefined;
  try {
    return new RegExp(text);
  } catch {
    // The tool itself refuses such a configuration.
    return undefined;
  }
}

function findingOf({ rule, file, line, to, through = [], kind }: Breach, source: string): CheckFinding {
  const comment = rule.comment === undefined ? '' : ` ${rule.comment.replace(/([^.!?])$/, '$1.')}`;
  const target = to?.replace(/^node_modules\//, 'the package ');
  const what = {
    forbidden: through.length === 0 ? `It imports ${target}` : `It reaches ${target} through ${through.join(', ')}`,
    'not-allowed': `It imports ${target}, which no rule allows`,
    missing: 'It lacks an import that it has to have',
    unreachable: 'No file that the rule names leads to it',
    orphan: 'It imports nothing, and nothing imports it',
  }[kind];
  return { file, line, severity: rule.severity, rule: rule.name, message: `${what}.${comment}`, source };
}
