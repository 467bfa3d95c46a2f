import type { History } from '../../history/index.ts';
import type { TreeFile } from '../../system/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import type { CheckFinding } from '../report.ts';
import type { Claim, OwnNames } from './claim.ts';
import type { ForeignName } from './code-claims.ts';
import { type DocumentKind, documentKind, isForeign, parseDocument } from './documents.ts';
import { findClaims, namesOfOthers } from './find-claims.ts';
import { judgeClaim, type Doubt } from './judge-claim.ts';
import type { ParsedDocument } from './passages.ts';
import { olderText } from './older-texts.ts';
import { pathIndex, type PackageFacts, type ProjectFacts, type TargetFile } from './project-facts.ts';
import type { Evidence } from './evidence.ts';
import { prove } from './prove.ts';
import { commandsIn, namesCommands, ownNames, packageIn, targetsIn, targetToolOf } from './read-facts.ts';

/** What one document may cost: reading it, and comparing what it says. Most take a few milliseconds. */
const maxDocumentMs = 1_000;
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
  /** Whether code contains the name. */
  hasWord(word: string): boolean;
  /** Whether the ignore rules leave a path out: it may be made by a program. */
  isIgnored(path: WorkspacePath): Promise<boolean>;
  /** Kept from one check to the next. */
  readonly known: KnownDocuments;
  readonly history: Pick<History, 'changed' | 'contentAt' | 'lastChanges' | 'past'>;
  readonly signal: AbortSignal;
  /** Milliseconds that go forward only. */
  readonly clock?: (() => number) | undefined;
}

export interface CheckedDocuments {
  readonly findings: readonly CheckFinding[];
  /** How many names were compared. */
  readonly claims: number;
  /** Why earlier commits could not be asked, or not all of them. */
  readonly problem?: string | undefined;
  /** Documents that were not read to their end, because they took too long. */
  readonly left: readonly WorkspacePath[];
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
  readonly foreign: readonly ForeignName[];
  /** It took too long: nothing is known of it. */
  readonly isLeft: boolean;
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
    ...examplesOf(known),
    isDependency: dependencyNames(packages),
    anchorsOf: (path) => known.get(path)?.anchors,
  };
  const doubts: Doubt[] = [];
  const older: CheckFinding[] = [];
  const left = new Set(documents.filter((document) => known.get(document)?.isLeft));
  const lastChanges = await check.history.lastChanges(signal);
  let claims = 0;
  for (const document of documents) {
    const readers = documentKind(document)?.readers;
    const read = known.get(document);
    if (readers === undefined || read === undefined) continue;
    claims += read.claims.length;
    const advice = olderText({ document, readers, claims: read.claims }, lastChanges, facts.has);
    if (advice !== undefined) older.push(advice);
    const isOver = timeBox(check);
    const judged = { document, readers, anchors: read.anchors };
    let most = maxDoubts;
    for (const claim of read.claims) {
      if (most === 0 || isOver()) {
        left.add(document);
        break;
      }
      const doubt = judgeClaim(claim, judged, facts);
      if (doubt === undefined) continue;
      doubts.push(doubt);
      most -= 1;
    }
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
    contentAt: check.history.contentAt,
    signal,
  };
  const lineOf = (document: WorkspacePath, line: number): string => known.get(document)?.lines[line - 1] ?? '';
  const isNewLine = async (document: WorkspacePath, line: number): Promise<boolean> =>
    isNewFile(document) || (await workChanges(document)).added.includes(lineOf(document, line));
  const findings = await prove(doubts, { ...evidence, lineOf, isNewLine });
  // Again: a question may have been cut.
  const { problem } = await past.extent(signal);
  return { findings: withoutRepeats([...findings, ...older]), claims, problem, left: [...left] };
}

/** Says when the time for one document is over. */
function timeBox({ clock = () => performance.now() }: DocumentsCheck): () => boolean {
  const end = clock() + maxDocumentMs;
  return () => clock() > end;
}

function examplesOf(known: KnownDocuments): Pick<ProjectFacts, 'examples'> {
  const all = [...known.values()].flatMap(({ foreign }) => foreign);
  return {
    examples: {
      foreign: new Map(all.map(({ from, name }) => [name, from])),
      isImportedIn(document, name) {
        return known.get(document)?.foreign.some((one) => one.name === name) === true;
      },
    },
  };
}

/** What their own documentation calls them. */
const usualNames = new Map([
  ['ts', 'typescript'],
  ['z', 'zod'],
  ['_', 'lodash'],
  ['$', 'jquery'],
]);

/** `React` and `react`, `pluginVue` and `@x/plugin-vue`. */
function dependencyNames(packages: readonly PackageFacts[]): (name: string) => boolean {
  const folded = (name: string): string =>
    name
      .replace(/^@[^/]+\//, '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '');
  const own = new Set(packages.flatMap(({ name }) => (name === undefined ? [] : [folded(name)])));
  const all = new Set(packages.flatMap(({ dependencies }) => dependencies.map(folded)));
  return (name) => {
    const wanted = usualNames.get(name) ?? folded(name);
    return all.has(wanted) && !own.has(wanted);
  };
}

/** All documents, since links lead into those that are not examined too. Only those that changed are read. */
async function readDocuments(check: DocumentsCheck, own: OwnNames): Promise<KnownDocuments> {
  const { files, known, read } = check;
  const ownKey = JSON.stringify([[...own.commands], [...own.packages], [...own.modules]]);
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
    known.set(path, { stamp, own: ownKey, ...readDocument(text, kind, own, timeBox(check)) });
  }
  for (const path of known.keys()) if (!there.has(path)) known.delete(path);
  return known;
}

function readDocument(
  text: string,
  { format, readers }: DocumentKind,
  own: OwnNames,
  isOver: () => boolean,
): Omit<KnownDocument, 'own' | 'stamp'> {
  const parsed = parseDocument(text, format, isOver);
  const claims = findClaims(parsed, own, readers, isOver);
  const foreign = namesOfOthers(parsed, own, isOver);
  // Half of a document says nothing of its headings and its examples.
  if (isOver()) return { lines: [], anchors: undefined, claims: [], foreign: [], isLeft: true };
  return { lines: text.split(/\r?\n/), anchors: parsed.anchors, claims, foreign, isLeft: false };
}

async function readProject({ files: tree, read }: DocumentsCheck) {
  const files = tree.map(({ path }) => path);
  const packages: PackageFacts[] = [];
  const targets: TargetFile[] = [];
  const commands = new Map<WorkspacePath, readonly string[]>();
  for (const { path, size } of tree) {
    if (size > maxManifestBytes) continue;
    const tool = targetToolOf(path);
    const isPackage = /(^|\/)package\.json$/.test(path);
    if (tool === undefined && !isPackage && !namesCommands(path)) continue;
    const text = await read(path);
    if (text === undefined) continue;
    // One that was copied, or belongs to a fixture, says nothing of what is the project's own.
    const found = isPackage && !isForeign(path) ? packageIn(path, text) : undefined;
    if (found !== undefined) packages.push(found);
    if (tool !== undefined) targets.push(targetsIn(path, tool, text, files));
    if (namesCommands(path)) commands.set(path, commandsIn(path, text, files));
  }
  return { packages, targets, own: ownNames(packages, commands, files) };
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
