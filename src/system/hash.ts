import { createHash } from 'node:crypto';
import type { Hash } from './system.ts';

/** What `replaceBytes` compares a file with. */
export function hashOf(bytes: Uint8Array): Hash;
export function hashOf(bytes: Uint8Array | undefined): Hash | 'absent';
export function hashOf(bytes: Uint8Array | undefined): Hash | 'absent' {
  if (bytes === undefined) return 'absent';
  // The one place that gives the brand.
  return createHash('sha256').update(bytes).digest('hex') as Hash;
}
