import type { JobSide, JobWork } from '../system/index.ts';
import { nodeSystem } from '../system/node.ts';
import { readReport } from './read-report.ts';
import type { NoReport, Report, ReportedFile } from './report.ts';

/** Lines in one message: the other side reads each message at once. */
const maxBatch = 5_000;

/** The job `coverage/read-report`. */
const work: JobWork<{ readonly path: string }, Omit<Report, 'files'> | NoReport, readonly ReportedFile[]> = async ({ path }, worker) => {
  const bytes = await nodeSystem().readBytes(path);
  if (bytes === undefined) return { problem: 'it does not exist' };
  const report = readReport(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
  if ('problem' in report) return report;
  await sendFiles(report.files, worker);
  return { ...report, files: undefined };
};
export default work;

async function sendFiles(files: readonly ReportedFile[], { send }: JobSide<readonly ReportedFile[]>): Promise<void> {
  let batch: ReportedFile[] = [];
  let size = 0;
  for (const file of files) {
    batch.push(file);
    size += file.lines.size + file.branches.size + file.statements.size + file.functions.size + (file.ranges?.length ?? 0);
    if (size < maxBatch) continue;
    await send(batch);
    [batch, size] = [[], 0];
  }
  await send(batch);
}
