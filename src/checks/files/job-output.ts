import type { JobEnd } from '../../system/index.ts';

/** What a job gave, or why a layer that depends on it is skipped. */
export function outputOf<Output>(end: JobEnd<Output>): { readonly output: Output } | { readonly skipped: string } {
  switch (end.state) {
    case 'done':
      return { output: end.output };
    case 'late':
      return { skipped: 'it took too long' };
    case 'out-of-memory':
      return { skipped: 'it needs more memory than a worker has' };
    case 'cancelled':
      return { skipped: 'the check was cancelled' };
    case 'failed':
    case 'missing-binding':
    case 'crashed':
      return { skipped: end.reason };
    default:
      return end satisfies never;
  }
}
