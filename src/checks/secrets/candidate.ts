/** Blocking (a vendor's format that passed its tests), or advice. */
export type Tier = 1 | 2;

/** A place of a text that may hold a secret. */
export interface Candidate {
  readonly start: number;
  readonly end: number;
  readonly rule: string;
  readonly tier: Tier;
  /** A few words on the kind of secret, for the message. */
  readonly about: string;
  /** Why it does not block, where that is not plain from its kind. */
  readonly reason?: string | undefined;
}
