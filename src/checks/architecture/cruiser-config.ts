import { isRecord } from '../../system/index.ts';
import type { CheckFinding } from '../report.ts';
import {
  importTypes,
  type CircleCondition,
  type ImportRule,
  type ImportType,
  type PathCondition,
  type RequiredRule,
  type RuleSet,
  type Target,
} from './rules.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * Reads the rules of a dependency-cruiser configuration. What is not known here is named in `notJudged`, and a rule that depends on it is
 * left out: judged without the condition it would forbid what is allowed.
 * https://github.com/sverweij/dependency-cruiser/blob/main/doc/rules-reference.md (read 2026-11-22)
 */
export function readCruiserConfig(config: Json): RuleSet {
  const notJudged: string[] = [];
  const each = <Rule>(key: string, read: (rule: Json, name: string) => Rule): readonly Rule[] => {
    const list = config[key];
    return (Array.isArray(list) ? list.filter(isRecord) : []).flatMap((rule) => {
      const name = typeof rule['name'] === 'string' ? rule['name'] : 'unnamed';
      if (rule['severity'] === 'ignore') return [];
      const unknown = unknownConditions(rule);
      if (unknown.length === 0) return [read(rule, name)];
      notJudged.push(`Rule "${name}" is not judged: snap does not know ${unknown.join(', ')}.`);
      return [];
    });
  };
  const allowedSeverity = config['allowedSeverity'];
  const forbidden = each('forbidden', importRule);
  const required = each('required', requiredRule);
  // One rule that is left out would make everything that it allows a breach.
  const allowed = each('allowed', importRule);
  const hasAllAllowed = allowed.length === (Array.isArray(config['allowed']) ? config['allowed'].length : 0);
  if (!hasAllAllowed) notJudged.push('The list "allowed" is not judged, because not all of its rules can be.');
  return {
    forbidden,
    required,
    allowed: hasAllAllowed && allowedSeverity !== 'ignore' ? allowed : [],
    allowedSeverity: severityOf(allowedSeverity),
    notJudged,
  };
}

const pathKeys = ['path', 'pathNot'];
const circleKeys = [...pathKeys, 'dependencyTypes', 'dependencyTypesNot'];
const targetKeys = new Set([
  ...circleKeys,
  'reachable',
  'circular',
  'couldNotResolve',
  'dynamic',
  'ancestor',
  'via',
  'viaOnly',
  'viaNot',
  'viaSomeNot',
]);

function unknownConditions(rule: Json): readonly string[] {
  const { from, to, module, scope } = {
    from: section(rule['from']),
    to: section(rule['to']),
    module: section(rule['module']),
    scope: rule['scope'],
  };
  const strange = (part: Json, known: ReadonlySet<string>): readonly string[] => Object.keys(part).filter((key) => !known.has(key));
  const circles = ['via', 'viaOnly'].map((key) => section(to[key]));
  return [
    ...(scope === 'folder' ? ['"scope": "folder"'] : []),
    ...strange(from, new Set([...pathKeys, 'orphan'])),
    ...strange(to, targetKeys),
    ...strange(module, new Set(pathKeys)),
    ...circles.flatMap((part) => strange(part, new Set(circleKeys))),
    ...[to, ...circles].flatMap((part) => [part['dependencyTypes'], part['dependencyTypesNot']].flatMap(strangeTypes)),
    ...[from, to, module, ...circles].flatMap((part) => pathKeys.flatMap((key) => strangeExpression(part[key]))),
  ];
}

function section(value: unknown): Json {
  return isRecord(value) ? value : {};
}

/** Names of newer kinds that mean one that is known: `npm-bundled` and aliases cannot be told apart here. */
const sameTypes: Readonly<Record<string, ImportType>> = {
  'dynamic-import': 'dynamic-import',
  'npm-unknown': 'npm-no-pkg',
  localmodule: 'local',
};

function typeOf(name: unknown): ImportType | undefined {
  return importTypes.find((type) => type === name) ?? (typeof name === 'string' ? sameTypes[name] : undefined);
}

function strangeTypes(value: unknown): readonly string[] {
  if (value === undefined) return [];
  const names: readonly unknown[] = Array.isArray(value) ? value : [value];
  return names.filter((name) => typeOf(name) === undefined).map((name) => `the kind of import ${JSON.stringify(name)}`);
}

function strangeExpression(value: unknown): readonly string[] {
  const text = pattern(value);
  if (text === undefined) return value === undefined ? [] : ['a path that is no text'];
  try {
    void RegExp(text);
    return [];
  } catch {
    // The message of the engine says no more to a reader than the expression itself.
    return [`the regular expression ${JSON.stringify(text)}`];
  }
}

/** A list of expressions means any of them. */
function pattern(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) return undefined;
  return value.join('|');
}

function severityOf(value: unknown): CheckFinding['severity'] {
  return value === 'error' ? 'error' : value === 'info' ? 'info' : 'warning';
}

function named(rule: Json, name: string): Pick<ImportRule, 'name' | 'severity' | 'comment'> {
  const comment = rule['comment'];
  return { name, severity: severityOf(rule['severity']), comment: typeof comment === 'string' ? comment : undefined };
}

function importRule(rule: Json, name: string): ImportRule {
  const from = section(rule['from']);
  return { ...named(rule, name), from: { ...pathsOf(from), orphan: flag(from['orphan']) }, to: targetOf(section(rule['to'])) };
}

function requiredRule(rule: Json, name: string): RequiredRule {
  const to = section(rule['to']);
  return { ...named(rule, name), module: pathsOf(section(rule['module'])), to: { ...pathsOf(to), reachable: to['reachable'] === true } };
}

function pathsOf(part: Json): PathCondition {
  return { path: pattern(part['path']), pathNot: pattern(part['pathNot']) };
}

function targetOf(to: Json): Target {
  const viaNot = pattern(to['viaNot']);
  const viaSomeNot = pattern(to['viaSomeNot']);
  return {
    ...circleOf(to),
    reachable: flag(to['reachable']),
    circular: flag(to['circular']),
    couldNotResolve: flag(to['couldNotResolve']),
    dynamic: flag(to['dynamic']),
    ancestor: flag(to['ancestor']),
    via: viaOf(to['via'], viaSomeNot),
    viaOnly: viaOf(to['viaOnly'], viaNot),
  };
}

/** Earlier versions had keys of their own for `pathNot`. */
function viaOf(value: unknown, pathNot: string | undefined): CircleCondition | undefined {
  const text = pattern(value);
  const condition = text === undefined ? (isRecord(value) ? circleOf(value) : undefined) : { path: text };
  if (pathNot === undefined) return condition;
  return { ...condition, pathNot: condition?.pathNot ?? pathNot };
}

function circleOf(part: Json): CircleCondition {
  return { ...pathsOf(part), types: typesOf(part['dependencyTypes']), typesNot: typesOf(part['dependencyTypesNot']) };
}

function typesOf(value: unknown): readonly ImportType[] | undefined {
  return Array.isArray(value) ? value.flatMap((name) => typeOf(name) ?? []) : undefined;
}

function flag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}
