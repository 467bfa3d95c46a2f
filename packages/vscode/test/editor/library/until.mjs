// Waiting for something that the editor does, by asking again: CI is slower than any guess.

/** How long anything may take that a person would wait for. Only reached when it never happens. */
export const generous = Number(process.env.SNAP_EDITOR_WAIT ?? 60_000);

/** After this time without an effect a person tries again; see {@link again}. */
const patience = generous / 4;

/** The first value of `look` that is not `undefined` or false; throws with what was seen last when it does not come. */
export async function until(what, look, { limit = generous, every = 100 } = {}) {
  const end = Date.now() + limit;
  let last;
  for (;;) {
    try {
      const value = await look();
      if (value !== undefined && value !== false) return value;
      last = undefined;
    } catch (error) {
      // A page that is loaded again, a file that is being written: asked again below.
      last = error;
    }
    if (Date.now() > end) throw new Error(`${what}: not within ${limit / 1000} s${last ? ` (${last.message.split('\n')[0]})` : ''}`);
    await new Promise((resolve) => setTimeout(resolve, every));
  }
}

/**
 * Does what may have no effect: a click that the editor loses, a list that it closes. `attempt` gets the time that it may take for that, which is
 * longer each time, because on a slow machine the effect may still come; it returns what it saw, or throws.
 */
export async function again(what, attempt) {
  let limit = patience;
  return until(what, async () => {
    const begun = Date.now();
    try {
      return await attempt(limit);
    } finally {
      if (Date.now() - begun >= limit) limit *= 2;
    }
  });
}
