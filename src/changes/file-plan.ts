import { type Hash, SnapError, type WritableSystem } from '../system/index.ts';
import { hashOf } from '../system/writable.ts';
import { diffBytes } from './byte-splices.ts';
import type { ComputedChange, FileChange, FileOutcome, JsonValue, Refusal } from './change.ts';
import { leadsOut } from './links-out.ts';
import type { NewChange } from './journal/journal.ts';
import { maskText } from '../secrets/index.ts';

/** A change that changes its file. */
export interface PlannedPart {
  /** Its index in the list of changes. */
  readonly place: number;
  readonly change: FileChange;
  readonly undoData: JsonValue;
}

/** One real file; several changes may lead to it through links. */
export interface PlannedFile {
  readonly path: string;
  readonly before: Hash | 'absent';
  readonly after: Hash | 'absent';
  readonly bytes: { readonly before: Uint8Array | undefined; readonly after: Uint8Array | undefined };
  readonly mode: number | undefined;
  readonly newFileMode: number | undefined;
  readonly directories: readonly string[];
  readonly foreignLock: boolean;
  /** The changes that change something in it. */
  readonly parts: readonly PlannedPart[];
}

/** What is to be written, and what is left out. */
export interface FilePlan {
  readonly files: readonly PlannedFile[];
  /** By index in the list of changes. */
  readonly refusals: readonly (Refusal | undefined)[];
}

/** What cannot be written at all, found before anything is read: links out of the project, read-only files, link loops, directories. */
export async function refusedByTheDisk(system: WritableSystem, changes: readonly FileChange[]): Promise<(Refusal | undefined)[]> {
  return Promise.all(
    changes.map(async (change) => (await leadsOut(system, change)) ?? refusalOf(async () => void (await system.inspect(change.path)))),
  );
}

/** A refusal is a value, so that the other files are still written. Every other error is thrown. */
async function refusalOf(work: () => Promise<void>): Promise<Refusal | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof SnapError && error.code !== 'io') return { message: error.message, hint: error.hint };
    throw error;
  }
}

/** Reads every file and computes its new content. The caller holds the locks. */
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
      const asked = byPath.get(path) ?? [];
      byPath.set(path, asked);
      asked.push({ change, place });
    });
  }
  const files: PlannedFile[] = [];
  for (const [path, asked] of byPath) {
    const refusal = await refusalOf(async () => void files.push(await planFile(system, path, asked, refusals)));
    if (refusal !== undefined) for (const { place } of asked) refusals[place] = refusal;
  }
  return { files, refusals };
}

/** Applies the changes of one file one after the other. Refused ones are noted in `refusals`. */
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
        parts.push({ place, change, undoData: computed.undoData ?? null });
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
    mode,
    newFileMode: asked.find(({ change }) => change.newFileMode !== undefined)?.change.newFileMode,
    directories: after === undefined ? asked.flatMap(({ change }) => change.directories ?? []) : missingDirectories,
    foreignLock: asked.some(({ change }) => change.foreignLock === true),
    parts,
  };
}

/** Refuses every change, because one was refused and `strictAll` is set. */
export function refuseAll({ files, refusals }: FilePlan): FilePlan {
  const held = [...refusals];
  for (const { place } of files.flatMap(({ parts }) => parts)) {
    held[place] ??= { message: 'Not written, because another file was refused and --strict-all is set.', hint: undefined };
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
    if (refusal !== undefined) return { kind: 'refused', path, message: refusal.message, hint: refusal.hint };
    const file = written.get(place);
    return file === undefined ? { kind: 'unchanged', path } : { kind: 'written', path, before: file.before, after: file.after };
  });
}

/** The file as the journal stores it. */
export function toJournal({ after, before, bytes, directories, foreignLock, mode, parts, path }: PlannedFile): NewChange['files'][number] {
  return {
    path,
    before,
    after,
    directories,
    foreignLock,
    mode,
    splices: diffBytes(bytes.before ?? new Uint8Array(), bytes.after ?? new Uint8Array()),
    // The index is not encrypted, and a server name may be a token that was typed in the wrong place.
    parts: parts.map(({ change: { about, path: named } }) => ({ path: named, ...about, servers: about.servers.map(maskText) })),
    memos: parts.map(({ undoData }) => undoData),
  };
}
