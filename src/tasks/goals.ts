import { join } from 'node:path';
import { isRecord, jsonIn, SnapError, type System, type TreeFile } from '../system/index.ts';
import { filesAt } from '../vitals/index.ts';
import { confine, type Workspace } from '../workspace/index.ts';
import { isApproved } from './approval.ts';
import { runForFigure } from './run-for-figure.ts';
import type { Goal, GoalResult } from './tasks.ts';

/** Where the figures of goals come from; the `goals` of the settings. */
export interface GoalSources {
  readonly bundle?: { readonly path: string } | undefined;
  readonly coverage?: { readonly report: string } | undefined;
  readonly performance?: { readonly command: readonly string[]; readonly origin: 'user' | 'project' } | undefined;
}

export interface GoalPlace {
  readonly system: System;
  readonly workspace: Workspace;
  readonly sources: GoalSources;
}

/** A figure in the goal's unit, or why there is none and what to do. */
type Figure = { readonly measured: number; readonly reason: string } | { readonly problem: string };

const outputs = ['dist', 'build', 'out'];
const reports = ['coverage/coverage-summary.json', 'coverage/lcov.info', 'lcov.info'];
const maxFiles = 50_000;
const maxReportBytes = 64 * 1024 * 1024;

// As package sizes are written: KB is 1,000 bytes, KiB 1,024.
const bytesIn: Readonly<Record<string, number>> = { b: 1, kb: 1e3, kib: 1024, mb: 1e6, mib: 1024 * 1024 };

/** Measures the figure of a goal where that is possible; never rejects but on abort. */
export async function evaluateGoal(
  place: GoalPlace,
  { goal, startedAt }: { readonly goal: Goal; readonly startedAt: string },
  signal?: AbortSignal,
): Promise<GoalResult> {
  const figure = await figureOf(place, goal, Date.parse(startedAt), signal);
  if ('problem' in figure) return { ...goal, status: 'not measured', reason: figure.problem };
  const isReached = moreIsBetter(goal) ? figure.measured >= goal.target : figure.measured <= goal.target;
  return { ...goal, status: isReached ? 'reached' : 'missed', measured: rounded(figure.measured), reason: figure.reason };
}

async function figureOf(place: GoalPlace, goal: Goal, startedMs: number, signal: AbortSignal | undefined): Promise<Figure> {
  try {
    switch (goal.metric) {
      case 'bundle':
        return await bundleSize(place, goal, startedMs, signal);
      case 'coverage':
        return await coverage(place, startedMs);
      case 'performance':
        return await performanceFigure(place, signal);
      default:
        return goal.metric satisfies never;
    }
  } catch (error) {
    // A path outside the workspace or a file without permission: the message says which. Anything else is a bug.
    if (error instanceof SnapError) return { problem: error.hint === undefined ? error.message : `${error.message} ${error.hint}` };
    throw error;
  }
}

function moreIsBetter({ metric, unit }: Goal): boolean {
  if (metric === 'performance') return /\/s(ec(ond)?)?$/i.test(unit.trim()) || /^(ops|rps)$/i.test(unit.trim());
  return metric === 'coverage';
}

async function bundleSize({ system, workspace, sources }: GoalPlace, goal: Goal, startedMs: number, signal?: AbortSignal): Promise<Figure> {
  const factor = bytesIn[goal.unit.trim().toLowerCase()];
  if (factor === undefined)
    return { problem: `The unit of a bundle must be B, kB, KB, KiB, MB or MiB. Set the goal again with one of them.` };
  const named = sources.bundle?.path;
  const path = named ?? (await firstThere(system, workspace, outputs));
  if (path === undefined) {
    return { problem: `None of ${outputs.join(', ')} exists. Build first, or name the output in the setting goals.bundle.path.` };
  }
  const place = await confine(system, workspace, path);
  const absolute = join(workspace.root, place);
  const seen = await system.look(absolute);
  if (seen === undefined) return { problem: `${place} does not exist. Build first, or correct the setting goals.bundle.path.` };
  const isFile = seen.kind === 'file';
  const files = isFile ? [...(await filesAt(system, workspace.root, [place])).values()] : await walked(system, absolute, signal);
  if (files === undefined)
    return { problem: `${place} contains more than ${maxFiles} files. Name the files you ship in the setting goals.bundle.path.` };
  if (files.length === 0) return { problem: `${place} contains no files. Build first.` };
  const bytes = files.reduce((sum, { size, kind }) => sum + (kind === 'file' ? size : 0), 0);
  const newest = files.reduce((last, { modifiedMs }) => Math.max(last, modifiedMs), 0);
  const age = newest < startedMs ? ' It was built before the task began.' : '';
  const what = isFile
    ? `The size of ${place}.`
    : `The sizes of ${files.length} ${files.length === 1 ? 'file' : 'files'} in ${place}, added up.`;
  return { measured: bytes / factor, reason: `${what}${age}` };
}

async function walked(system: System, directory: string, signal: AbortSignal | undefined): Promise<readonly TreeFile[] | undefined> {
  const everything = { enters: () => true, wants: () => true, maxFiles };
  const { files, isComplete } = await system.walk(directory, { ...everything, signal });
  return isComplete ? files : undefined;
}

async function coverage({ system, workspace, sources }: GoalPlace, startedMs: number): Promise<Figure> {
  const named = sources.coverage?.report;
  const path = named ?? (await firstThere(system, workspace, reports));
  const how = 'Run the tests with coverage so that they write coverage/coverage-summary.json or lcov.info.';
  if (path === undefined) return { problem: `There is no coverage report. ${how}` };
  const place = await confine(system, workspace, path);
  const file = (await filesAt(system, workspace.root, [place])).get(place);
  if (file === undefined || file.kind !== 'file') return { problem: `${place} does not exist. ${how}` };
  if (file.modifiedMs < startedMs) return { problem: `${place} is older than the task. Run the tests with coverage again.` };
  if (file.size > maxReportBytes)
    return { problem: `${place} is larger than 64 MiB. Name a summary in the setting goals.coverage.report.` };
  const bytes = await system.readBytes(join(workspace.root, place));
  const text = Buffer.from(bytes ?? []).toString('utf8');
  const measured = place.endsWith('.json') ? linesOfSummary(text) : linesOfLcov(text);
  if (measured === undefined) return { problem: `${place} has no percentage of lines. ${how}` };
  return { measured, reason: `Percentage of lines in ${place}.` };
}

/** https://github.com/istanbuljs/istanbuljs/tree/main/packages/istanbul-reports: total.lines.pct, or "Unknown". */
function linesOfSummary(text: string): number | undefined {
  const value = jsonIn(text);
  const total = isRecord(value) ? value['total'] : undefined;
  const lines = isRecord(total) ? total['lines'] : undefined;
  const percent = isRecord(lines) ? lines['pct'] : undefined;
  return typeof percent === 'number' && Number.isFinite(percent) ? percent : undefined;
}

/** LF and LH of each file: lines found, lines hit. https://man.archlinux.org/man/geninfo.1#FILES */
function linesOfLcov(text: string): number | undefined {
  let found = 0;
  let hit = 0;
  for (const [, name, count] of text.matchAll(/^(LF|LH):(\d{1,9})\r?$/gm)) {
    if (name === 'LF') found += Number(count);
    else hit += Number(count);
  }
  return found === 0 ? undefined : (100 * hit) / found;
}

async function performanceFigure({ system, workspace, sources }: GoalPlace, signal: AbortSignal | undefined): Promise<Figure> {
  const { command, origin } = sources.performance ?? {};
  if (command === undefined || command.length === 0) {
    return { problem: 'No command is set that prints the figure. Set one in goals.performance.command.' };
  }
  if (origin !== 'user' && !(await isApproved(system, workspace, command))) {
    return {
      problem:
        'The command comes from the project and is not approved in its current form. The person approves it in a terminal with "snap task approve".',
    };
  }
  return runForFigure(system, workspace.root, command, signal);
}

async function firstThere(system: System, workspace: Workspace, paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    const seen = await system.look(join(workspace.root, path));
    if (seen?.kind === 'file' || seen?.kind === 'directory') return path;
  }
  return undefined;
}

function rounded(figure: number): number {
  return Math.round(figure * 1_000) / 1_000;
}
