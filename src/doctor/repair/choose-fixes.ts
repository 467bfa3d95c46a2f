import { SnapError, type System } from '../../system/index.ts';
import type { ConfigFinding } from '../diagnostic.ts';
import type { Examination } from '../examine.ts';
import type { ProposedChange, RepairDecisions } from './repair-plan.ts';
import { applySplices, decodeText, encodeText, loadFormat, type Format } from '../../formats/index.ts';
import type { Edit } from '../edit.ts';
import { diffBytes } from '../../changes/index.ts';

/** One file after the fixes of one round. */
export interface ChosenFile extends ProposedChange {
  readonly fixes: readonly { readonly finding: ConfigFinding; readonly range: ChangedRange }[];
}

/** What the rounds so far have shown about fixes and files. */
export interface FixHistory {
  /** How often a finding's fix was tried, by fingerprint. */
  readonly tries: Map<string, number>;
  /** What the person answered, by fingerprint: no question is asked twice. */
  readonly answers: Map<string, boolean>;
  /** How many fixes a round may make in a file in which several at once had a side effect, by path. */
  readonly maxFixes: Map<string, number>;
}

/** A fix that did not help may have met a file that was not ready for it, so it gets a second try. The limit also ends every run. */
export const maxTries = 2;

/**
 * The fixes of one round: all that are wanted and change different places. Safe fixes come first; what a person has to decide is
 * asked when no safe fix is left.
 * @returns `undefined` when the person cancelled.
 */
export async function chooseFixes(
  system: System,
  { findings, setup }: Examination,
  history: FixHistory,
  decisions: RepairDecisions,
): Promise<readonly ChosenFile[] | undefined> {
  const open = findings.filter((finding) => mayBeFixed(finding, history) && decisions.isChosen(finding));
  const safe = open.filter(({ fix }) => fix?.kind === 'safe');
  const round = { chosen: new Map<string, ChosenFile>(), contents: setup.facts.contents, history, decisions };
  if ((await addFixes(system, safe.length > 0 ? safe : open, round)) === 'cancelled') return undefined;
  // No safe fix could be made, so the others need not wait for one.
  if (round.chosen.size === 0 && safe.length > 0 && open.length > safe.length) {
    const others = open.filter((finding) => !safe.includes(finding));
    if ((await addFixes(system, others, round)) === 'cancelled') return undefined;
  }
  return [...round.chosen.values()];
}

interface Round {
  readonly chosen: Map<string, ChosenFile>;
  /** What was read when the findings were made, by path. */
  readonly contents: ReadonlyMap<string, Uint8Array | undefined>;
  readonly history: FixHistory;
  readonly decisions: RepairDecisions;
}

function mayBeFixed({ fingerprint, fix, scope }: ConfigFinding, { tries }: FixHistory): boolean {
  return fix !== undefined && scope !== 'managed' && (tries.get(fingerprint) ?? 0) < maxTries;
}

async function addFixes(system: System, findings: readonly ConfigFinding[], round: Round): Promise<'cancelled' | undefined> {
  const { answers, tries } = round.history;
  for (const finding of findings) {
    const { fingerprint } = finding;
    const change = await proposedChange(system, finding, round.contents);
    if (change === undefined) {
      tries.set(fingerprint, maxTries);
      continue;
    }
    const file = withFix(finding, change, round);
    if (file === undefined) continue;
    const answer = answers.get(fingerprint) ?? (await round.decisions.wants(finding, change));
    if (answer === undefined) return 'cancelled';
    answers.set(fingerprint, answer);
    tries.set(fingerprint, answer ? (tries.get(fingerprint) ?? 0) + 1 : maxTries);
    if (answer) round.chosen.set(change.path, file);
  }
  return undefined;
}

/** The file with this fix too; `undefined` when the fix has to wait for another round because it touches what another one changes. */
function withFix(finding: ConfigFinding, change: ProposedChange, { chosen, history }: Round): ChosenFile | undefined {
  const range = changedRange(change.before, change.after);
  const file = chosen.get(change.path) ?? { ...change, after: change.before, fixes: [] };
  const ranges = uniqueRanges(file.fixes.map((fix) => fix.range));
  const isSame = ranges.some((other) => isSameRange(other, range));
  const isFull = ranges.length >= (history.maxFixes.get(change.path) ?? Infinity);
  const mayJoin = ranges.length === 0 || (!isFull && ranges.every((other) => areApart(other, range)));
  if (!isSame && !mayJoin) return undefined;
  return {
    ...file,
    fixes: [...file.fixes, { finding, range }],
    after: applyRanges(file.before, isSame ? ranges : [...ranges, range]),
  };
}

/** What one fix alone makes of its file; `undefined` when there is nothing to change, or it cannot be done safely. */
async function proposedChange(system: System, { fix }: ConfigFinding, contents: Round['contents']): Promise<ProposedChange | undefined> {
  if (fix === undefined) return undefined;
  const path = (await system.look(fix.edit.path))?.target ?? fix.edit.path;
  const before = await system.readBytes(path);
  if (before === undefined) return undefined;
  // Positions of an edit are those of the bytes that were judged. Another program may have written the file since.
  const judged = contents.get(fix.edit.path);
  if (judged !== undefined && Buffer.compare(judged, before) !== 0) return undefined;
  try {
    const after = await applyEdit(fix.edit, before);
    return after !== undefined && Buffer.compare(before, after) === 0 ? undefined : { path, before, after };
  } catch (error) {
    // An editor that cannot do it without touching something else.
    if (error instanceof SnapError && error.code === 'refused') return undefined;
    throw error;
  }
}

/**
 * The content after the edit; `undefined` when the file is to be deleted, and the same bytes when there is nothing to change.
 * @throws SnapError `refused` when the editor cannot do it without touching something else.
 */
async function applyEdit(edit: Edit, bytes: Uint8Array): Promise<Uint8Array | undefined> {
  if (edit.kind === 'bytes') return edit.bytes;
  const decoded = decodeText(bytes);
  if (decoded.kind === 'not-text') return bytes;
  const text = edit.kind === 'splices' ? applySplices(decoded.text, edit.splices) : await withFields(edit, decoded.text);
  return text === undefined ? undefined : encodeText(text, decoded.hasByteOrderMark);
}

async function withFields(edit: Edit & { kind: 'fields' }, text: string): Promise<string | undefined> {
  const { reading, at, name, fields, drop } = edit;
  const format: Format = await loadFormat(reading.format);
  return format.change(text, reading.tolerance, at, { kind: 'set', name, fields, drop });
}

/** The bytes in which two contents differ, from the first to the last: what is in [start, end) becomes `bytes`. */
export interface ChangedRange {
  readonly start: number;
  readonly end: number;
  /** `undefined`: the file is deleted. */
  readonly bytes?: Uint8Array | undefined;
}

/** The smallest range that holds every difference; all of `before` when the file is deleted. */
export function changedRange(before: Uint8Array, after: Uint8Array | undefined): ChangedRange {
  if (after === undefined) return { start: 0, end: before.length };
  const [splice] = diffBytes(before, after);
  if (splice === undefined) return { start: before.length, end: before.length, bytes: new Uint8Array() };
  return { start: splice.at, end: splice.at + splice.removed.length, bytes: splice.added };
}

/** Whether two changes of one content have at least one byte between them: then both can be made, in any order. */
export function areApart(a: ChangedRange, b: ChangedRange): boolean {
  if (a.bytes === undefined || b.bytes === undefined) return false;
  return a.end < b.start || b.end < a.start;
}

/** The content with every change made; the ranges have to be apart. `undefined` when one of them deletes the file. */
export function applyRanges(before: Uint8Array, ranges: readonly ChangedRange[]): Uint8Array | undefined {
  const parts: Uint8Array[] = [];
  let done = 0;
  for (const { start, end, bytes } of ranges.toSorted((a, b) => a.start - b.start)) {
    if (bytes === undefined) return undefined;
    parts.push(before.subarray(done, start), bytes);
    done = end;
  }
  return Buffer.concat([...parts, before.subarray(done)]);
}

/** Whether two changes are identical. Two deletions never are: each is a separate change. */
export function isSameRange(a: ChangedRange, b: ChangedRange): boolean {
  return a.start === b.start && a.end === b.end && a.bytes !== undefined && b.bytes !== undefined && Buffer.compare(a.bytes, b.bytes) === 0;
}

/** Each change once, in the order given. */
export function uniqueRanges(ranges: readonly ChangedRange[]): readonly ChangedRange[] {
  return ranges.filter((range, i) => !ranges.slice(0, i).some((other) => isSameRange(other, range)));
}
