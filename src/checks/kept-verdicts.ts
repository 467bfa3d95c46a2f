import { join } from 'node:path';
import type { Verdict } from '../insight/index.ts';
import { isRecord, jsonIn, SnapError, type System, timeLimit } from '../system/index.ts';
import type { Workbench } from '../workbench/index.ts';
import { checkModes } from './mode-names.ts';
import type { CheckReport } from './report.ts';
import type { Scope } from './scope.ts';

/** The newest; one is about 150 bytes. */
const maxKept = 200;
/** A check is not held up longer by looking at the files. */
const maxLookMs = 1_000;
/** Parts in which the project's own programs speak. What snap reads by itself can be read again at any time. */
const byPrograms = new Set(['types', 'lint', 'tests', 'build']);

type Bench = Pick<Workbench, 'snapshots' | 'system' | 'workspace'>;

/** Looks at the files before a check, so that the same files afterwards are known to be the ones that were checked. */
export async function stateBefore(bench: Bench, { change, code }: Pick<Scope, 'change' | 'code'>, signal: AbortSignal): Promise<State> {
  // Of a text or a planned change nothing is on the disk.
  return change !== undefined || code !== undefined ? undefined : presentRoot(bench, signal);
}

/** `root` of a snapshot that would be taken now; `undefined` where it is not known. */
export type State = string | undefined;

/**
 * Notes what a check said, where programs of the project ran and no file changed meanwhile. In the private directory, which such a check writes to
 * anyway; it needs no snapshot of these files, so nothing is lost with one that is deleted.
 */
export async function keepVerdict(
  bench: Bench,
  { mode, status, layers }: Pick<CheckReport, 'mode' | 'status' | 'layers'>,
  { before, scope, signal }: { readonly before: State; readonly scope: Pick<Scope, 'named' | 'diff'>; readonly signal: AbortSignal },
): Promise<void> {
  if (before === undefined || (status !== 'passed' && status !== 'failed')) return;
  if (!layers.some(({ name, state }) => byPrograms.has(name) && (state === 'passed' || state === 'failed'))) return;
  if ((await presentRoot(bench, signal)) !== before) return;
  const { system, workspace } = bench;
  const about = scope.diff !== undefined ? 'change' : scope.named === undefined ? 'all' : 'files';
  const verdict: Verdict = { root: before, mode, status, about, at: system.now().toISOString() };
  const others = (await keptVerdicts(bench)).filter((one) => one.root !== before || one.mode !== mode || one.about !== about);
  try {
    const kept = [...others, verdict].slice(-maxKept);
    await system.ownFiles.write(fileOf(workspace), Buffer.from(JSON.stringify({ version: 1, kept })), { durable: false });
  } catch (error) {
    // A full disk, a directory that is closed: the check itself is done.
    if (!(error instanceof SnapError)) throw error;
  }
}

/** What checks said of states of the files, oldest first; of each state, mode and kind of scope the newest. */
export async function keptVerdicts({
  system,
  workspace,
}: Pick<Bench, 'workspace'> & { readonly system: System }): Promise<readonly Verdict[]> {
  try {
    const bytes = await system.readStart(fileOf(workspace), maxKept * 1_000);
    return bytes === undefined ? [] : verdictsIn(new TextDecoder().decode(bytes));
  } catch (error) {
    // It cannot be read: nothing is known, as if no check had run.
    if (error instanceof SnapError) return [];
    throw error;
  }
}

/** Without what is damaged. */
function verdictsIn(text: string): readonly Verdict[] {
  const stored = jsonIn(text);
  if (!isRecord(stored) || stored['version'] !== 1 || !Array.isArray(stored['kept'])) return [];
  return stored['kept'].filter(isVerdict).slice(-maxKept);
}

function isVerdict(one: unknown): one is Verdict {
  if (!isRecord(one)) return false;
  const { root, mode, status, about, at } = one;
  return (
    typeof root === 'string' &&
    checkModes.some((name) => name === mode) &&
    (status === 'passed' || status === 'failed') &&
    (about === 'all' || about === 'change' || about === 'files') &&
    typeof at === 'string' &&
    !Number.isNaN(Date.parse(at))
  );
}

function fileOf({ privateDirectory }: Bench['workspace']): string {
  return join(privateDirectory, 'checks', 'verdicts.json');
}

/** Only where snapshots are taken: there is nothing else that a verdict could be about, and nothing that makes looking fast. */
async function presentRoot({ snapshots, system, workspace }: Bench, signal: AbortSignal): Promise<State> {
  const limit = timeLimit(maxLookMs, signal);
  try {
    if ((await system.look(join(workspace.privateDirectory, 'snapshots'))) === undefined) return undefined;
    const opened = await snapshots();
    return (await opened.list()).length === 0 ? undefined : (await opened.present(limit.signal)).root;
  } catch (error) {
    // A store that cannot be opened, or files that take too long: then nothing is noted.
    if (error instanceof SnapError || limit.signal.aborted) return undefined;
    throw error;
  } finally {
    limit.release();
  }
}
