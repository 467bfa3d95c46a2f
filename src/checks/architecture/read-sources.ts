import { directoryOf, pathFrom } from '../../workspace/index.ts';
import { join } from 'node:path';
import { isRecord, textsIn, type System } from '../../system/index.ts';
import { loadFormat, toPlain } from '../../formats/index.ts';
import type { CheckFinding } from '../report.ts';
import { exportedValue, type ReadValue } from './literal-config.ts';
import type { NxProject } from './nx.ts';
import { restrictedPathsIn, type RestrictedPaths } from './restricted-paths.ts';

/** A configuration of the workspace that says which imports are allowed. Plain data: it is sent between processes. */
export type RuleSource = { readonly file: string } & (
  | { readonly kind: 'dependency-cruiser'; readonly config: Readonly<Record<string, unknown>> }
  | { readonly kind: 'boundaries'; readonly elements: unknown; readonly options: unknown; readonly severity: CheckFinding['severity'] }
  | { readonly kind: 'nx'; readonly options: unknown; readonly severity: CheckFinding['severity']; readonly projects: readonly NxProject[] }
  | { readonly kind: 'restricted-paths'; readonly parts: readonly RestrictedPaths[] }
  | { readonly kind: 'fallow'; readonly config: Readonly<Record<string, unknown>> }
);

export interface RuleSources {
  readonly sources: readonly RuleSource[];
  /** What could not be read, in sentences. */
  readonly problems: readonly string[];
}

/** Parses a script; its result is a tree of https://github.com/estree/estree. */
export type ParseScript = (name: string, text: string) => unknown;

const cruiserNames = ['json', 'js', 'cjs', 'mjs', 'ts'].map((ending) => `.dependency-cruiser.${ending}`);
const eslintNames = [
  ...['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].map((ending) => `eslint.config.${ending}`),
  ...['.js', '.cjs', '.json', '.yaml', '.yml', ''].map((ending) => `.eslintrc${ending}`),
];
const fallowNames = ['.fallowrc.json', '.fallowrc.jsonc'];
const maxBytes = 4 * 1024 * 1024;
const maxExtends = 10;

interface SourceReader {
  readonly system: System;
  readonly root: string;
  /** Every file of the workspace, from its root. */
  readonly files: readonly string[];
  readonly parse: ParseScript;
}

/** Reads the configurations in the root of a workspace. Nothing of them is run. */
export async function readRuleSources(reader: SourceReader): Promise<RuleSources> {
  const names = new Set(reader.files);
  const problems: string[] = [];
  const sources: RuleSource[] = [];
  const first = (list: readonly string[]): string | undefined => list.find((name) => names.has(name));
  const cruiser = first(cruiserNames);
  if (cruiser !== undefined) {
    const config = await readCruiser(reader, cruiser, problems);
    if (config !== undefined) sources.push({ kind: 'dependency-cruiser', file: cruiser, config });
  }
  const fallow = first(fallowNames);
  if (fallow !== undefined) {
    const { value } = (await readConfig(reader, fallow)) ?? {};
    if (isRecord(value) && value['boundaries'] !== undefined) sources.push({ kind: 'fallow', file: fallow, config: value });
  }
  const eslint = first(eslintNames);
  if (eslint !== undefined) sources.push(...(await readEslint(reader, eslint, problems)));
  return { sources, problems };
}

/** With the configurations that it extends, which come first. */
async function readCruiser(
  reader: SourceReader,
  file: string,
  problems: string[],
  depth = 0,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const read = await readConfig(reader, file);
  if (read === undefined || !isRecord(read.value)) {
    problems.push(`${file}: it exports no object that can be read without running it, so its rules are not judged.`);
    return undefined;
  }
  const { value: config } = read;
  if (!read.isWhole) problems.push(`${file}: a part of it is computed when it runs; the rules in that part are not judged.`);
  const bases = typeof config['extends'] === 'string' ? [config['extends']] : textsIn(config['extends']);
  let merged: Readonly<Record<string, unknown>> = {};
  for (const base of bases) {
    const path = base.startsWith('.') ? pathFrom(directoryOf(file), base) : `node_modules/${base}`;
    const found = path !== undefined && depth < maxExtends ? await firstReadable(reader, path) : undefined;
    const inner = found === undefined ? undefined : await readCruiser(reader, found, problems, depth + 1);
    if (inner === undefined) problems.push(`${file}: "${base}", which it extends, could not be read.`);
    else merged = mergedRules(merged, inner);
  }
  return mergedRules(merged, config);
}

async function firstReadable({ system, root }: SourceReader, path: string): Promise<string | undefined> {
  for (const ending of ['', '.js', '.cjs', '.mjs', '.json', '/index.js']) {
    const seen = await system.look(join(root, `${path}${ending}`));
    if (seen?.kind === 'file') return `${path}${ending}`;
  }
  return undefined;
}

/** A rule of the same name is completed by the one of the file that extends. */
function mergedRules(base: Readonly<Record<string, unknown>>, own: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const lists = ['forbidden', 'required'].map((key) => {
    const rules = records(base[key]);
    const added: Readonly<Record<string, unknown>>[] = [];
    const merged = [...rules];
    for (const rule of records(own[key])) {
      const at = merged.findIndex((one) => one['name'] !== undefined && one['name'] === rule['name']);
      if (at === -1) added.push(rule);
      else merged[at] = { ...merged[at], ...rule };
    }
    return [key, [...merged, ...added]] as const;
  });
  const allowed = [...records(base['allowed']), ...records(own['allowed'])];
  return { ...base, ...own, ...Object.fromEntries(lists), ...(allowed.length === 0 ? {} : { allowed }) };
}

async function readEslint(reader: SourceReader, file: string, problems: string[]): Promise<readonly RuleSource[]> {
  const read = await readConfig(reader, file);
  const found = read === undefined ? undefined : eslintRules(read.value);
  const { text = '' } = read ?? {};
  // Both plugins are named in the text where they are used; what this reader does not find is in a part that is computed.
  if (/boundaries\/(?:element-types|dependencies)|enforce-module-boundaries/.test(text) && found?.rules.length === 0)
    problems.push(`${file}: its rules about imports are computed when it runs, so they are not judged.`);
  const sources: RuleSource[] = [];
  const restricted = read === undefined ? undefined : restrictedPathsIn(read.value, text, read.partial);
  problems.push(...(restricted?.problems ?? []).map((problem) => `${file}: ${problem}`));
  if (restricted !== undefined && restricted.parts.length > 0) sources.push({ kind: 'restricted-paths', file, parts: restricted.parts });
  for (const { name, severity, options } of found?.rules ?? []) {
    if (name.endsWith('enforce-module-boundaries'))
      sources.push({ kind: 'nx', file, options, severity, projects: await nxProjects(reader) });
    else sources.push({ kind: 'boundaries', file, elements: found?.elements, options, severity });
  }
  return sources;
}

interface EslintRules {
  readonly rules: readonly { readonly name: string; readonly severity: CheckFinding['severity']; readonly options: unknown }[];
  /** The setting `boundaries/elements`. */
  readonly elements: unknown;
}

/** Looks through all parts: lists of configurations, overrides. */
function eslintRules(value: unknown): EslintRules {
  const rules: EslintRules['rules'][number][] = [];
  let elements: unknown;
  const visit = (part: unknown, depth: number): void => {
    if (depth > 6) return;
    if (Array.isArray(part)) for (const one of part) visit(one, depth + 1);
    if (!isRecord(part)) return;
    if (isRecord(part['settings'])) elements ??= part['settings']['boundaries/elements'];
    for (const [name, setting] of Object.entries(isRecord(part['rules']) ? part['rules'] : {})) {
      if (!/^boundaries\/(?:element-types|dependencies)$|^@(?:nx|nrwl\/nx)\/enforce-module-boundaries$/.test(name)) continue;
      const [level, options] = Array.isArray(setting) ? setting : [setting, undefined];
      if (level !== 'off' && level !== 0) rules.push({ name, severity: level === 'error' || level === 2 ? 'error' : 'warning', options });
    }
    visit(part['overrides'], depth + 1);
  };
  visit(value, 0);
  return { rules, elements };
}

/** https://nx.dev/docs/reference/project-configuration (read 2026-11-22): project.json, or "nx" in a package.json. */
async function nxProjects(reader: SourceReader): Promise<readonly NxProject[]> {
  const projects = new Map<string, NxProject>();
  for (const file of reader.files.filter((path) => /(?:^|\/)(?:project|package)\.json$/.test(path)).slice(0, 5_000)) {
    const { value } = (await readConfig(reader, file)) ?? {};
    if (!isRecord(value)) continue;
    const root = file.split('/').slice(0, -1).join('/');
    const nx = file.endsWith('package.json') ? value['nx'] : value;
    if (file.endsWith('package.json') && projects.has(root)) continue;
    const name = typeof value['name'] === 'string' ? value['name'] : root;
    projects.set(root, { root, name, tags: isRecord(nx) ? textsIn(nx['tags']) : [] });
  }
  return [...projects.values()];
}

async function readConfig(
  { system, root, parse }: SourceReader,
  file: string,
): Promise<(ReadValue & { readonly text: string }) | undefined> {
  const bytes = await system.readStart(join(root, file), maxBytes);
  if (bytes === undefined) return undefined;
  const text = Buffer.from(bytes).toString('utf8');
  if (/\.(?:[cm]?[jt]s)$/.test(file)) {
    const read = exportedValue(parse(file, text));
    return { value: undefined, isWhole: false, ...read, text };
  }
  // An .eslintrc without an ending is YAML, which most JSON is too.
  const isJson = /\.jsonc?$/.test(file) || text.trimStart().startsWith('{');
  const parsed = (await loadFormat(isJson ? 'json' : 'yaml')).parse(text, isJson ? 'json5' : 'strict');
  const value = parsed.kind === 'problem' || parsed.root === undefined ? undefined : toPlain(parsed.root);
  return { value, isWhole: value !== undefined, text };
}

function records(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
