import { readFileSync } from 'node:fs';

/** What Linux says of a process: its state (`Z` is a zombie), the number of its parent and of its session, and when it started. */
export interface ProcStat {
  readonly state: string;
  readonly parent: number;
  readonly session: number;
  /** In ticks since the machine started, as a text. */
  readonly start: string;
}

/**
 * `undefined` when the process has ended, and on platforms without /proc. Field 2 is in brackets and may hold anything, so the fields are
 * counted from its end. https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 */
export function procStat(pid: number): ProcStat | undefined {
  const text = readProcText(`/proc/${pid}/stat`) ?? '';
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => fields[number - 3];
  const [state, start] = [field(3), field(22)];
  const [parent, session] = [Number(field(4)), Number(field(6))];
  if (text === '' || state === undefined || start === undefined) return undefined;
  return Number.isSafeInteger(parent) && Number.isSafeInteger(session) ? { state, parent, session, start } : undefined;
}

/** A file below /proc, a character for each byte; `undefined` when the process has ended, and on platforms without /proc. */
export function readProcText(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
}
