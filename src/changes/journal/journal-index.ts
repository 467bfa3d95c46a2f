import { join } from 'node:path';
import { isRecord, jsonIn, parseRun, type ProcessRun, type System } from '../../system/index.ts';
import type { ChangeAbout } from '../change.ts';

/**
 * One change as the index shows it: which files and server names, never a value.
 * `begun`: being written, or interrupted if its process has ended. `undone`: a later change undid it.
 */
export interface JournalChange {
  readonly number: number;
  readonly state: 'begun' | 'done' | 'undone' | 'rolled-back';
  readonly time: string;
  /** The command's words, without values. */
  readonly command: string;
  /** The number of the change that this one undid. */
  readonly undoes?: number | undefined;
  /** Not a change that a person made: it leaves the journal as soon as it is complete or rolled back. */
  readonly temporary?: true | undefined;
  readonly run: ProcessRun;
  /** The file name of the encrypted record: its sha256. */
  readonly record: string;
  /** Size of the encrypted record in bytes. */
  readonly size: number;
  readonly files: readonly JournalFile[];
}

export interface JournalFile {
  /** The real path that was written. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** Directories created for it, outermost first. */
  readonly directories: readonly string[];
  readonly foreignLock: boolean;
  /** The changes in it: several when clients share the file through links. */
  readonly parts: readonly JournalPart[];
}

export interface JournalPart extends ChangeAbout {
  /** The path in the registry. */
  readonly path: string;
}

/** The paths of the journal. */
export function journalPlaces({ own }: Pick<System, 'own'>): { readonly index: string; readonly records: string } {
  return { index: join(own.data, 'journal', 'index.jsonl'), records: join(own.data, 'journal', 'records') };
}

/** All changes that are kept, oldest first. */
export async function readIndex(system: System): Promise<readonly JournalChange[]> {
  const bytes = await system.readBytes(journalPlaces(system).index);
  return bytes === undefined ? [] : parseIndex(Buffer.from(bytes).toString('utf8'));
}

/** Changes whose process ended before they were finished; the next writing command settles them. For commands that only look: one small read. */
export async function interruptedChanges(system: System): Promise<readonly JournalChange[]> {
  const interrupted: JournalChange[] = [];
  for (const change of await readIndex(system)) {
    if (change.state === 'begun' && (await system.hasEnded(change.run))) interrupted.push(change);
  }
  return interrupted;
}

/** A line is a whole change, or the new state of one. A line that a power cut left incomplete is skipped. */
export function parseIndex(text: string): readonly JournalChange[] {
  const changes = new Map<number, JournalChange>();
  for (const line of text.split('\n')) {
    const value = parseLine(line);
    if (value === undefined) continue;
    const known = changes.get(value.number);
    const change = parseChange(value) ?? (known === undefined ? undefined : { ...known, state: value.state });
    if (change !== undefined) changes.set(change.number, change);
  }
  return [...changes.values()].sort((one, other) => one.number - other.number);
}

/** The line that gives a change, or its new state. */
export function indexLine(value: JournalChange | Pick<JournalChange, 'number' | 'state'>): string {
  return `${JSON.stringify(value)}\n`;
}

type Fields = Readonly<Record<string, unknown>>;

function parseLine(line: string): (Fields & Pick<JournalChange, 'number' | 'state'>) | undefined {
  if (line === '') return undefined;
  // An incomplete line is no JSON: see parseIndex.
  const value = jsonIn(line);
  if (!isRecord(value) || typeof value['number'] !== 'number') return undefined;
  const state = states.find((known) => known === value['state']);
  return state === undefined ? undefined : { ...value, number: value['number'], state };
}

function parseChange({ number, state, ...rest }: Fields & Pick<JournalChange, 'number' | 'state'>): JournalChange | undefined {
  const { time, command, undoes, temporary, record, size } = rest;
  const run = parseRun(rest['run']);
  const files = parseList(rest['files'], parseFile);
  if (run === undefined || files === undefined || typeof size !== 'number') return undefined;
  if (typeof time !== 'string' || typeof command !== 'string' || typeof record !== 'string') return undefined;
  return {
    number,
    state,
    time,
    command,
    undoes: typeof undoes === 'number' ? undoes : undefined,
    temporary: temporary === true ? true : undefined,
    run,
    record,
    size,
    files,
  };
}

function parseFile(value: unknown): JournalFile | undefined {
  if (!isRecord(value)) return undefined;
  const { path, before, after, foreignLock } = value;
  const directories = parseList(value['directories'], parseText);
  const parts = parseList(value['parts'], parsePart);
  if (typeof path !== 'string' || typeof before !== 'string' || typeof after !== 'string') return undefined;
  if (directories === undefined || parts === undefined) return undefined;
  return { path, before, after, directories, foreignLock: foreignLock === true, parts };
}

function parsePart(value: unknown): JournalPart | undefined {
  if (!isRecord(value)) return undefined;
  const { path, client, scope } = value;
  const servers = parseList(value['servers'], parseText);
  const action = actions.find((known) => known === value['action']);
  if (typeof path !== 'string' || typeof client !== 'string' || typeof scope !== 'string') return undefined;
  return servers === undefined || action === undefined ? undefined : { path, client, scope, servers, action };
}

const states = ['begun', 'done', 'undone', 'rolled-back'] as const satisfies readonly JournalChange['state'][];
const actions = ['set', 'remove', 'repair', 'undo'] as const satisfies readonly ChangeAbout['action'][];

function parseText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** `undefined` as soon as one of them cannot be parsed. */
function parseList<T>(value: unknown, parse: (item: unknown) => T | undefined): readonly T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const items = value.map((item: unknown) => parse(item));
  return items.every((item) => item !== undefined) ? items : undefined;
}

/** The changes that a killed run left unfinished, one sentence each. Reads the index of the journal, writes nothing. */
export async function interruptedMessages(system: System): Promise<readonly string[]> {
  const changes = await interruptedChanges(system);
  return changes.map(
    ({ number, time, command }) => `change ${number} (${command}, ${time}) was interrupted; "snap mcp repair" finishes or undoes it`,
  );
}
