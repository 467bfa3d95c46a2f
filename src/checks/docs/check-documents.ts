import type { History } from '../../history/index.ts';
import type { TreeFile } from '../../system/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import type { CheckFinding } from '../report.ts';
import type { Claim, OwnNames } from './claim.ts';
import { documentKind, parseDocument } from './documents.ts';
import { findClaims } from './find-claims.ts';
import { judgeClaim, type Doubt } from './judge-claim.ts';
import type { ParsedDocument } from './passages.ts';
import { olderText } from './older-texts.ts';
import { pathIndex, type PackageFacts, type ProjectFacts, type TargetFile } from './project-facts.ts';
import type { Evidence } from './evidence.ts';
import { prove } from './prove.ts';
import { commandsIn, namesCommands, ownNames, packageIn, targetsIn, targetToolOf } from './read-facts.ts';

/** A longer one is no text that people wrote. */
export const maxDocumentBytes = 1024 * 1024;

export interface DocumentsCheck {
  /** Those that are examined. */
  readonly documents: readonly WorkspacePath[];
  /** Everything in the workspace. */
  readonly files: readonly TreeFile[];
  read(path: WorkspacePath): Promise<string | undefined>;
  /** Whether code contains the name. */
  hasWord(word: string): boolean;
  /** Whether the ignore rules leave a path out: it may be made by a program. */
  isIgnored(path: WorkspacePath): Promise<boolean>;
  /** Kept from one check to the next. */
  readonly known: KnownDocuments;
  readonly history: Pick<History, 'changed' | 'contentAt' | 'lastChanges' | 'past'>;
  readonly signal: AbortSignal;
}

export interface CheckedDocuments {
  readonly findings: readonly CheckFinding[];
  /** How many names were compared. */
  readonly claims: number;
  /** Why earlier commits could not be asked, or not all of them. */
  readonly problem?: string | undefined;
}

/** Documents by their path, as they were read last. */
export type KnownDocuments = Map<WorkspacePath, KnownDocument>;

interface KnownDocument {
  readonly stamp: string;
  /** What its claims depend on beside its text. */
  readonly own: string;
  readonly lines: readonly string[];
  readonly anchors: ParsedDocument['anchors'];
  readonly claims: readonly Claim[];
}

/** The line: text → passages → claims → doubts → findings. */
export async function checkDocuments(check: DocumentsCheck): Promise<CheckedDocuments> {
  const { documents, signal } = check;
  const { own, packages, targets } = await readProject(check);
  const known = await readDocuments(check, own);
  const facts: ProjectFacts = {
    ...pathIndex(check.files.map(({ path }) => path)),
    packages,
    targets,
    hasWord: check.hasWord,
    spellsFlags: !looseParsers.some(check.hasWord),
    anchorsOf: (path) => known.get(path)?.anchors,
  };
  const doubts: Doubt[] = [];
  const older: CheckFinding[] = [];
  const lastChanges = await check.history.lastChanges(signal);
  let claims = 0;
  for (const document of documents) {
    const readers = documentKind(document)?.readers;
    const read = known.get(document);
    if (readers === undefined || read === undefined) continue;
    claims += read.claims.length;
    const advice = olderText({ document, readers, claims: read.claims }, lastChanges);
    if (advice !== undefined) older.push(advice);
    for (const claim of read.claims) {
      const doubt = judgeClaim(claim, { document, readers, anchors: read.anchors }, facts);
      if (doubt !== undefined) doubts.push(doubt);
    }
  }
  const past = await check.history.past();
  const { gone, workChanges } = await uncommittedFiles(check);
  const evidence = {
    past,
    isComplete: (await past.extent(signal)).isComplete,
    facts,
    uncommitted: gone,
    workChanges,
    isIgnored: check.isIgnored,
    signal,
  };
  const findings = await prove(doubts, { ...evidence, lineOf: (document, line) => known.get(document)?.lines[line - 1] ?? '' });
  // Again: a question may have been cut.
  const { problem } = await past.extent(signal);
  return { findings: withoutRepeats([...findings, ...older]), claims, problem };
}

/** Parsers that make a flag of any name of a field, so that the name alone says that it may exist. */
const looseParsers = ['minimist', 'mri', 'yargs', 'meow', 'typer'];

/** All documents, since links lead into those that are not examined too. Only those that changed are read. */
async function readDocuments({ files, known, read }: DocumentsCheck, own: OwnNames): Promise<KnownDocuments> {
  const ownKey = JSON.stringify([[...own.commands], [...own.packages]]);
  const there = new Set<WorkspacePath>();
  for (const { path, size, modifiedMs, changedMs, inode } of files) {
    const kind = documentKind(path);
    if (kind === undefined || size > maxDocumentBytes) continue;
    there.add(path);
    const stamp = `${size}:${modifiedMs}:${changedMs}:${inode}`;
    const before = known.get(path);
    if (before?.stamp === stamp && before.own === ownKey) continue;
    const text = await read(path);
    if (text === undefined) {
      known.delete(path);
      continue;
    }
    const parsed = parseDocument(text, kind.format);
    known.set(path, {
      stamp,
      own: ownKey,
      lines: text.split(/\r?\n/),
      anchors: parsed.anchors,
      claims: findClaims(parsed, own, kind.readers),
    });
  }
  for (const path of known.keys()) if (!there.has(path)) known.delete(path);
  return known;
}

async function readProject({ files: tree, read }: DocumentsCheck) {
  const files = tree.map(({ path }) => path);
  const packages: PackageFacts[] = [];
  const targets: TargetFile[] = [];
  const commands = new Map<WorkspacePath, readonly string[]>();
  for (const path of files) {
    const tool = targetToolOf(path);
    const isPackage = /(^|\/)package\.json$/.test(path);
    if (tool === undefined && !isPackage && !namesCommands(path)) continue;
    const text = await read(path);
    if (text === undefined) continue;
    const found = isPackage ? packageIn(path, text) : undefined;
    if (found !== undefined) packages.push(found);
    if (tool !== undefined) targets.push(targetsIn(path, tool, text, files));
    if (namesCommands(path)) commands.set(path, commandsIn(path, text, files));
  }
  return { packages, targets, own: ownNames(packages, commands) };
}

async function uncommittedFiles({ history, read, signal }: DocumentsCheck) {
  const changed = await history.changed(signal);
  const gone = new Map<WorkspacePath, WorkspacePath | undefined>();
  for (const { from, path, state } of changed.files) {
    if (state === 'deleted') gone.set(path, undefined);
    else if (state === 'renamed' && from !== undefined) gone.set(from, path);
  }
  const differing = new Set(changed.files.flatMap(({ from, path }) => [path, from ?? path]));
  const workChanges: Evidence['workChanges'] = async (file) => {
    const bytes = changed.head === undefined || !differing.has(file) ? undefined : await history.contentAt(changed.head, file);
    if (bytes === undefined) return { removed: [], added: [] };
    const before = Buffer.from(bytes).toString('utf8').split('\n');
    const after = ((await read(file)) ?? '').split('\n');
    const [linesBefore, linesAfter] = [new Set(before), new Set(after)];
    return { removed: before.filter((line) => !linesAfter.has(line)), added: after.filter((line) => !linesBefore.has(line)) };
  };
  return { gone, workChanges };
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
