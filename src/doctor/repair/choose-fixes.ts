import { SnapError, type System } from '../../system/index.ts';
import type { ConfigFinding } from '../diagnostic.ts';
import type { Examination } from '../examine.ts';
import { applyRanges, areApart, changedRange, isSameRange, uniqueRanges, type ChangedRange } from './changed-range.ts';
import type { ProposedChange, RepairDecisions } from './repair-plan.ts';
import { applySplices, decodeText, encodeText, loadFormat, type Format } from '../../formats/index.ts';
import type { Edit } from '../edit.ts';

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
