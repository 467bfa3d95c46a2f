import { setImmediate } from 'node:timers/promises';
import type { WorkspacePath } from '../../workspace/index.ts';
import type { ModuleRecord, ModuleRequest, ModuleSymbols, ModuleUses, RequestForm } from '../module-record.ts';
import type { ImportLines } from '../scan/import-lines.ts';

/** Raised with every change of what is stored, and of what is read from a file: what an earlier version stored is then read again. */
export const storeVersion = 7;

const forms: readonly RequestForm[] = ['import', 'export', 'dynamic', 'require', 'lazy-require', 'type-import', 'url', 'glob'];

/** A value that belongs to one state of a file. */
export interface Kept<T> {
  readonly stamp: string;
  readonly value: T;
}

type StoredRequest = readonly [source: string, line: number, form: number, marks: number];
type StoredRecord = readonly [path: string, stamp: string, requests: readonly StoredRequest[], hasConstEnum: 0 | 1, problem?: string];

/** One JSON text, small and quick to parse: most of it is lists. */
export function recordsText(records: ReadonlyMap<WorkspacePath, Kept<ModuleRecord>>): string {
  const files = [...records].map(([path, { stamp, value }]): StoredRecord => {
    const requests = value.requests.map(({ form, isType, isWhole, line, onlyTypes, source }): StoredRequest => [
      source,
      line,
      forms.indexOf(form),
      Number(isType) | (onlyTypes === true ? 2 : 0) | (isWhole === true ? 4 : 0),
    ]);
    const hasConstEnum = value.hasConstEnum === true ? 1 : 0;
    return value.problem === undefined ? [path, stamp, requests, hasConstEnum] : [path, stamp, requests, hasConstEnum, value.problem];
  });
  return JSON.stringify({ version: storeVersion, files });
}

/** `undefined` for what another version wrote, or what is damaged in any way. */
export function recordsIn(text: string): Map<WorkspacePath, Kept<ModuleRecord>> | undefined {
  const files = filesIn(text);
  if (files === undefined) return undefined;
  const records = new Map<WorkspacePath, Kept<ModuleRecord>>();
  for (const stored of files) {
    const [path, stamp, requests, hasConstEnum, problem] = stored as Partial<StoredRecord>;
    if (typeof path !== 'string' || typeof stamp !== 'string' || !Array.isArray(requests)) return undefined;
    const value = requests.map(requestIn);
    if (value.includes(undefined)) return undefined;
    const requestsRead = value as readonly ModuleRequest[];
    const record: ModuleRecord = hasConstEnum === 1 ? { requests: requestsRead, hasConstEnum: true } : { requests: requestsRead };
    records.set(path, { stamp, value: typeof problem === 'string' ? { ...record, problem } : record });
  }
  return records;
}

function requestIn(stored: unknown): ModuleRequest | undefined {
  if (!Array.isArray(stored)) return undefined;
  const [source, line, formAt, marks] = stored as readonly unknown[];
  const form = typeof formAt === 'number' ? forms[formAt] : undefined;
  if (typeof source !== 'string' || typeof line !== 'number' || form === undefined || typeof marks !== 'number') return undefined;
  const isType = (marks & 1) !== 0;
  if (marks < 2) return { source, line, form, isType };
  return { source, line, form, isType, ...((marks & 2) === 0 ? {} : { onlyTypes: true }), ...((marks & 4) === 0 ? {} : { isWhole: true }) };
}

/** So many values are written or read before other work of this process goes on: those of a large project are many megabytes. */
const inSlice = 100;

/** A line for each, below one with the version. */
export async function valuesText(values: ReadonlyMap<WorkspacePath, Kept<object | undefined>>): Promise<string> {
  const lines = [JSON.stringify({ version: storeVersion })];
  for (const [path, { stamp, value }] of values) {
    if (lines.length % inSlice === 0) await setImmediate();
    lines.push(JSON.stringify([path, stamp, value ?? null]));
  }
  return lines.join('\n');
}

export async function valuesIn<T>(
  text: string,
  isRight: (value: unknown) => value is T,
): Promise<Map<WorkspacePath, Kept<T | undefined>> | undefined> {
  const values = new Map<WorkspacePath, Kept<T | undefined>>();
  let at = text.indexOf('\n');
  if (text.slice(0, at === -1 ? undefined : at) !== JSON.stringify({ version: storeVersion })) return undefined;
  for (let count = 1; at !== -1; count += 1) {
    if (count % inSlice === 0) await setImmediate();
    const end = text.indexOf('\n', at + 1);
    const stored = parsed(text.slice(at + 1, end === -1 ? undefined : end));
    at = end;
    if (!Array.isArray(stored)) return undefined;
    const [path, stamp, value]: readonly unknown[] = stored;
    if (typeof path !== 'string' || typeof stamp !== 'string') return undefined;
    if (value !== null && !isRight(value)) return undefined;
    values.set(path, { stamp, value: value ?? undefined });
  }
  return values;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

export function isSymbols(value: unknown): value is ModuleSymbols {
  const { declarations, onLoad, statements } = fieldsOf(value);
  return isUses(value) && [declarations, statements, onLoad].every(Array.isArray);
}

export function isUses(value: unknown): value is ModuleUses {
  const { exports, imports, usage } = fieldsOf(value);
  return Array.isArray(imports) && Array.isArray(exports) && typeof usage === 'object';
}

export function isImportLines(value: unknown): value is ImportLines {
  const { signatures, types, values } = fieldsOf(value);
  return [values, types, signatures].every(Array.isArray);
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return (value ?? {}) as Readonly<Record<string, unknown>>;
}

function filesIn(text: string): readonly (readonly unknown[])[] | undefined {
  try {
    const { version, files } = JSON.parse(text) as { readonly version?: unknown; readonly files?: unknown };
    return version === storeVersion && Array.isArray(files) && files.every(Array.isArray) ? files : undefined;
  } catch {
    return undefined;
  }
}
