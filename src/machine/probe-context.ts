import type { Where } from '../clients/index.ts';
import type { System } from '../system/index.ts';

/** What one probe of the machine shares between clients: every directory is listed once and every file is read once. */
export interface ProbeContext {
  readonly system: System;
  readonly where: Where;
  readonly listings: Map<string, ReadonlySet<string>>;
  /** The bytes of files that several clients, or several scopes of one, read. */
  readonly contents: Map<string, Uint8Array | undefined>;
}
