import type { History } from '../../history/index.ts';
import type { TreeFile } from '../../system/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import type { CheckFinding } from '../report.ts';
import type { Claim } from './claim.ts';
import { isForeign, readersOf } from './documents.ts';
import { findClaims } from './find-claims.ts';
import { judgeClaim, type Doubt } from './judge-claim.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { maxLineLength, type ParsedDocument } from './passages.ts';
import { pathIndex, type PackageFacts, type ProjectFacts, type TargetFile } from './project-facts.ts';
import type { Evidence } from './evidence.ts';
import { prove } from './prove.ts';
import { packageIn, targetsIn, targetToolOf } from './read-facts.ts';

/** What is compared of one document; more is a list that a program wrote. */
const maxClaims = 20_000;
/** Names of one document that are not in the workspace and are looked for in earlier commits. */
const maxDoubts = 1_000;
/** A Makefile or a manifest; what is larger is made by a program. */
const maxManifestBytes = 512 * 1024;

/** A longer one is no text that people wrote. */
export const maxDocumentBytes = 1024 * 1024;

export interface DocumentsCheck {
  /** Those that are examined. */
  readonly documents: readonly WorkspacePath[];
  /** Everything in the workspace. */
  readonly files: readonly TreeFile[];
  read(path: WorkspacePath): Promise<string | undefined>;
  /** Whether the ignore rules leave a path out: it may be made by a program. */
  isIgnored(path: WorkspacePath): Promise<boolean>;
  /** Kept from one check to the next. */
  readonly known: KnownDocuments;
  readonly history: Pick<History, 'changed' | 'contentAt' | 'past'>;
  readonly signal: AbortSignal;
}

export interface CheckedDocuments {
  readonly findings: readonly CheckFinding[];
  /** How many names were compared. */
  readonly claims: number;
  /** Why earlier commits could not be asked, or not all of them. */
  readonly problem?: string | undefined;
  /** Documents that name so much that they were not compared to their end. */
  readonly left: readonly WorkspacePath[];
  /** Lines that were left out for their length, as `README.md:3`. */
  readonly longLines: readonly string[];
}

/** Documents by their path, as they were read last. */
export type KnownDocuments = Map<WorkspacePath, KnownDocument>;

interface KnownDocument {
  readonly stamp: string;
  readonly lines: readonly string[];
  readonly anchors: ParsedDocument['anchors'];
  readonly claims: readonly Claim[];
}

/** The line: text → passages → claims → doubts → findings. */
export async function checkDocuments(check: DocumentsCheck): Promise<CheckedDocuments> {
  const { documents, signal } = check;
  const { packages, targets } = await readProject(check);
  const known = await readDocuments(check);
  const facts: ProjectFacts = {
    ...pathIndex(check.files.map(({ path }) => path)),
    packages,
    targets,
    anchorsOf: (path) => known.get(path)?.anchors,
  };
  const doubts: Doubt[] = [];
  const left: WorkspacePath[] = [];
  const longLines: string[] = [];
  let claims = 0;
  for (const document of documents) {
    const readers = readersOf(document);
    const read = known.get(document);
    if (readers === undefined || read === undefined) continue;
    claims += read.claims.length;
    for (const [at, line] of read.lines.entries()) if (line.length > maxLineLength) longLines.push(`${document}:${at + 1}`);
    const judged = { document, readers, anchors: read.anchors };
    const own = read.claims.slice(0, maxClaims).flatMap((claim) => judgeClaim(claim, judged, facts) ?? []);
    if (own.length > maxDoubts || read.claims.length > maxClaims) left.push(document);
    doubts.push(...own.slice(0, maxDoubts));
  }
  const past = await check.history.past();
  const { gone, isNewFile, workChanges } = await uncommittedFiles(check);
  const evidence = {
    past,
    isComplete: (await past.extent(signal)).isComplete,
    facts,
    uncommitted: gone,
    workChanges,
    isIgnored: check.isIgnored,
    signal,
  };
  const lineOf = (document: WorkspacePath, line: number): string => known.get(document)?.lines[line - 1] ?? '';
  const isNewLine = async (document: WorkspacePath, line: number): Promise<boolean> =>
    isNewFile(document) || (await workChanges(document)).added.includes(lineOf(document, line));
  const findings = await prove(doubts, { ...evidence, lineOf, isNewLine });
  // Again: a question may have been cut.
  const { problem } = await past.extent(signal);
  return { findings: withoutRepeats(findings), claims, problem, left, longLines };
}

/** All documents, since links lead into those that are not examined too. Only those that changed are read. */
async function readDocuments({ files, known, read }: DocumentsCheck): Promise<KnownDocuments> {
  const there = new Set<WorkspacePath>();
  for (const { path, size, modifiedMs, changedMs, inode } of files) {
    const readers = readersOf(path);
    if (readers === undefined || size > maxDocumentBytes) continue;
    there.add(path);
    const stamp = `${size}:${modifiedMs}:${changedMs}:${inode}`;
    if (known.get(path)?.stamp === stamp) continue;
    const text = await read(path);
    if (text === undefined) {
      known.delete(path);
      continue;
    }
    const { anchors, passages } = parseMarkdown(text);
    known.set(path, { stamp, lines: text.split(/\r?\n/), anchors, claims: findClaims({ passages }, readers) });
  }
  for (const path of known.keys()) if (!there.has(path)) known.delete(path);
  return known;
}

async function readProject({ files, read }: DocumentsCheck) {
  const packages: PackageFacts[] = [];
  const targets: TargetFile[] = [];
  for (const { path, size } of files) {
    if (size > maxManifestBytes) continue;
    const tool = targetToolOf(path);
    // One that was copied, or belongs to a fixture, says nothing of what is the project's own.
    const isPackage = /(^|\/)package\.json$/.test(path) && !isForeign(path);
    if (tool === undefined && !isPackage) continue;
    const text = await read(path);
    if (text === undefined) continue;
    const found = isPackage ? packageIn(path, text) : undefined;
    if (found !== undefined) packages.push(found);
    if (tool !== undefined) targets.push(targetsIn(path, tool, text));
  }
  return { packages, targets };
}

async function uncommittedFiles({ history, read, signal }: DocumentsCheck) {
  const changed = await history.changed(signal);
  const gone = new Map<WorkspacePath, WorkspacePath | undefined>();
  for (const { from, path, state } of changed.files) {
    if (state === 'deleted') gone.set(path, undefined);
    else if (state === 'renamed' && from !== undefined) gone.set(from, path);
  }
  const untracked = new Set(changed.files.flatMap(({ path, state }) => (state === 'untracked' || state === 'added' ? [path] : [])));
  const differing = new Set(changed.files.flatMap(({ from, path }) => [path, from ?? path]));
  const workChanges: Evidence['workChanges'] = async (file) => {
    const bytes = changed.head === undefined || !differing.has(file) ? undefined : await history.contentAt(changed.head, file);
    if (bytes === undefined) return { removed: [], added: [] };
    const before = Buffer.from(bytes).toString('utf8').split('\n');
    const after = ((await read(file)) ?? '').split('\n');
    const [linesBefore, linesAfter] = [new Set(before), new Set(after)];
    return { removed: before.filter((line) => !linesAfter.has(line)), added: after.filter((line) => !linesBefore.has(line)) };
  };
  return { gone, workChanges, isNewFile: (file: WorkspacePath): boolean => untracked.has(file) };
}

/** One line that names the same thing twice is one finding. */
function withoutRepeats(findings: readonly CheckFinding[]): readonly CheckFinding[] {
  const seen = new Set<string>();
  return findings.filter(({ file, line, message, rule }) => {
    const key = `${file ?? ''}:${line ?? 0}:${rule}:${message}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
