import { join } from 'node:path';
import { isRecord, jsonIn, type OwnFiles, type System } from '../system/index.ts';
import type { Workspace } from '../workspace/index.ts';
import type { CommitMark } from './commits.ts';
import type { Change, LoggedCommit } from './parse-log.ts';

/** Raised with every change of the form, and of what is read from the log: what an earlier version kept is then read again. */
const version = 1;
/** Larger than that of any project by far. */
const maxBytes = 32 * 1024 * 1024;
const marks: readonly CommitMark[] = ['merge', 'bot', 'release', 'large'];

/** The newest commits as they were read at one commit. */
export interface KeptCommits {
  readonly head: string;
  /** The workspace, from the top of the repository. */
  readonly place: string;
  readonly isShallow: boolean;
  /** Newest first. */
  readonly logged: readonly LoggedCommit[];
}

/** Numbers stand for texts of a list, since most occur often. */
type Row = readonly [id: string, at: number, subject: string, author: number, marks: number, changes: readonly number[]];

const fileOf = ({ privateDirectory }: Workspace): string => join(privateDirectory, 'history', 'commits.json');

/** `undefined` for what is missing, damaged, or of another version: then git is asked. */
export async function readKeptCommits(system: System, workspace: Workspace): Promise<KeptCommits | undefined> {
  try {
    const path = fileOf(workspace);
    if (((await system.look(path))?.size ?? maxBytes + 1) > maxBytes) return undefined;
    const bytes = await system.readBytes(path);
    return bytes === undefined ? undefined : keptCommitsIn(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
  } catch {
    // It cannot be read: git is asked.
    return undefined;
  }
}

/** Whether the commits of this workspace were read before. */
export async function hasKeptCommits(system: System, workspace: Workspace): Promise<boolean> {
  return (await system.look(fileOf(workspace))) !== undefined;
}

/** Whole or not at all, so that of two processes that write at once the later one counts. What cannot be written is read from git again. */
export async function writeKeptCommits(files: OwnFiles, workspace: Workspace, kept: KeptCommits): Promise<void> {
  const text = keptCommitsText(kept);
  if (text.length > maxBytes) return;
  try {
    await files.write(fileOf(workspace), Buffer.from(text), { durable: false });
  } catch {
    // A full disk, a directory that is not ours.
  }
}

/** The text of the file that keeps commits. */
export function keptCommitsText({ head, isShallow, logged, place }: KeptCommits): string {
  const texts = new Map<string, number>();
  const numberOf = (text: string): number => {
    const known = texts.get(text);
    if (known !== undefined) return known;
    texts.set(text, texts.size);
    return texts.size - 1;
  };
  const rows = logged.map((commit): Row => {
    const changes = commit.changes.flatMap(({ from, letter, path }) => [
      letter.charCodeAt(0),
      numberOf(path),
      from === undefined ? -1 : numberOf(from),
    ]);
    const bits = commit.marks.reduce((sum, mark) => sum + 2 ** marks.indexOf(mark), 0);
    return [commit.id, commit.at, commit.subject, numberOf(commit.author), bits, changes];
  });
  return JSON.stringify({ version, head, place, isShallow, texts: [...texts.keys()], rows });
}

/** Reads what {@link keptCommitsText} wrote; `undefined` for anything else. */
export function keptCommitsIn(text: string): KeptCommits | undefined {
  const stored = jsonIn(text);
  if (!isRecord(stored) || stored['version'] !== version) return undefined;
  const { head, isShallow, place, rows, texts } = stored;
  if (typeof head !== 'string' || typeof place !== 'string' || typeof isShallow !== 'boolean') return undefined;
  if (!Array.isArray(rows) || !Array.isArray(texts) || !texts.every((each) => typeof each === 'string')) return undefined;
  const logged: LoggedCommit[] = [];
  for (const row of rows) {
    const commit = commitIn(row, texts);
    if (commit === undefined) return undefined;
    logged.push(commit);
  }
  return { head, place, isShallow, logged };
}

const markSets = Array.from({ length: 16 }, (_, bits) => marks.filter((_mark, i) => (bits & (2 ** i)) !== 0));

function commitIn(row: unknown, texts: readonly string[]): LoggedCommit | undefined {
  if (!Array.isArray(row)) return undefined;
  const [id, at, subject, authorAt, bits, numbers] = row as readonly unknown[];
  if (typeof id !== 'string' || typeof at !== 'number' || typeof subject !== 'string' || !Array.isArray(numbers)) return undefined;
  const author = texts[Number(authorAt)];
  const set = markSets[Number(bits)];
  if (author === undefined || set === undefined || numbers.length % 3 !== 0) return undefined;
  const changes: Change[] = [];
  for (let i = 0; i < numbers.length; i += 3) {
    const [letter, pathAt, fromAt]: readonly unknown[] = [numbers[i], numbers[i + 1], numbers[i + 2]];
    const path = texts[Number(pathAt)];
    if (typeof letter !== 'number' || path === undefined) return undefined;
    const from = fromAt === -1 ? undefined : texts[Number(fromAt)];
    if (fromAt !== -1 && from === undefined) return undefined;
    changes.push(from === undefined ? { letter: String.fromCharCode(letter), path } : { letter: String.fromCharCode(letter), path, from });
  }
  return { id, at, subject, author, marks: set, changes };
}
