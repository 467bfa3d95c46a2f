import { join } from 'node:path';
import type { Snapshot, Snapshots, TreeChange } from '../../snapshots/index.ts';
import type { System } from '../../system/index.ts';
import { diffLists, isBinary, splitLines } from '../../text/index.ts';
import { isOwnFile, type WorkspacePath } from '../../workspace/index.ts';
import { codeWords } from './read-reason.ts';

/** What changed between a snapshot and the next one, or the files as they are. */
export interface Step {
  readonly before: Snapshot;
  readonly after: Snapshot | 'working';
  /** When it began and ended, in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly files: readonly ChangedFile[];
}

export interface ChangedFile {
  readonly path: WorkspacePath;
  readonly kind: TreeChange['kind'];
  /** The file is now as it was before the step: the change was undone later. */
  readonly isUndone: boolean;
  /** The words of the added and the removed lines; absent where the lines were not read. */
  readonly words?: ChangedWords | undefined;
}

export interface ChangedWords {
  readonly came: ReadonlySet<string>;
  readonly went: ReadonlySet<string>;
  /** Words of the lines that enclose the changed ones: the function, its class. */
  readonly around: ReadonlySet<string>;
  /** Names of the functions (or else classes) that enclose changed lines. */
  readonly inside: ReadonlySet<string>;
  /** Those of them in which a line has the same names and other operators, numbers or truth values, such as a condition that was inverted. */
  readonly turned: ReadonlySet<string>;
  /** Names whose definition was removed and that are in no added line. */
  readonly undefinedNames: ReadonlySet<string>;
  /** Where lines differ: their numbers before and after. */
  readonly runs: readonly ChangedRun[];
  readonly linesCame: number;
  readonly linesWent: number;
  /** Whether little is left of what was there. */
  readonly isEmptied: boolean;
  /** Whether more or fewer brackets are left open than before; a finished edit seldom does that. */
  readonly isUnbalanced: boolean;
}

interface ChangedRun {
  readonly before: readonly [number, number];
  readonly after: readonly [number, number];
}

export interface Steps {
  /** Oldest first. */
  readonly steps: readonly Step[];
  /** What was not read, as sentences. */
  readonly notes: readonly string[];
}

/** Bounds of one question: a rollback is asked for while a person waits. */
const most = { snapshots: 100, filesOfStep: 60, bytesOfFile: 512 * 1024, bytes: 48 * 1024 * 1024 } as const;

interface StepSources {
  readonly system: System;
  readonly root: string;
  readonly snapshots: Pick<Snapshots, 'changes' | 'content'>;
  readonly now: Date;
}

/**
 * Reads what changed between the snapshots.
 * @param all newest first.
 * @param wants which files to read first: more of them than fit are not read.
 */
export async function readSteps(
  sources: StepSources,
  all: readonly Snapshot[],
  wants: (path: WorkspacePath) => boolean,
  signal?: AbortSignal,
): Promise<Steps> {
  const looked = all.slice(0, most.snapshots).toReversed();
  const notes =
    looked.length < all.length
      ? [`Only the newest ${most.snapshots} of ${all.length} snapshots were looked at.`]
      : ([] as readonly string[]);
  const reader = new Contents(sources);
  const steps: Step[] = [];
  // From the newest: where not everything can be read, the lines of the oldest steps are left out.
  for (let i = looked.length - 1; i >= 0; i -= 1) {
    const before = looked[i];
    if (before === undefined) continue;
    signal?.throwIfAborted();
    const after = looked[i + 1] ?? 'working';
    const changes = (await sources.snapshots.changes(before.id, after === 'working' ? 'working' : after.id, { signal })).filter(isMeant);
    steps.push({
      before,
      after,
      from: Date.parse(before.at),
      to: after === 'working' ? sources.now.getTime() : Date.parse(after.at),
      files: await reader.read(changes, { before, after, wants }),
    });
  }
  return { steps: steps.toReversed(), notes: reader.isFull ? [...notes, 'Not all changed files were read: there are too many.'] : notes };
}

function isMeant({ path, before, after }: TreeChange): boolean {
  return (before ?? after)?.kind !== 'directory' && !isOwnFile(path);
}

interface Side {
  readonly before: Snapshot;
  readonly after: Snapshot | 'working';
  wants(path: WorkspacePath): boolean;
}

/** Reads contents until there were too many. */
class Contents {
  readonly #sources: StepSources;
  /** Of each file that was met, the content it has now: steps are read from the newest. */
  readonly #now = new Map<WorkspacePath, string | undefined>();
  #bytes = 0;

  constructor(sources: StepSources) {
    this.#sources = sources;
  }

  get isFull(): boolean {
    return this.#bytes >= most.bytes;
  }

  async read(changes: readonly TreeChange[], side: Side): Promise<readonly ChangedFile[]> {
    const ordered = changes.toSorted((one, other) => Number(side.wants(other.path)) - Number(side.wants(one.path)));
    const files: ChangedFile[] = [];
    for (const [i, change] of ordered.entries()) {
      const { path, kind } = change;
      const isUndone = this.#isUndone(change);
      const isRead = !isUndone && i < most.filesOfStep && !this.isFull && !change.isSecret && sizeOf(change) <= most.bytesOfFile;
      files.push({ path, kind, isUndone, words: isRead ? await this.#words(change, side) : undefined });
    }
    return files;
  }

  #isUndone({ path, before, after }: TreeChange): boolean {
    if (!this.#now.has(path)) this.#now.set(path, after?.id);
    const id = this.#now.get(path);
    return id === before?.id && (id !== undefined || (before === undefined && after?.id !== undefined));
  }

  async #words({ path, before, after }: TreeChange, side: Side): Promise<ChangedWords | undefined> {
    const [old, fresh] = [
      before === undefined ? '' : await this.#text(side.before, path),
      after === undefined ? '' : await this.#text(side.after, path),
    ];
    return old === undefined || fresh === undefined ? undefined : changedWords(old, fresh);
  }

  /** `undefined` for what is no text. */
  async #text(at: Snapshot | 'working', path: WorkspacePath): Promise<string | undefined> {
    const { snapshots, system, root } = this.#sources;
    const bytes = at === 'working' ? await system.readStart(join(root, path), most.bytesOfFile) : await snapshots.content(at.id, path);
    if (bytes === undefined || isBinary(bytes)) return undefined;
    this.#bytes += bytes.length;
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  }
}

function sizeOf({ before, after }: TreeChange): number {
  return Math.max(before?.size ?? 0, after?.size ?? 0);
}

/** The words of the lines that differ, and of those around them. */
export function changedWords(old: string, fresh: string): ChangedWords {
  const [before, after] = [splitLines(old), splitLines(fresh)];
  const [came, went, around] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const [inside, turned, undefinedNames] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let [linesCame, linesWent] = [0, 0];
  const runs = diffLists(before, after);
  for (const run of runs) {
    for (const line of before.slice(...run.before)) {
      codeWords(line, went);
      addDefinition(line, undefinedNames);
    }
    for (const line of after.slice(...run.after)) codeWords(line, came);
    const above = enclosing(after, run.after[0]);
    for (const line of above) codeWords(line, around);
    const nearest = above.find((line) => definition.test(line)) ?? '';
    addDefinition(nearest, inside);
    if (isTurned(before.slice(...run.before), after.slice(...run.after))) addDefinition(nearest, turned);
    linesWent += run.before[1] - run.before[0];
    linesCame += run.after[1] - run.after[0];
  }
  return {
    came,
    went,
    around,
    inside,
    turned,
    undefinedNames: new Set([...undefinedNames].filter((name) => !came.has(name))),
    runs,
    linesCame,
    linesWent,
    isEmptied: old.length > 0 && fresh.trim().length < 0.2 * old.length,
    isUnbalanced: old !== '' && fresh !== '' && openBrackets(old) !== openBrackets(fresh),
  };
}

/** `function a`, `def a`, `class A`, `const a =`, `a(b) {`, `static int a(char *b)`. */
const definition =
  /(?:^|\s)(?:function\*?|def|func|fn|class|struct|interface|trait|enum|type|module|const|let|var|val|fun|sub)\s+(?:\([^)]*\)\s*)?([\p{L}_$][\p{L}\p{N}_$]*)|^\s*(?:[\w<>,:*&[\]]+\s+)*?\*?([\p{L}_$][\p{L}\p{N}_$]*)\s*\([^()]*\)[^;()]*\{?\s*$/u;

function addDefinition(line: string, names: Set<string>): void {
  if (line.length > 300) return;
  const [, byWord, byForm] = definition.exec(line) ?? [];
  const name = byWord ?? byForm;
  if (name !== undefined && !/^(?:if|for|while|switch|catch|return|else|elsif|elif)$/.test(name)) names.add(name.toLowerCase());
}

/** Whether one of these lines has the same names before and after, with other operators, numbers or truth values. */
function isTurned(before: readonly string[], after: readonly string[]): boolean {
  if (before.length !== after.length || before.length > maxTurned) return false;
  return before.some((line, i) => {
    const other = after[i] ?? '';
    if (line.length > 300 || other.length > 300) return false;
    const [was, is] = [partsOf(line), partsOf(other)];
    return was.names !== '' && was.names === is.names && was.signs !== is.signs;
  });
}

const maxTurned = 3;

function partsOf(line: string): { readonly names: string; readonly signs: string } {
  const code = line.replace(/\s(?:\/\/|#).*$/m, '');
  const [names, signs]: string[][] = [[], []];
  for (const [part] of code.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*|\d+|[=!<>&|+\-*/%^~]+/gu))
    (/^(?:and|or|not|true|false)$/i.test(part) || !/^[\p{L}_$]/u.test(part) ? signs : names)?.push(part);
  return { names: (names ?? []).join(' '), signs: (signs ?? []).join(' ') };
}

const maxLevels = 4;
const maxLinesUp = 500;

/** The lines above a place that are indented less: what it is inside of. */
function enclosing(lines: readonly string[], at: number): readonly string[] {
  const found: string[] = [];
  let least = indentOf(lines[at] ?? '') ?? Infinity;
  for (let i = at - 1; i >= 0 && i > at - maxLinesUp && least > 0 && found.length < maxLevels; i -= 1) {
    const line = lines[i] ?? '';
    const indent = indentOf(line);
    if (indent === undefined || indent >= least) continue;
    least = indent;
    found.push(line);
  }
  return found;
}

/** `undefined` for a line without words, and for one that ends something: the line above, with the same indent, says what it is. */
function indentOf(line: string): number | undefined {
  return /[\p{L}\d]/u.test(line) && !/^\s*[)\]}]/.test(line) ? line.length - line.trimStart().length : undefined;
}

/** Strings and comments are left out roughly: both sides of a comparison are read in the same way. */
function openBrackets(text: string): string {
  const open: Record<string, number> = { '(': 0, '[': 0, '{': 0 };
  for (const [bracket] of text.replaceAll(/"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|(?<!:)\/\/.*/g, '').matchAll(/[()[\]{}]/g)) {
    const opening = { ')': '(', ']': '[', '}': '{' }[bracket] ?? bracket;
    open[opening] = (open[opening] ?? 0) + (opening === bracket ? 1 : -1);
  }
  return Object.values(open).join(' ');
}
