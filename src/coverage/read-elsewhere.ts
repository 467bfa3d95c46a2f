import { count, type Job, type System } from '../system/index.ts';
import type { NoReport, Report, ReportedFile } from './report.ts';

/** What the job hands over: files as they come, and at the end the report without them. */
export type ReadReportJob = Job<{ readonly path: string }, Omit<Report, 'files'> | NoReport, readonly ReportedFile[]>;

const job: ReadReportJob = { name: 'coverage/read-report' };
const maxMs = 60_000;
const maxMiB = 1024;

/** Reads a large report in another process, so that this one can answer meanwhile. */
export async function readElsewhere(system: System, path: string, signal: AbortSignal | undefined): Promise<Report | NoReport> {
  const files: ReportedFile[] = [];
  const end = await system.runJob(job, { path }, { signal, maxMs, maxMiB, onBatch: (batch) => void files.push(...batch) });
  signal?.throwIfAborted();
  switch (end.state) {
    case 'done':
      return 'problem' in end.output ? end.output : { ...end.output, files };
    case 'late':
      return { problem: `it was not read within ${count(maxMs / 1000, 'second')}` };
    case 'out-of-memory':
      return { problem: 'reading it takes too much memory' };
    case 'failed':
    case 'missing-binding':
    case 'crashed':
      return { problem: end.reason };
    case 'cancelled':
      return { problem: 'reading it was stopped' };
    default:
      return end satisfies never;
  }
}
