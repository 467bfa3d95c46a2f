/** How long the connection to the daemon waits, and how often it asks. */

export const httpMs = 15_000;
/** The pauses between tries that no person asked for. The first one is made at once, so that a daemon that was killed is soon back. */
export const usualPausesMs: readonly number[] = [0, 1_000, 2_000, 5_000, 10_000, 20_000, 40_000, 60_000];
/** A daemon that was killed or crashed sooner is counted as a start that failed, or it would be started again without end. */
export const settledMs = 60_000;
/** A daemon that has just written its state file listens within milliseconds. */
export const nearlyReady = { times: 20, everyMs: 100 };
/** A daemon that hangs sends nothing, so it is asked this often: one short message, and its answer. With the time it has to answer, it is named within 10 seconds. */
export const usualBeatMs = 3_000;
