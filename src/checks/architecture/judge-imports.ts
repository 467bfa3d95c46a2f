import { isRecord, textsIn, type JobWork } from '../../system/index.ts';
import type { CheckFinding } from '../report.ts';
import { boundariesRules } from './boundaries.ts';
import { readCruiserConfig } from './cruiser-config.ts';
import { fallowRules, layerRules, type LayerSetting } from './layers.ts';
import { findBreaches } from './match.ts';
import { nxRules } from './nx.ts';
import type { RuleSource } from './read-sources.ts';
import type { Breach, Importer } from './rules.ts';
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
}

/** The job `checks/judge-imports`: regular expressions that others wrote run here, where they can be stopped. */
export default (async ({ sources, layers, importers }) => {
  const findings: CheckFinding[] = [];
  const notJudged: string[] = [];
  const judged = (file: string, breaches: readonly Breach[], problems: readonly string[]): void => {
    const told = new Set<string>();
    for (const breach of breaches) {
      const key = JSON.stringify([breach.rule.name, breach.file, breach.to, breach.kind]);
      if (told.has(key)) continue;
      told.add(key);
      findings.push(findingOf(breach, file));
    }
    notJudged.push(...problems.map((problem) => `${file}: ${problem}`));
  };
  for (const source of sources) {
    if (source.kind === 'dependency-cruiser') {
      const rules = readCruiserConfig(source.config);
      judged(source.file, findBreaches(rules, chosen(importers, source.config)), rules.notJudged);
    } else {
      const { rules, notJudged: problems } = zoneRules(source);
      judged(source.file, rules === undefined ? [] : findZoneBreaches(rules, importers), problems);
    }
  }
  if (layers.length > 0) judged('architecture.layers of the settings', findZoneBreaches(layerRules(layers, 'error'), importers), []);
  return { findings, notJudged };
}) satisfies JobWork<JudgeInput, JudgeOutput>;

function zoneRules(source: Exclude<RuleSource, { readonly kind: 'dependency-cruiser' }>): ReadZones {
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
