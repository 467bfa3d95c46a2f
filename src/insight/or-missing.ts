import { SnapError } from '../system/index.ts';

/**
 * A part of an answer that others do not need: where it ends with an expected failure (a store that cannot be read), the rest is answered all the same.
 * @param notes gets the sentence on it.
 */
export async function orMissing<Found>(work: Promise<Found>, what: string, notes: string[]): Promise<Found | undefined> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof SnapError)) throw error;
    notes.push(`${what} could not be read: ${error.message}`);
    return undefined;
  }
}
