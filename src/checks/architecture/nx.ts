import { isRecord } from '../../system/index.ts';
import type { CheckFinding } from '../report.ts';
import type { Zone, ZoneRules } from './zones.ts';

/** A project of an Nx workspace: `project.json`, or `nx` in a `package.json`. */
export interface NxProject {
  /** Its directory, from the root of the workspace. */
  readonly root: string;
  readonly name: string;
  readonly tags: readonly string[];
}

interface Constraint {
  /** All of them have to be tags of the importing project. */
  readonly source: readonly string[];
  readonly only?: readonly string[] | undefined;
  readonly never?: readonly string[] | undefined;
}

/**
 * The `depConstraints` of the ESLint rule `@nx/enforce-module-boundaries`, for direct imports.
 * https://github.com/nrwl/nx/blob/master/packages/eslint-plugin/src/rules/enforce-module-boundaries.ts (read 2026-11-22)
 * @param options of the rule.
 */
export function nxRules(options: unknown, projects: readonly NxProject[], severity: CheckFinding['severity']): ZoneRules | undefined {
  const list = isRecord(options) ? options['depConstraints'] : undefined;
  const constraints = (Array.isArray(list) ? list : []).flatMap(constraintOf);
  if (constraints.length === 0) return undefined;
  // The innermost project holds a file.
  const inner = projects.toSorted((a, b) => b.root.length - a.root.length);
  const zoneOf = (file: string): Zone | undefined => {
    const project = inner.find(({ root }) => root !== '' && root !== '.' && file.startsWith(`${root}/`));
    return project === undefined ? undefined : { names: project.tags, unit: project.name };
  };
  return { severity, zoneOf, refusal: (from, to) => refusal(constraints, from, to) };
}

function refusal(constraints: readonly Constraint[], from: Zone, to: Zone): ReturnType<ZoneRules['refusal']> {
  const rule = 'nx-module-boundaries';
  const own = constraints.filter(({ source }) => source.every((tag) => hasTag(from, tag)));
  if (own.length === 0)
    return { rule, message: `Project "${from.unit}" has no tag that a constraint is about, so it may import no other project.` };
  for (const { source, only, never } of own) {
    const tags = source.join(', ');
    if (only !== undefined && !only.some((tag) => hasTag(to, tag)) && (only.length > 0 || to.names.length > 0))
      return { rule, message: `A project with tag ${tags} may only import projects with tag ${only.join(' or ') || '(none)'}.` };
    if (never?.some((tag) => hasTag(to, tag)) === true)
      return { rule, message: `A project with tag ${tags} may not import projects with tag ${never.join(' or ')}.` };
  }
  return undefined;
}

function constraintOf(value: unknown): readonly Constraint[] {
  if (!isRecord(value)) return [];
  const { sourceTag, allSourceTags, onlyDependOnLibsWithTags, notDependOnLibsWithTags } = value;
  const source = typeof sourceTag === 'string' ? [sourceTag] : texts(allSourceTags);
  return source === undefined ? [] : [{ source, only: texts(onlyDependOnLibsWithTags), never: texts(notDependOnLibsWithTags) }];
}

function texts(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;
}

/** A tag may be `*`, a text with `*` in it, or a regular expression between slashes. */
function hasTag({ names }: Zone, tag: string): boolean {
  if (tag === '*') return true;
  const pattern =
    tag.length > 1 && tag.startsWith('/') && tag.endsWith('/') ? tag.slice(1, -1) : tag.includes('*') ? starred(tag) : undefined;
  if (pattern === undefined) return names.includes(tag);
  try {
    const expression = new RegExp(pattern);
    return names.some((name) => expression.test(name));
  } catch {
    // Not a regular expression: upstream fails on it, and no project has such a tag.
    return false;
  }
}

function starred(tag: string): string {
  return `^${tag.split(/\.\*|\*+/).join('.*')}$`;
}
