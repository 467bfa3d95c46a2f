/** A mistake that parses, or is not seen by the parser of its language here. */
export interface Slip {
  /** Where it is; one of several places, the later one first. */
  readonly lines: readonly number[];
  readonly rule: 'debugger' | 'duplicate' | 'scope' | 'syntax';
  readonly message: string;
}
