import { count, type Job, type JobEnd, type System } from '../../system/index.ts';

/** What a job made by `examineFiles` is given. */
export interface FilesInput<Extra> {
  readonly root: string;
  /** From the root. */
  readonly files: readonly string[];
  readonly extra: Extra;
  /** Files that are not read but are this text. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Says so before each file, to find the one that stopped the work. */
  readonly oneByOne: boolean;
}

export interface FilesBatch<Result> {
  /** Number of the file that comes next. */
  readonly next: number;
  /** Of the files before it, by their numbers. */
  readonly results: readonly (readonly [number, Result])[];
  /** Those before it that could not be read, and why. */
  readonly unread: readonly (readonly [number, string])[];
}

export type FilesJob<Extra, Result> = Job<FilesInput<Extra>, undefined, FilesBatch<Result>>;

interface OverFiles<Extra, Result> {
  readonly root: string;
  readonly files: readonly string[];
  readonly extra: Extra;
  readonly signal: AbortSignal;
  /** One file at most. */
  readonly maxFileMs?: number;
  /** Called for every file that was examined, also where there is nothing to say about it, in order. */
  readonly take: (path: string, result: Result | undefined) => void;
}

/** What could not be examined. */
export interface FilesEnd {
  /** Why none could be: the parser is not there. */
  readonly missing?: string;
  readonly left: readonly { readonly path: string; readonly reason: string }[];
}

const maxFileMsByDefault = 3_000;
/** So many files that stop the work, and the rest is left out too. */
const maxStopped = 20;

/**
 * Has a job examine files in another process, each for a limited time: a file that takes too long or ends the process is left out, and the
 * others are examined. Ends early when the signal fires.
 */
export async function overFiles<Extra, Result>(
  system: Pick<System, 'runJob'>,
  job: FilesJob<Extra, Result>,
  { root, files, extra, signal, take, maxFileMs = maxFileMsByDefault }: OverFiles<Extra, Result>,
): Promise<FilesEnd> {
  const left: { readonly path: string; readonly reason: string }[] = [];
  let from = 0;
  let oneByOne = false;
  let stopped = 0;
  while (from < files.length && !signal.aborted) {
    const rest = files.slice(from);
    const progress = { next: 0 };
    const end = await watched(system, job, { root, files: rest, extra, oneByOne }, { signal, maxFileMs, progress, left }, take);
    if (end.state === 'done' || signal.aborted) break;
    if (end.state === 'missing-binding') return { missing: end.reason, left };
    from += progress.next;
    if (!oneByOne) {
      // Several files may lie between two reports.
      oneByOne = true;
      continue;
    }
    const path = files[from];
    if (path !== undefined) left.push({ path, reason: reasonOf(end, maxFileMs) });
    from += 1;
    oneByOne = false;
    stopped += 1;
    if (stopped >= maxStopped) {
      left.push(...files.slice(from).map((file) => ({ path: file, reason: 'too many files before it stopped the work' })));
      break;
    }
  }
  return { left };
}

interface Watch {
  readonly signal: AbortSignal;
  readonly maxFileMs: number;
  readonly progress: { next: number };
  readonly left: { readonly path: string; readonly reason: string }[];
}

/** One run of the job, ended when nothing was heard of it for as long as one file may take. */
async function watched<Extra, Result>(
  system: Pick<System, 'runJob'>,
  job: FilesJob<Extra, Result>,
  input: FilesInput<Extra>,
  { signal, maxFileMs, progress, left }: Watch,
  take: (path: string, result: Result | undefined) => void,
): Promise<JobEnd<undefined>> {
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  // Until the first report the process may have to start, and to wait for its turn.
  let timer = setTimeout(abort, maxWaitMs);
  try {
    return await system.runJob(job, input, {
      signal: stop.signal,
      maxMs: maxWaitMs,
      onBatch: ({ next, results, unread }) => {
        clearTimeout(timer);
        timer = setTimeout(abort, maxFileMs + marginMs);
        const byNumber = new Map(results);
        const reasons = new Map(unread);
        for (let index = progress.next; index < next; index += 1) {
          const path = input.files[index];
          const reason = reasons.get(index);
          if (path !== undefined && reason !== undefined) left.push({ path, reason });
          else if (path !== undefined) take(path, byNumber.get(index));
        }
        progress.next = next;
      },
    });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

const maxWaitMs = 120_000;
const marginMs = 200;

function reasonOf(end: JobEnd<undefined>, maxFileMs: number): string {
  switch (end.state) {
    case 'cancelled':
    case 'late':
      return `it took longer than ${maxFileMs / 1000} s`;
    case 'out-of-memory':
      return 'it needed too much memory';
    case 'crashed':
      return 'the parser ended on it';
    case 'failed':
      return end.reason;
    case 'done':
    case 'missing-binding':
      return '';
  }
}

/** Why a layer passed nothing, where all of its files were left out. @param files how many it was to examine. */
export function nothingExamined([first, ...others]: FilesEnd['left'], files: number): string | undefined {
  return first === undefined || others.length + 1 < files ? undefined : `no file could be examined: ${first.path}: ${first.reason}`;
}

/** What was left out, in a sentence that names one file for each reason; `undefined` when nothing was. */
export function leftOutLine(left: FilesEnd['left']): string | undefined {
  if (left.length === 0) return undefined;
  const byReason = new Map<string, { readonly path: string; files: number }>();
  for (const { path, reason } of left) {
    const known = byReason.get(reason);
    if (known === undefined) byReason.set(reason, { path, files: 1 });
    else known.files += 1;
  }
  const parts = [...byReason].map(
    ([reason, { path, files }]) => `${path}${files === 1 ? '' : ` (and ${count(files - 1, 'other file')})`}: ${reason}`,
  );
  return `Not examined: ${parts.join('; ')}.`;
}
