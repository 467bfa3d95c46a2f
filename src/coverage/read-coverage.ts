import { join } from 'node:path';
import { SnapError, type System, type TreeFile } from '../system/index.ts';
import type { Workspace, WorkspacePath } from '../workspace/index.ts';
import { CollectedReports, type WorkspaceCoverage } from './collect.ts';
import { findReports, type FoundReport, madeReport, type MadeReport, namedReport, packagesOf } from './find-reports.ts';
import { modulesOf } from './go-modules.ts';
import { FilesByName, placeFiles } from './place-files.ts';
import { readElsewhere } from './read-elsewhere.ts';
import { readReport } from './read-report.ts';
import type { NoReport, Report } from './report.ts';

export interface CoverageQuestion {
  readonly system: System;
  readonly workspace: Workspace;
  /** The files of the workspace: only these are found in reports. */
  readonly files: readonly TreeFile[];
  /** The one report to be read, from the settings; without it those at the usual places are. */
  readonly named?: string | undefined;
  /** What a test runner has just written: then nothing else is read of these packages. */
  readonly made?: readonly MadeReport[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Files of one run are written within it. */
const sameRunMs = 60_000;
/** A larger one is read in another process: it would keep this one from answering for longer than a few milliseconds. */
const maxReadHere = 512 * 1024;
const maxReportBytes = 64 * 1024 * 1024;
const maxAllBytes = 256 * 1024 * 1024;

/**
 * Reads the coverage reports of a workspace into one model. What a report says about a file that changed after it was made is
 * left out and named.
 * @throws SnapError for a named report outside of the workspace.
 */
export async function readCoverage(question: CoverageQuestion): Promise<WorkspaceCoverage> {
  const { system, workspace, files, named, made = [] } = question;
  const given = named === undefined ? undefined : await namedReport(system, workspace, named);
  if (named !== undefined && given === undefined && made.length === 0) {
    return { ...nothing, unusable: [{ report: named, problem: 'it does not exist' }] };
  }
  const written = (await Promise.all(made.map((each) => madeReport(system, each)))).filter((each) => each !== undefined);
  const known = given === undefined ? await findReports(system, workspace, packagesOf(files)) : [given];
  const found = [...written, ...known.filter(({ base }) => !written.some((each) => each.base === base))];
  const { read, unusable } = await readAll(question, found);
  const modules = read.some(({ report }) => report.format === 'go') ? await modulesOf(system, workspace, files) : [];
  const byName = new FilesByName(files.map(({ path }) => path));
  const collected = new CollectedReports(question);
  for (const { from, report } of read) {
    const place = { root: workspace.root.replaceAll('\\', '/'), base: from.base, roots: report.roots, modules };
    const placed = placeFiles(
      report.files.map(({ path }) => path),
      place,
      byName,
    );
    await collected.add(from, report, placed);
  }
  return { ...collected.result(), unusable };
}

const nothing: WorkspaceCoverage = { reports: [], unusable: [], files: new Map(), stale: new Map(), unplaced: [], total: {} };

interface ReadReport {
  readonly from: FoundReport;
  readonly report: Report;
}

async function readAll(
  question: CoverageQuestion,
  found: readonly FoundReport[],
): Promise<{ readonly read: readonly ReadReport[]; readonly unusable: WorkspaceCoverage['unusable'] }> {
  const read: ReadReport[] = [];
  const unusable: { readonly report: WorkspacePath; readonly problem: string }[] = [];
  let left = maxAllBytes;
  for (const family of new Set(found.map((each) => each.family))) {
    for (const from of inOrder(found.filter((each) => each.family === family))) {
      const bytes = from.parts.reduce((sum, { size }) => sum + size, 0);
      const most = Math.min(left, maxReportBytes);
      const report = bytes > most ? { problem: `it is larger than ${most >> 20} MiB` } : await readParts(question, from);
      if ('problem' in report) {
        unusable.push({ report: from.name, problem: report.problem });
        continue;
      }
      left -= bytes;
      read.push({ from, report });
      break;
    }
  }
  return { read, unusable };
}

/** Those of the last run first, the most telling one before the others; then what earlier runs left. */
function inOrder(family: readonly FoundReport[]): readonly FoundReport[] {
  const newest = family.reduce((last, { modifiedMs }) => Math.max(last, modifiedMs), 0);
  const isOfLastRun = ({ modifiedMs }: FoundReport): boolean => modifiedMs >= newest - sameRunMs;
  return family.toSorted(
    (one, other) => Number(isOfLastRun(other)) - Number(isOfLastRun(one)) || one.rank - other.rank || other.modifiedMs - one.modifiedMs,
  );
}

async function readParts(
  { system, workspace, signal }: CoverageQuestion,
  { parts, root = workspace.root }: FoundReport,
): Promise<Report | NoReport> {
  const reports: Report[] = [];
  let problem: NoReport | undefined;
  for (const { path, size } of parts) {
    const absolute = join(root, path);
    const report = size > maxReadHere ? await readElsewhere(system, absolute, signal) : await readHere(system, absolute);
    if ('problem' in report) problem = report;
    else reports.push(report);
  }
  const [first] = reports;
  if (first === undefined) return problem ?? { problem: 'it is empty' };
  if (parts.length === 1) return first;
  const remarks = reports.flatMap((each) => each.remarks);
  if (problem !== undefined) remarks.push(`A part of it was not read: ${problem.problem}.`);
  return { ...first, files: reports.flatMap((each) => each.files), remarks: [...new Set(remarks)] };
}

/** It may have been removed since it was listed. */
async function readHere(system: System, path: string): Promise<Report | NoReport> {
  try {
    const bytes = await system.readBytes(path);
    return bytes === undefined ? { problem: 'it does not exist' } : readReport(Buffer.from(bytes).toString('utf8'));
  } catch (error) {
    if (error instanceof SnapError) return { problem: error.message };
    throw error;
  }
}
