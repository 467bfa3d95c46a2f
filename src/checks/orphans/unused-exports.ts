import { setImmediate } from 'node:timers/promises';
import type { CodeGraph, ModuleSymbols } from '../../code/index.ts';
import type { CheckFinding } from '../report.ts';
import type { Entries } from './entries.ts';
import type { AllMentions } from './find-orphans.ts';

/** Files that are looked at before other work of this process goes on. */
const inSlice = 200;

type Symbols = ReadonlyMap<string, ModuleSymbols>;

/**
 * Names that a module exports and that no other file takes. Not asked of entry points, of files that are imported as a whole, and of published
 * packages whose files may be imported by others.
 */
export async function unusedExports(
  graph: CodeGraph,
  symbols: Symbols,
  { files: entries, open }: Entries,
  isOrphan: ReadonlySet<string>,
  loads: AllMentions['loads'],
): Promise<readonly CheckFinding[]> {
  const used = await usedNames(graph, symbols, entries, loads);
  const findings: CheckFinding[] = [];
  for (const [file, { exports }] of symbols) {
    const names = used.get(file);
    if (entries.has(file) || isOrphan.has(file) || names === 'all' || names === undefined || names.size === 0) continue;
    if (open.some((directory) => directory === '' || file.startsWith(`${directory}/`)) || !/\.[cm]?[jt]sx?$/.test(file)) continue;
    const told = new Set<string>();
    for (const { name, line, kind, isType } of exports) {
      // Of a function with several signatures the first counts.
      if (name === '*' || name === 'default' || names.has(name) || told.has(name)) continue;
      told.add(name);
      const type = kind === 'type' || isType === true;
      findings.push({
        file,
        line,
        severity: type ? 'info' : 'warning',
        rule: type ? 'unused-type' : 'unused-export',
        message: `No other file imports ${type ? 'the type ' : ''}"${name}".`,
        source: 'snap',
        reason: 'other names of this file are imported, this one is not',
        confidence: 80,
        fix: 'Remove the word "export", or the declaration where it is not used in this file either.',
      });
    }
  }
  const filesOf = new Map<string, Set<string>>();
  for (const { file, message } of findings) filesOf.set(message, (filesOf.get(message) ?? new Set<string>()).add(file ?? ''));
  return findings.map((finding) => withoutConvention(finding, filesOf.get(finding.message)?.size ?? 0));
}

/** So many files with one unused name: most likely something loads all of them and takes that name. */
const conventionFrom = 3;

/** @param files in how many files there is one of the same name. */
function withoutConvention(finding: CheckFinding, files: number): CheckFinding {
  if (finding.severity === 'info' || files < conventionFrom) return finding;
  return {
    ...finding,
    severity: 'info',
    confidence: 50,
    reason: `${files} files export an unused name like this one, so a program may look for it while it runs`,
    fix: undefined,
  };
}

/** By module: the names that others take from it; `all` where one takes it as a whole. */
async function usedNames(
  graph: CodeGraph,
  symbols: Symbols,
  entries: ReadonlySet<string>,
  loads: AllMentions['loads'],
): Promise<ReadonlyMap<string, Set<string> | 'all'>> {
  const used = new Map<string, Set<string> | 'all'>();
  const waiting: (readonly [file: string, name: string])[] = [];
  const take = (file: string, name: string): void => {
    const names = used.get(file) ?? new Set<string>();
    if (names === 'all' || names.has(name)) return;
    if (name === '*') used.set(file, 'all');
    else used.set(file, names.add(name));
    waiting.push([file, name]);
  };
  let files = 0;
  for (const { path, edges, named } of graph.files.values()) {
    files += 1;
    if (files % inSlice === 0) await setImmediate();
    const own = symbols.get(path);
    for (const { to, source, form, kind } of edges) {
      const imports = own?.imports.filter((one) => one.source === source) ?? [];
      // A call, a file whose names are not known: anything may be taken.
      if (
        own === undefined ||
        form === 'require' ||
        form === 'lazy-require' ||
        form === 'dynamic' ||
        form === 'type-import' ||
        kind === 'lazy'
      )
        take(to, '*');
      for (const { imported, local } of imports) for (const name of imported === '*' ? membersOf(own, local) : [imported]) take(to, name);
    }
    for (const { to } of named) take(to, '*');
    if (entries.has(path)) take(path, '*');
  }
  // What is loaded by its path is not seen to take single names; a path beside an import of the same file is most likely a mock.
  for (const [from, to] of loads) if (!graph.importsOf(from).some((edge) => edge.to === to)) take(to, '*');
  // What is handed on is used where the name that it has there is.
  let names = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    names += 1;
    if (names % (inSlice * 10) === 0) await setImmediate();
    const [file, name] = next;
    for (const one of symbols.get(file)?.exports ?? []) {
      if (one.source === undefined || (name !== '*' && one.name !== name && one.name !== '*')) continue;
      const to = graph.importsOf(file).find(({ source }) => source === one.source)?.to;
      if (to !== undefined) take(to, one.name === '*' ? name : (one.imported ?? one.name));
    }
  }
  return used;
}

/** `ns.a`, `ns.b`: only these are used of a namespace, as long as it is used for nothing else. */
function membersOf(own: ModuleSymbols | undefined, local: string): readonly string[] {
  const uses = [...(own?.onLoad ?? []), ...(own?.declarations.flatMap(({ typeUses, uses: values }) => [...values, ...typeUses]) ?? [])];
  const about = uses.filter((use) => use === local || use.startsWith(`${local}.`));
  return about.length === 0 || about.includes(local) ? ['*'] : about.map((use) => use.slice(local.length + 1));
}
