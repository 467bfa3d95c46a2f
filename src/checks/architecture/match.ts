import type { Breach, CircleCondition, Import, Importer, ImportRule, PathCondition, RequiredRule, RuleSet, Target } from './rules.ts';

/** All breaches of the rules, by file and line. Pure; the time grows with files times rules. */
export function findBreaches(rules: RuleSet, importers: readonly Importer[]): readonly Breach[] {
  const graph = new Map(importers.map((importer) => [importer.file, importer]));
  const imported = new Set(importers.flatMap(({ file, imports }) => imports.flatMap(({ to }) => (to === file ? [] : [to]))));
  const found: Breach[] = [];
  for (const importer of importers) {
    for (const one of importer.imports) found.push(...breachesOfImport(rules, importer.file, one));
    for (const rule of rules.forbidden)
      if (isOrphanBreach(rule, importer, imported)) found.push({ kind: 'orphan', rule, file: importer.file });
    for (const rule of rules.required) if (isMissing(rule, importer, graph)) found.push({ kind: 'missing', rule, file: importer.file });
  }
  for (const rule of rules.forbidden) {
    if (rule.to.reachable === true) found.push(...reachedFiles(rule, graph));
    if (rule.to.reachable === false) found.push(...unreachedFiles(rule, graph));
  }
  return found;
}

function breachesOfImport({ forbidden, allowed, allowedSeverity }: RuleSet, file: string, one: Import): readonly Breach[] {
  const breach = (rule: Breach['rule'], kind: Breach['kind']): Breach => ({
    rule,
    kind,
    file,
    line: one.line,
    to: one.to,
    through: one.through,
  });
  const broken = forbidden.filter((rule) => isAboutImports(rule) && matches(rule, file, one)).map((rule) => breach(rule, 'forbidden'));
  const allowing = allowed.filter(isAboutImports);
  if (allowing.length === 0 || allowing.some((rule) => matches(rule, file, one))) return broken;
  return [...broken, breach({ name: 'not-in-allowed', severity: allowedSeverity }, 'not-allowed')];
}

function isAboutImports({ from, to }: ImportRule): boolean {
  return from.orphan === undefined && to.reachable === undefined;
}

function matches({ from, to }: ImportRule, file: string, one: Import): boolean {
  const groups = groupsOf(from, file);
  return (
    groups !== undefined &&
    isAt(to, one.to, groups) &&
    isEqual(to.couldNotResolve, !one.isResolved) &&
    isEqual(to.circular, one.circle !== undefined) &&
    isEqual(to.dynamic, one.isDynamic) &&
    (to.types === undefined || to.types.some((type) => one.types.includes(type))) &&
    !(to.typesNot?.some((type) => one.types.includes(type)) ?? false) &&
    isAncestorAsWanted(to.ancestor, file, one) &&
    isViaSome(to.via, one, groups) &&
    isViaOnly(to.viaOnly, one, groups)
  );
}

function isEqual(wanted: boolean | undefined, is: boolean): boolean {
  return wanted === undefined || wanted === is;
}

function isAncestorAsWanted(wanted: boolean | undefined, file: string, { to, isCore, isResolved }: Import): boolean {
  if (wanted === undefined) return true;
  if (isCore || !isResolved) return false;
  const directory = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
  const [own, other] = [directory(file), directory(to)];
  return wanted === (own.startsWith(other) && own.length > other.length);
}

/** As upstream: `path` wants one that matches, `pathNot` one that does not. */
function isViaSome(via: CircleCondition | undefined, { circle }: Import, groups: Groups): boolean {
  if (via === undefined || circle === undefined) return true;
  const { path, pathNot, types, typesNot } = via;
  return (
    (path === undefined || circle.some(({ file }) => isMatch(path, file, groups))) &&
    (pathNot === undefined || !circle.every(({ file }) => isMatch(pathNot, file, groups))) &&
    (types === undefined || circle.some((step) => types.some((type) => step.types.includes(type)))) &&
    (typesNot === undefined || !circle.every((step) => typesNot.some((type) => step.types.includes(type))))
  );
}

function isViaOnly(via: CircleCondition | undefined, { circle }: Import, groups: Groups): boolean {
  if (via === undefined || circle === undefined) return true;
  const { path, pathNot, types, typesNot } = via;
  return (
    (path === undefined || circle.every(({ file }) => isMatch(path, file, groups))) &&
    (pathNot === undefined || !circle.some(({ file }) => isMatch(pathNot, file, groups))) &&
    (types === undefined || circle.every((step) => types.some((type) => step.types.includes(type)))) &&
    (typesNot === undefined || !circle.some((step) => typesNot.some((type) => step.types.includes(type))))
  );
}

function isOrphanBreach({ from }: ImportRule, { file, imports }: Importer, imported: ReadonlySet<string>): boolean {
  if (from.orphan === undefined || groupsOf(from, file) === undefined) return false;
  return from.orphan === (imports.length === 0 && !imported.has(file));
}

function isMissing({ module, to }: RequiredRule, importer: Importer, graph: Graph): boolean {
  const groups = groupsOf(module, importer.file);
  if (groups === undefined || isAt(to, importer.file, groups)) return false;
  if (importer.imports.some((one) => isAt(to, one.to, groups))) return false;
  return !to.reachable || ![...reachedFrom([importer.file], graph).keys()].some((file) => isAt(to, file, groups));
}

type Graph = ReadonlyMap<string, Importer>;

/** Files that match `to` and can be reached from a file of `from`; each once, with the shortest way to it. */
function reachedFiles(rule: ImportRule, graph: Graph): readonly Breach[] {
  const found: Breach[] = [];
  for (const file of graph.keys()) {
    const groups = groupsOf(rule.from, file);
    if (groups === undefined) continue;
    const before = reachedFrom([file], graph);
    for (const to of before.keys()) {
      if (to === file || !isAt(rule.to, to, groups)) continue;
      const through = wayTo(to, before);
      const next = through[1] ?? to;
      const line = graph.get(file)?.imports.find((one) => one.to === next)?.line;
      found.push({ kind: 'forbidden', rule, file, line, to, through: through.slice(1, -1) });
    }
  }
  return found;
}

/** Files that match `to` and that no file of `from` leads to. */
function unreachedFiles(rule: ImportRule, graph: Graph): readonly Breach[] {
  const starts = [...graph.keys()].filter((file) => groupsOf(rule.from, file) !== undefined);
  const reached = reachedFrom(starts, graph);
  return [...graph.keys()]
    .filter((file) => !reached.has(file) && isAt(rule.to, file, []))
    .map((file) => ({ kind: 'unreachable', rule, file }));
}

/** Every file that can be reached, with the one before it on the shortest way. */
function reachedFrom(starts: readonly string[], graph: Graph): ReadonlyMap<string, string | undefined> {
  const before = new Map<string, string | undefined>(starts.map((file) => [file, undefined]));
  for (const file of before.keys()) {
    for (const { to, isResolved } of graph.get(file)?.imports ?? []) if (isResolved && !before.has(to)) before.set(to, file);
  }
  return before;
}

function wayTo(file: string, before: ReadonlyMap<string, string | undefined>): readonly string[] {
  const way: string[] = [];
  for (let at: string | undefined = file; at !== undefined; at = before.get(at)) way.unshift(at);
  return way;
}

type Groups = readonly string[];

/** The whole match and the groups of `from.path` in a path; `undefined` where the condition does not hold. */
function groupsOf({ path, pathNot }: PathCondition, file: string): Groups | undefined {
  if (pathNot !== undefined && expression(pathNot).test(file)) return undefined;
  if (path === undefined) return [];
  const found = expression(path).exec(file);
  // As upstream: a group that matched nothing does not count.
  return found === null ? undefined : found.length > 1 ? found.filter((group) => typeof group === 'string') : [];
}

function isAt({ path, pathNot }: PathCondition | Target, file: string, groups: Groups): boolean {
  return (path === undefined || isMatch(path, file, groups)) && (pathNot === undefined || !isMatch(pathNot, file, groups));
}

function isMatch(pattern: string, file: string, groups: Groups): boolean {
  return expression(groups.reduce((text, group, index) => text.replaceAll(`$${index}`, () => group), pattern)).test(file);
}

const maxExpressions = 5_000;
const expressions = new Map<string, RegExp>();

function expression(pattern: string): RegExp {
  const known = expressions.get(pattern);
  if (known !== undefined) return known;
  if (expressions.size >= maxExpressions) expressions.clear();
  const made = new RegExp(pattern);
  expressions.set(pattern, made);
  return made;
}
