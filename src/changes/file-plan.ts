import { type Hash, SnapError, type WritableSystem } from '../system/index.ts';
import { hashOf } from '../system/writable.ts';

import { diffBytes } from './byte-splices.ts';
import type { ComputedChange, FileChange, FileOutcome, JsonValue } from './change.ts';
import type { NewChange } from './journal.ts';
import { maskText } from '../secrets/index.ts';

/** Why a file is left out. */
export interface Refusal {
  readonly message: string;
  readonly hint: string | undefined;
}

/** A change that does something to its file. */
export interface PlannedPart {
  /** Its place in the list of changes. */
  readonly place: number;
  readonly change: FileChange;
  readonly memo: JsonValue;
}

/** One real file, however many changes lead to it. */
export interface PlannedFile {
  readonly path: string;
  readonly before: Hash | 'absent';
  readonly after: Hash | 'absent';
  readonly bytes: { readonly before: Uint8Array | undefined; readonly after: Uint8Array | undefined };
  readonly mode?: number;
  readonly newFileMode: number | undefined;
  readonly directories: readonly string[];
  readonly foreignLock: boolean;
  /** Those that change something. */
  readonly parts: readonly PlannedPart[];
}

/** What is to be written, and what is left out. */
export interface FilePlan {
  readonly files: readonly PlannedFile[];
  /** By place in the list of changes. */
  readonly refusals: readonly (Refusal | undefined)[];
}

/** What the disk refuses before anything is read: read-only files, link loops, directories. */
export async function refusedByTheDisk(system: WritableSystem, changes: readonly FileChange[]): Promise<(Refusal | undefined)[]> {
  return Promise.all(changes.map(({ path }) => refusalOf(async () => void (await system.inspect(path)))));
}

/** A refusal is a value here: the other files go on. Everything else stays an error. */
async function refusalOf(work: () => Promise<void>): Promise<Refusal | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof SnapError && error.code !== 'io') return { message: error.message, hint: error.hint };
    throw error;
  }
}

/** Reads every file and computes what it shall be. The caller holds the locks. */
export async function planFiles(
  system: WritableSystem,
  changes: readonly FileChange[],
  diskRefusals: readonly (Refusal | undefined)[],
): Promise<FilePlan> {
  const refusals = [...diskRefusals];
  const byPath = new Map<string, { readonly change: FileChange; readonly place: number }[]>();
  for (const [place, change] of changes.entries()) {
    if (refusals[place] !== undefined) continue;
    refusals[place] = await refusalOf(async () => {
      const { path } = await system.inspect(change.path);
      byPath.set(path, [...(byPath.get(path) ?? []), { change, place }]);
    });
  }
  const files: PlannedFile[] = [];
  for (const [path, asked] of byPath) {
    const refusal = await refusalOf(async () => void files.push(await planFile(system, path, asked, refusals)));
    if (refusal !== undefined) for (const { place } of asked) refusals[place] = refusal;
  }
  return { files, refusals };
}

/** Several changes of one file build on each other. Refusals of single ones are noted in `refusals`. */
async function planFile(
  system: WritableSystem,
  path: string,
  asked: readonly { readonly change: FileChange; readonly place: number }[],
  refusals: (Refusal | undefined)[],
): Promise<PlannedFile> {
  const { missingDirectories, mode } = await system.inspect(path);
  const before = await system.readBytes(path);
  let after = before;
  const parts: PlannedPart[] = [];
  for (const { change, place } of asked) {
    const computed: ComputedChange = change.compute(after);
    switch (computed.kind) {
      case 'unchanged':
        break;
      case 'write':
        after = computed.bytes;
        parts.push({ place, change, memo: computed.memo ?? null });
        break;
      case 'refused':
        refusals[place] = { message: computed.message, hint: computed.hint };
        break;
      default:
        computed satisfies never;
    }
  }
  return {
    path,
    before: hashOf(before),
    after: hashOf(after),
    bytes: { before, after },
    ...(mode === undefined ? {} : { mode }),
    newFileMode: asked.find(({ change }) => change.newFileMode !== undefined)?.change.newFileMode,
    directories: after === undefined ? asked.flatMap(({ change }) => change.directories ?? []) : missingDirectories,
    foreignLock: asked.some(({ change }) => change.foreignLock === true),
    parts,
  };
}

/** Nothing is written because something was refused. */
export function holdBack({ files, refusals }: FilePlan): FilePlan {
  const held = [...refusals];
  for (const { place } of files.flatMap(({ parts }) => parts)) {
    held[place] ??= { message: 'Left alone, because another file was refused and all or nothing was asked for.', hint: undefined };
  }
  return { files: [], refusals: held };
}

/** One per change, in their order. */
export function outcomesOf(changes: readonly FileChange[], { files, refusals }: FilePlan): readonly FileOutcome[] {
  const written = new Map(
    files.flatMap((file) => (file.before === file.after ? [] : file.parts.map(({ place }) => [place, file] as const))),
  );
  return changes.map(({ path }, place) => {
    const refusal = refusals[place];
    if (refusal !== undefined)
      return { kind: 'refused', path, message: refusal.message, ...(refusal.hint === undefined ? {} : { hint: refusal.hint }) };
    const file = written.get(place);
    return file === undefined ? { kind: 'unchanged', path } : { kind: 'written', path, before: file.before, after: file.after };
  });
}

/** The file as the journal notes it. */
export function toJournal({ after, before, bytes, directories, foreignLock, mode, parts, path }: PlannedFile): NewChange['files'][number] {
  return {
    path,
    before,
    after,
    directories,
    foreignLock,
    ...(mode === undefined ? {} : { mode }),
    splices: diffBytes(bytes.before ?? new Uint8Array(), bytes.after ?? new Uint8Array()),
    // The index is not sealed, and a name may be a token that slipped out of its place.
    parts: parts.map(({ change: { about, path: named } }) => ({ path: named, ...about, servers: about.servers.map(maskText) })),
    memos: parts.map(({ memo }) => memo),
  };
}
