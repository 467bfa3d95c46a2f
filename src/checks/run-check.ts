import { setMaxListeners } from 'node:events';
import { languageOf } from '../code/index.ts';
import { SnapError, timeLimit } from '../system/index.ts';
import type { Workbench } from '../workbench/index.ts';
import type { PlannedChange } from './change/contents.ts';
import { plannedFiles, plannedSystem } from './change/planned-system.ts';
import type { CheckContext } from './check-context.ts';
import type { Layer, LayerContext, LayerEnd, Mode } from './mode.ts';
import { filesOfCheck, type FilesOfCheck, type IsLeftOut, leftOutBySettings } from './left-out.ts';
import { type CheckMode, whatWorks } from './mode-names.ts';
import { keepVerdict, stateBefore } from './kept-verdicts.ts';
import { loadMode } from './modes.ts';
import { missingNeed } from './needs.ts';
import { hasError, sortedFindings, statusOf, type CheckReport, type CheckState, type LayerReport } from './report.ts';
import { CheckRecorder, type RecordedLayer } from './recorder.ts';
import { type CheckRequest, noScope, type Scope, scopeOf } from './scope.ts';
import { stoppable } from './stoppable-system.ts';
import { byLanguage, unexaminedText } from './unexamined.ts';

/** A tool call is ended after 50 seconds; before that, the answer is what was found so far. */
const maxMs = 45_000;

/**
 * Runs one mode: its layers at the same time, under one time limit. What a layer had found when the time was up is in the report, and the
 * layer is a `timeout` there.
 * @param maxTime milliseconds.
 * @throws SnapError `not-implemented`, `not-available` for a mode that does not work in this version; what {@link scopeOf} throws; the
 * expected failure of a layer that is alone in its mode, unless something is not available. The reason of `context.signal` when it fires.
 */
export async function runCheck(id: CheckMode, request: CheckRequest, context: CheckContext, maxTime = maxMs): Promise<CheckReport> {
  const mode = await loadMode(id);
  if (mode === undefined)
    throw new SnapError('not-available', `mode "${id}" is not available in v${context.about.version}.`, { hint: whatWorks });
  return runMode(mode, request, context, maxTime);
}

/** As {@link runCheck}, of a mode that is loaded. */
export async function runMode(mode: Mode, request: CheckRequest, context: CheckContext, maxTime = maxMs): Promise<CheckReport> {
  const begun = performance.now();
  const limit = timeLimit(maxTime, context.signal);
  // Every program and every read of every layer listens to it.
  setMaxListeners(0, limit.signal);
  try {
    const bench = needsWorkspace(mode) ? await context.workbench() : undefined;
    const [scope, isLeftOut] = bench === undefined ? aboutNothing : await about(bench, request, limit.signal);
    const before = bench === undefined || !runsPrograms.has(mode.id) ? undefined : await stateBefore(bench, scope, limit.signal);
    const run = layerContext(context, {
      signal: limit.signal,
      isLeftOut,
      change: scope.change,
      root: scope.change === undefined ? '' : (await context.workbench()).workspace.root,
      msLeft: () => Math.max(0, maxTime - (performance.now() - begun)),
    });
    const recorder = new CheckRecorder(scope, isLeftOut);
    const problem = scope.diffProblem;
    const ended = announcing(mode, context);
    const layers = await Promise.all(
      mode.layers.map(async (layer) => ended(await runLayer(layer, mode, { scope, context: run, recorder, problem }))),
    );
    context.signal.throwIfAborted();
    const report = reportOf(mode, layers, recorder, await run.unseen());
    if (bench !== undefined) await keepVerdict(bench, report, { before, scope, signal: limit.signal });
    return report;
  } finally {
    limit.release();
  }
}

/** Modes whose verdict is kept: the project's own programs speak in them. */
const runsPrograms: ReadonlySet<CheckMode> = new Set(['quick', 'full', 'build'] as const);

/** Tells the caller after each layer what is still running. */
function announcing({ layers }: Mode, { progress }: CheckContext): (done: LayerReport) => LayerReport {
  const running = new Set(layers.map(({ name }) => name));
  return (done) => {
    running.delete(done.name);
    if (running.size > 0)
      progress?.(`${done.name}: ${done.state}; still running: ${[...running].join(', ')}`, layers.length - running.size, layers.length);
    return done;
  };
}

async function about(bench: Workbench, request: CheckRequest, signal: AbortSignal): Promise<readonly [Scope, IsLeftOut]> {
  const scope = await scopeOf(bench, request, signal);
  return [scope, await leftOutBySettings(bench, scope)];
}

const aboutNothing: readonly [Scope, IsLeftOut] = [noScope, () => false];

function needsWorkspace({ layers }: Mode): boolean {
  return layers.some(({ needs }) => needs.length > 0);
}

function reportOf(
  { id, conclude }: Mode,
  layers: readonly LayerReport[],
  recorder: CheckRecorder,
  unseen: FilesOfCheck['unseen'],
): CheckReport {
  const { details, lines, next, ...recorded } = recorder.close();
  const findings = sortedFindings(recorded.findings);
  const report = { mode: id, ...statusOf(layers, findings), findings, layers, details, lines: [...lines, ...unseen], next };
  const concluded = conclude?.(layers, findings);
  return concluded === undefined
    ? report
    : {
        ...report,
        details: { ...details, ...concluded.details },
        lines: [...report.lines, ...(concluded.lines ?? [])],
        next: concluded.next,
      };
}

interface LayerRun {
  readonly scope: Scope;
  readonly context: LayerContext;
  readonly recorder: CheckRecorder;
  /** Why nothing can be examined. */
  readonly problem: string | undefined;
}

async function runLayer(layer: Layer, { layers }: Mode, { scope, context, recorder, problem }: LayerRun): Promise<LayerReport> {
  const begun = performance.now();
  const record = recorder.ofLayer(layer.name);
  const ended = (state: CheckState, reason?: string, gap?: Gap): LayerReport => ({
    name: layer.name,
    state,
    reason,
    ...gap,
    ms: Math.round(performance.now() - begun),
  });
  const work = async (): Promise<LayerEnd> => {
    const missing = problem ?? (await missingNeed(layer.needs, context));
    return missing === undefined ? layer.find(scope, context, record) : { skipped: missing };
  };
  try {
    const end = await orTimeout(work(), context.signal);
    if (end === 'timeout') return ended('timeout', timeoutReason(begun));
    const gap = gapOf(record);
    const left = unexaminedText(gap?.unexamined ?? []);
    if (hasError(record.findings)) return ended('failed', end?.skipped ?? left, gap);
    if (end !== undefined) return ended('skipped', end.skipped, gap);
    return ended(gap?.share === 0 ? 'skipped' : 'passed', left, gap);
  } catch (error) {
    // The time may be up in the middle of a read, which then fails with the reason of the signal.
    if (context.signal.aborted && !(error instanceof SnapError)) return ended('timeout', timeoutReason(begun));
    if (!(error instanceof SnapError) || (layers.length === 1 && error.code !== 'not-available')) throw error;
    return ended('skipped', error.hint === undefined ? error.message : `${error.message} ${error.hint}`);
  }
}

type Gap = Pick<LayerReport, 'share' | 'unexamined'>;

/** What a layer left out of the code in its scope. */
function gapOf({ left, examinedFiles }: RecordedLayer): Gap | undefined {
  const unexamined = byLanguage(left);
  if (unexamined.length === 0) return undefined;
  const missing = unexamined.reduce((sum, { files }) => sum + files, 0);
  const examined = examinedFiles.filter((path) => languageOf(path) !== undefined).length;
  return { unexamined, share: examined / (examined + missing) };
}

function timeoutReason(begun: number): string {
  return `it was not done after ${Math.round((performance.now() - begun) / 1000)} s; the findings so far are listed`;
}

/** Does not wait for a layer that does not stop. */
async function orTimeout(work: Promise<LayerEnd>, signal: AbortSignal): Promise<LayerEnd | 'timeout'> {
  let onAbort: () => void = () => undefined;
  const aborted = new Promise<'timeout'>((settle) => {
    onAbort = () => settle('timeout');
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  // Where it fails later, nobody waits any more.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

interface RunContext extends LayerContext {
  /** What was not looked at, where a layer asked for the files. */
  unseen(): Promise<FilesOfCheck['unseen']>;
}

interface RunOptions {
  readonly signal: AbortSignal;
  readonly isLeftOut: IsLeftOut;
  /** With the root of the workspace. */
  readonly change: PlannedChange | undefined;
  readonly root: string;
  msLeft(): number;
}

function layerContext(context: CheckContext, { signal, isLeftOut, change, root, msLeft }: RunOptions): RunContext {
  const onDisk = stoppable(context.system, signal);
  const system = change === undefined ? onDisk : plannedSystem(onDisk, root, change);
  let listed: Promise<FilesOfCheck> | undefined;
  const list = async (): Promise<FilesOfCheck> => filesOfCheck(await context.workbench(), isLeftOut, signal);
  return {
    ...context,
    system,
    signal,
    msLeft,
    files: async () => {
      const { files } = await (listed ??= list());
      return change === undefined ? files : plannedFiles(files, change);
    },
    // A walk that was stopped has been told of by its layers.
    unseen: async () => (signal.aborted ? [] : ((await listed?.catch(() => undefined))?.unseen ?? [])),
  };
}
