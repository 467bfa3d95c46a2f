import { join } from 'node:path';
import { SnapError, type System, type TreeFile } from '../../system/index.ts';
import { filesAt, confine, type Workspace } from '../../workspace/index.ts';
import { isApproved } from './approval.ts';
import { runForFigure } from './run-for-figure.ts';
import type { Figure, FigurePlace } from './figure.ts';
import type { Goal, GoalResult } from './tasks.ts';

/** Where the figures of goals come from; the `goals` of the settings. */
export interface GoalSources {
  readonly bundle?: { readonly path: string } | undefined;
  readonly coverage?: { readonly report: string } | undefined;
  readonly performance?: { readonly command: readonly string[]; readonly origin: 'user' | 'project' } | undefined;
}

export interface GoalPlace extends FigurePlace {
  readonly sources: GoalSources;
}

const outputs = ['dist', 'build', 'out'];
const maxFiles = 50_000;

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
        return await (await import('./coverage-figure.ts')).coverageFigure(place, startedMs, signal);
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

async function performanceFigure({ system, workspace, sources }: GoalPlace, signal: AbortSignal | undefined): Promise<Figure> {
  const { command, origin } = sources.performance ?? {};
  if (command === undefined || command.length === 0) {
    return { problem: 'No command is set that prints the figure. Set one in goals.performance.command.' };
  }
  if (origin !== 'user' && !(await isApproved(system, workspace, command))) {
    return {
      problem:
        'The command comes from the project and is not approved in its current form. The person approves it in a terminal with "snap trust --goal".',
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
