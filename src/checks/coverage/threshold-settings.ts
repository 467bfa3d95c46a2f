import { join } from 'node:path';
import { isList, isMap, loadFormat, toValue, type Value, type ValueMap } from '../../formats/index.ts';
import { isRecord, type System } from '../../system/index.ts';
import type { Workspace, WorkspacePath } from '../../workspace/index.ts';
import { type FilesJob, overFiles } from '../files/over-files.ts';
import type { ConfigValue } from './read-config-job.ts';

/** What the project's own settings demand of its coverage. */
export interface Threshold {
  readonly file: WorkspacePath;
  /** As the settings spell it: `c8.lines`. */
  readonly setting: string;
  readonly kind: ThresholdKind;
  /** `total`: of coverage.py, lines and branches together. */
  readonly metric: 'lines' | 'statements' | 'branches' | 'functions' | 'total';
  /** In percent; where it is negative, the number that may be missed at most. */
  readonly least: number;
  /** Decimals to which coverage.py rounds before it compares. */
  readonly precision?: number | undefined;
}

export type ThresholdKind = 'istanbul' | 'python';

export interface ThresholdSettings {
  readonly thresholds: readonly Threshold[];
  /** Settings that cannot be judged, in sentences. */
  readonly unread: readonly string[];
}

const metrics = ['lines', 'statements', 'branches', 'functions'] as const;
const maxBytes = 1024 * 1024;

const job: FilesJob<undefined, ConfigValue> = { name: 'checks/read-configs' };

/**
 * Reads the thresholds in the directory of a package. A configuration that is a program is not run: thresholds are read where they are plain
 * values in it, and otherwise it is named.
 */
export async function readThresholds(
  system: System,
  workspace: Workspace,
  base: WorkspacePath,
  signal: AbortSignal,
): Promise<ThresholdSettings> {
  const thresholds: Threshold[] = [];
  const unread: string[] = [];
  const names = new Set(await system.list(join(workspace.root, base)));
  const found = new Reading(thresholds, unread);
  for (const [name, take] of dataFiles) {
    if (!names.has(name)) continue;
    const file = base === '' ? name : `${base}/${name}`;
    const text = Buffer.from((await system.readStart(join(workspace.root, file), maxBytes)) ?? []).toString('utf8');
    const value = await parsed(name, text);
    if (value === undefined) unread.push(`${file} cannot be read, so its thresholds are not judged.`);
    else take(found, file, value);
  }
  const programs = [...names].filter((name) => isProgram.test(name)).map((name) => (base === '' ? name : `${base}/${name}`));
  const values = new Map<string, ConfigValue | undefined>();
  if (programs.length > 0) {
    await overFiles(system, job, {
      root: workspace.root,
      files: programs,
      extra: undefined,
      signal,
      take: (file, value) => values.set(file, value),
    });
  }
  for (const file of programs) ofProgram(found, unread, file, values.get(file));
  return { thresholds, unread };
}

const isProgram = /^(?:vitest|vite|jest)\.config\.[cm]?[jt]s$|^\.(?:nyc|c8)rc\.c?js$|^nyc\.config\.c?js$/;

function ofProgram(found: Reading, unread: string[], file: WorkspacePath, config: ConfigValue | undefined): void {
  const name = file.slice(file.lastIndexOf('/') + 1);
  const value = asValue(config?.value);
  const before = found.count;
  if (isMap(value)) {
    if (name.startsWith('vi')) found.vitest(file, value);
    else if (name.startsWith('jest')) found.jest(file, value, '');
    else found.nyc(file, value, '');
  }
  // What code computes may be thresholds; of vite's own configuration, that is not to be expected.
  if (found.count === before && config?.isWhole !== true && !name.startsWith('vite.'))
    unread.push(`${file} is a program and is not run: thresholds that it computes are judged by its own tool alone.`);
}

function asValue(value: unknown): Value | undefined {
  if (Array.isArray(value)) return value.map((item) => asValue(item) ?? null);
  if (isRecord(value)) return new Map(Object.entries(value).map(([key, item]) => [key, asValue(item) ?? null]));
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}

class Reading {
  readonly #thresholds: Threshold[];
  readonly #unread: string[];

  constructor(thresholds: Threshold[], unread: string[]) {
    this.#thresholds = thresholds;
    this.#unread = unread;
  }

  get count(): number {
    return this.#thresholds.length;
  }

  /** https://vitest.dev/config/coverage#coverage-thresholds (2026-11-22) */
  vitest(file: WorkspacePath, value: ValueMap): void {
    const at = ['test', 'coverage', 'thresholds'].reduce<Value | undefined>((one, key) => (isMap(one) ? one.get(key) : undefined), value);
    if (!isMap(at)) return;
    const own = new Set<string>([...metrics, '100', 'perFile', 'autoUpdate']);
    if (at.get('perFile') === true || [...at.keys()].some((key) => !own.has(key))) {
      this.#unread.push(`${file}: thresholds for single files are judged by vitest alone.`);
      return;
    }
    const all = at.get('100') === true ? 100 : undefined;
    for (const metric of metrics) this.#add(file, `test.coverage.thresholds.${metric}`, metric, all ?? at.get(metric));
  }

  /** https://github.com/istanbuljs/nyc#coverage-thresholds, https://github.com/bcoe/c8#check-for-uncovered-lines (2026-11-22) */
  nyc(file: WorkspacePath, value: Value | undefined, prefix: string): void {
    if (!isMap(value) || value.get('check-coverage') !== true) return;
    if (value.get('per-file') === true) {
      this.#unread.push(`${file}: ${prefix}per-file thresholds are judged by their own tool alone.`);
      return;
    }
    const all = value.get('100') === true ? 100 : undefined;
    for (const metric of metrics)
      this.#add(file, `${prefix}${metric}`, metric, all ?? value.get(metric) ?? (metric === 'lines' ? 90 : undefined));
  }

  /** https://jestjs.io/docs/configuration#coveragethreshold-object (2026-11-22) */
  jest(file: WorkspacePath, value: Value | undefined, prefix: string): void {
    const threshold = isMap(value) ? value.get('coverageThreshold') : undefined;
    if (!isMap(threshold)) return;
    const global = threshold.get('global');
    if ([...threshold.keys()].some((key) => key !== 'global')) {
      // The files that another entry matches are taken out of the global one.
      this.#unread.push(`${file}: ${prefix}coverageThreshold has entries for single files, which jest alone judges.`);
      return;
    }
    if (!isMap(global)) return;
    for (const metric of metrics) this.#add(file, `${prefix}coverageThreshold.global.${metric}`, metric, global.get(metric));
  }

  /** https://coverage.readthedocs.io/en/latest/config.html#report-fail-under (2026-11-22) */
  python(file: WorkspacePath, section: Value | undefined, setting: string): void {
    if (!isMap(section)) return;
    const [least, precision] = [numberIn(section.get('fail_under')), numberIn(section.get('precision'))];
    if (least !== undefined && least > 0)
      this.#thresholds.push({ file, setting, kind: 'python', metric: 'total', least, precision: Math.min(9, Math.max(0, precision ?? 0)) });
  }

  #add(file: WorkspacePath, setting: string, metric: (typeof metrics)[number], value: Value | undefined): void {
    const least = numberIn(value);
    if (least !== undefined && least !== 0) this.#thresholds.push({ file, setting, kind: 'istanbul', metric, least });
  }
}

type Take = (found: Reading, file: WorkspacePath, value: ValueMap) => void;
const ofNyc: Take = (found, file, value) => found.nyc(file, value, '');

const dataFiles: readonly (readonly [name: string, take: Take])[] = [
  [
    'package.json',
    (found, file, value) => {
      found.nyc(file, value.get('nyc'), 'nyc.');
      found.nyc(file, value.get('c8'), 'c8.');
      found.jest(file, value.get('jest'), 'jest.');
    },
  ],
  ...['.nycrc', '.nycrc.json', '.nycrc.yaml', '.nycrc.yml', '.c8rc', '.c8rc.json'].map((name) => [name, ofNyc] as const),
  ['jest.config.json', (found, file, value) => found.jest(file, value, '')],
  ['.coveragerc', (found, file, value) => found.python(file, value.get('report'), '[report] fail_under')],
  ['setup.cfg', (found, file, value) => found.python(file, value.get('coverage:report'), '[coverage:report] fail_under')],
  ['tox.ini', (found, file, value) => found.python(file, value.get('coverage:report'), '[coverage:report] fail_under')],
  [
    'pyproject.toml',
    (found, file, value) => {
      const report = ['tool', 'coverage', 'report'].reduce<Value | undefined>((at, key) => (isMap(at) ? at.get(key) : undefined), value);
      found.python(file, report, '[tool.coverage.report] fail_under');
    },
  ],
];

async function parsed(name: string, text: string): Promise<ValueMap | undefined> {
  if (['.coveragerc', 'setup.cfg', 'tox.ini'].includes(name)) return sectionsOf(text);
  const format = name.endsWith('.toml') ? 'toml' : /\.ya?ml$/.test(name) ? 'yaml' : 'json';
  const tree = (await loadFormat(format)).parse(text, format === 'json' ? 'comments-and-commas' : 'strict');
  const value = tree.kind === 'tree' && tree.root !== undefined ? toValue(tree.root) : undefined;
  return isMap(value) ? value : undefined;
}

/** Sections of `name = value` lines, as Python's configparser reads them. */
function sectionsOf(text: string): ValueMap {
  const sections = new Map<string, Map<string, Value>>();
  let section: Map<string, Value> | undefined;
  for (const line of text.split('\n')) {
    const heading = /^\[([^\]]+)\]/.exec(line)?.[1];
    if (heading !== undefined) {
      section = sections.get(heading) ?? new Map<string, Value>();
      sections.set(heading, section);
    }
    const [, key, value] = /^([A-Za-z_][\w-]*)\s*[=:]\s*(.*?)\s*(?:\s[#;].*)?$/.exec(line) ?? [];
    if (key !== undefined && value !== undefined) section?.set(key.toLowerCase(), value);
  }
  return sections;
}

function numberIn(value: Value | undefined): number | undefined {
  if (isList(value)) return undefined;
  const number = typeof value === 'string' && /^-?\d{1,5}(\.\d{1,9})?$/.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
