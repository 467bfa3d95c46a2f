import picomatch from 'picomatch';
import { isRecord } from '../../system/index.ts';
import type { CheckFinding } from '../report.ts';
import type { ReadZones, Zone } from './zones.ts';

interface Element {
  readonly type: string;
  /** The part of a path that is the element, or `undefined`. */
  unitIn(file: string): string | undefined;
}

interface TypeRule {
  readonly from: readonly string[] | undefined;
  readonly allow: readonly string[];
  readonly disallow: readonly string[];
  readonly message?: string | undefined;
}

/**
 * The rule `boundaries/element-types` (since version 6 `boundaries/dependencies`) of eslint-plugin-boundaries, as far as it is about types of
 * elements. https://www.jsboundaries.dev/docs/rules/dependencies/ (read 2026-11-22)
 * @param descriptors the setting `boundaries/elements`.
 * @param options of the rule.
 */
export function boundariesRules(descriptors: unknown, options: unknown, severity: CheckFinding['severity']): ReadZones {
  if (!Array.isArray(descriptors) || !isRecord(options)) return { notJudged: [] };
  const notJudged: string[] = [];
  const elements = descriptors.flatMap(
    (one: unknown) => elementOf(one) ?? (notJudged.push('An element of boundaries that has no type or no pattern is not judged.'), []),
  );
  const rules = (Array.isArray(options['rules']) ? options['rules'] : []).map(ruleOf);
  const known = rules.filter((rule) => rule !== undefined);
  if (known.length < rules.length) {
    notJudged.push('The rules of boundaries are not judged, because some of them are about more than types of elements.');
    return { notJudged };
  }
  const isAllowedByDefault = options['default'] !== 'disallow';
  return {
    notJudged,
    rules: {
      severity,
      zoneOf: (file) => zoneOf(elements, file),
      refusal(from, to) {
        let isAllowed = isAllowedByDefault;
        let message: string | undefined;
        // The last rule that matches decides.
        for (const rule of known) {
          if (rule.from !== undefined && !isOfType(from, rule.from)) continue;
          if (isOfType(to, rule.disallow)) [isAllowed, message] = [false, rule.message];
          if (isOfType(to, rule.allow)) isAllowed = true;
        }
        if (isAllowed) return undefined;
        return { rule: 'boundaries', message: message ?? `${from.names.join(', ')} may not import ${to.names.join(', ')}.` };
      },
    },
  };
}

function zoneOf(elements: readonly Element[], file: string): Zone | undefined {
  for (const { type, unitIn } of elements) {
    const unit = unitIn(file);
    if (unit !== undefined) return { names: [type], unit: `${type} ${unit}` };
  }
  return undefined;
}

function elementOf(value: unknown): Element | undefined {
  if (!isRecord(value) || typeof value['type'] !== 'string' || value['basePattern'] !== undefined) return undefined;
  const patterns = Array.isArray(value['pattern']) ? value['pattern'] : [value['pattern']];
  if (!patterns.every((pattern) => typeof pattern === 'string')) return undefined;
  const mode = value['mode'] ?? 'folder';
  const matchers = patterns.map((pattern) => picomatch(pattern, { dot: true }));
  const isMatch = (path: string): boolean => matchers.some((matches) => matches(path));
  const type = value['type'];
  if (mode === 'full') return { type, unitIn: (file) => (isMatch(file) ? file : undefined) };
  return { type, unitIn: (file) => unitFromRight(file.split('/'), isMatch, mode === 'file') };
}

/** The pattern is tried at ever longer ends of the path; in mode folder, for the directories above the file. */
function unitFromRight(parts: readonly string[], isMatch: (path: string) => boolean, isFile: boolean): string | undefined {
  for (let end = isFile ? parts.length : parts.length - 1; end > 0; end--) {
    for (let start = end - 1; start >= 0; start--) if (isMatch(parts.slice(start, end).join('/'))) return parts.slice(0, end).join('/');
    if (isFile) return undefined;
  }
  return undefined;
}

function ruleOf(value: unknown): TypeRule | undefined {
  if (!isRecord(value) || value['to'] !== undefined || value['importKind'] !== undefined) return undefined;
  const from = value['from'] === undefined ? undefined : typesOf(value['from']);
  const allow = value['allow'] === undefined ? [] : typesOf(value['allow']);
  const disallow = value['disallow'] === undefined ? [] : typesOf(value['disallow']);
  if ((value['from'] !== undefined && from === undefined) || allow === undefined || disallow === undefined) return undefined;
  return { from, allow, disallow, message: typeof value['message'] === 'string' ? value['message'] : undefined };
}

/** `"a"`, `["a", "b"]`, `{ type: "a" }`, `{ to: { type: ["a", "b"] } }`; `undefined` for a selector that asks for more. */
function typesOf(value: unknown): readonly string[] | undefined {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) {
    const lists = value.map(typesOf);
    return lists.every((list) => list !== undefined) ? lists.flat() : undefined;
  }
  if (!isRecord(value)) return undefined;
  const keys = Object.keys(value);
  if (keys.length !== 1) return undefined;
  return keys[0] === 'type' ? typesOf(value['type']) : keys[0] === 'to' ? typesOf(value['to']) : undefined;
}

/** Types may be patterns: `*`, `helper|component`. */
function isOfType({ names }: Zone, patterns: readonly string[]): boolean {
  return patterns.some((pattern) =>
    pattern.split('|').some((one) => one === '*' || names.some((name) => name === one || picomatch.isMatch(name, one))),
  );
}
