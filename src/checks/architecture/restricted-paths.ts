import picomatch from 'picomatch';
import { pathFrom } from '../../workspace/index.ts';
import { isRecord, textsIn } from '../../system/index.ts';
import type { CheckFinding } from '../report.ts';
import type { Breach, Importer } from './rules.ts';

/** What one part of an ESLint configuration says of the rule, for the files that it is about. Plain data. */
export interface RestrictedPaths {
  readonly files?: readonly string[] | undefined;
  readonly ignores?: readonly string[] | undefined;
  readonly severity: CheckFinding['severity'] | 'off';
  readonly zones: readonly RestrictedZone[];
}

interface RestrictedZone {
  readonly target: readonly string[];
  readonly from: readonly string[];
  readonly except: readonly string[];
  readonly message?: string | undefined;
}

/** Of eslint-plugin-import, and of eslint-plugin-import-x. */
const restrictedPathsName = /^(?:import|import-x|i)\/no-restricted-paths$/;

/**
 * Reads the options of the rule. https://github.com/import-js/eslint-plugin-import/blob/main/docs/rules/no-restricted-paths.md (read 2026-11-22)
 * @param isWhole whether everything in a value could be read without running it; `isPartial`: whether a key or an item of it could not.
 * @returns `undefined` where the zones cannot be read; `left`: how many zones are not judged.
 */
function restrictedZones(
  options: unknown,
  isWhole: (value: unknown) => boolean,
  isPartial: (value: object) => boolean,
): { readonly zones: readonly RestrictedZone[]; readonly left: number } | undefined {
  if (!isRecord(options) || !Array.isArray(options['zones'])) return undefined;
  const { basePath = '', zones } = options;
  // A base that is computed is another one than the root, as far as anybody can tell.
  const base = typeof basePath === 'string' && !basePath.startsWith('/') ? pathFrom('', basePath) : undefined;
  if (base === undefined || isPartial(options)) return undefined;
  const read = zones.flatMap((zone: unknown) => (isWhole(zone) ? (zoneOf(zone, base) ?? []) : []));
  return { zones: read, left: zones.length - read.length };
}

function zoneOf(zone: unknown, base: string): RestrictedZone | undefined {
  if (!isRecord(zone)) return undefined;
  const placed = (value: unknown): readonly string[] | undefined => {
    const paths = (typeof value === 'string' ? [value] : textsIn(value)).map((path) => pathFrom(base, path));
    return paths.length > 0 && paths.every((path) => path !== undefined) ? paths : undefined;
  };
  const { message } = zone;
  const [target, from, except] = [placed(zone['target']), placed(zone['from']), textsIn(zone['except'])];
  if (target === undefined || from === undefined) return undefined;
  const globs = from.filter(isGlob).length;
  // The rule itself reports such a zone as a mistake.
  if (globs > 0 && (globs < from.length || !except.every(isGlob))) return undefined;
  return { target, from, except, message: typeof message === 'string' ? message : undefined };
}

const isGlob = (path: string): boolean => /[*?{}!]|\[[^\]]*\]|[@+]\(/.test(path);

/**
 * The parts of an ESLint configuration that are about the rule, in their order.
 * @param text of the file, to know whether the rule is there at all.
 */
export function restrictedPathsIn(
  config: unknown,
  text: string,
  partial?: WeakSet<object>,
): { readonly parts: readonly RestrictedPaths[]; readonly problems: readonly string[] } {
  const isPartial = (value: object): boolean => partial?.has(value) === true;
  const isWhole = (value: unknown): boolean =>
    typeof value !== 'object' || value === null || (!isPartial(value) && Object.values(value).every(isWhole));
  const parts: RestrictedPaths[] = [];
  const problems = new Set<string>();
  const read = (part: Readonly<Record<string, unknown>>, setting: unknown): void => {
    const [level, options]: readonly unknown[] = Array.isArray(setting) ? setting : [setting];
    const about = [part['files'], part['ignores'] ?? part['excludedFiles']];
    const isOff = level === 'off' || level === 0;
    const found = isOff ? { zones: [], left: 0 } : restrictedZones(options, isWhole, isPartial);
    if (found === undefined || !isWhole(setting) || !about.every((value) => value === undefined || isPatterns(value, isWhole)))
      problems.add('a part of "no-restricted-paths" is computed when it runs; the zones of that part are not judged.');
    if (found !== undefined && found.left > 0)
      problems.add(`${found.left} of the zones of "no-restricted-paths" cannot be read, so they are not judged.`);
    const [files, ignores] = about.map((value) => (value === undefined ? undefined : typeof value === 'string' ? [value] : textsIn(value)));
    parts.push({
      files,
      ignores,
      severity: isOff ? 'off' : level === 'error' || level === 2 ? 'error' : 'warning',
      zones: found?.zones ?? [],
    });
  };
  const visit = (part: unknown, depth: number): void => {
    if (depth > 6) return;
    if (Array.isArray(part)) for (const one of part) visit(one, depth + 1);
    if (!isRecord(part)) return;
    for (const [name, setting] of Object.entries(isRecord(part['rules']) ? part['rules'] : {}))
      if (restrictedPathsName.test(name)) read(part, setting);
    visit(part['overrides'], depth + 1);
  };
  visit(config, 0);
  if (parts.length === 0 && /\bno-restricted-paths\b/.test(text))
    problems.add('"no-restricted-paths" is there, but in a part that is computed when it runs, so it is not judged.');
  return { parts, problems: [...problems] };
}

function isPatterns(value: unknown, isWhole: (part: unknown) => boolean): boolean {
  return typeof value === 'string' || (Array.isArray(value) && isWhole(value) && value.every((one) => typeof one === 'string'));
}

/** The imports of one zone that it forbids. The last part of the configuration that is about a file decides. */
export function restrictedBreaches(parts: readonly RestrictedPaths[], importers: readonly Importer[], place: ZonePlace): readonly Breach[] {
  const applies = parts.map(({ files, ignores }) => {
    const [wanted, left] = [matcher(files ?? ['**']), matcher(ignores ?? [])];
    return (file: string): boolean => wanted(file) && !left(file);
  });
  const part = parts[place.part];
  const zone = part?.zones[place.zone];
  if (part === undefined || zone === undefined || part.severity === 'off') return [];
  const rule = {
    name: 'import/no-restricted-paths',
    severity: part.severity,
    comment: zone.message ?? `Files of ${zone.target.join(', ')} may not.`,
  };
  const isTarget = within(zone.target);
  const restricted = zone.from.map((from) => ({ isIn: within([from]), isExcepted: excepted(from, zone.except) }));
  return importers
    .filter(({ file }) => isTarget(file) && applies.findLastIndex((isAbout) => isAbout(file)) === place.part)
    .flatMap(({ file, imports }) =>
      imports
        .filter(({ to, isResolved }) => isResolved && restricted.some(({ isIn, isExcepted }) => isIn(to) && !isExcepted(to)))
        .map(({ to, line, through }): Breach => ({ kind: 'forbidden', rule, file, line, to, through })),
    );
}

/** Which zone of which part. */
export interface ZonePlace {
  readonly part: number;
  readonly zone: number;
}

function within(paths: readonly string[]): (file: string) => boolean {
  const globs = matcher(paths.filter(isGlob));
  const plain = paths.filter((path) => !isGlob(path));
  return (file) => plain.some((path) => path === '' || file === path || file.startsWith(`${path}/`)) || globs(file);
}

/** Exceptions are below `from`; where that is a pattern, they are patterns of their own. */
function excepted(from: string, except: readonly string[]): (file: string) => boolean {
  if (isGlob(from)) return matcher(except);
  return within(except.flatMap((path) => pathFrom(from, path) ?? []).filter((path) => path !== ''));
}

/** Patterns without a slash match the name alone, as in the overrides of ESLint. */
function matcher(patterns: readonly string[]): (file: string) => boolean {
  const matchers = patterns.map((pattern) => picomatch(pattern, { dot: true, basename: !pattern.includes('/') }));
  return (file) => matchers.some((matches) => matches(file));
}
