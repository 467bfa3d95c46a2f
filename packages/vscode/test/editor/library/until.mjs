// Waiting for something that the editor does, by asking again: CI is slower than any guess.

/** How long anything may take that a person would wait for. Only reached when it never happens. */
export const generous = Number(process.env.SNAP_EDITOR_WAIT ?? 60_000);

/** After this time without an effect a person clicks again, or tries another way. */
export const patience = Math.min(15_000, generous / 3);

/** The first value of `look` that is not `undefined` or false; throws with what was seen last when it does not come. */
export async function until(what, look, { limit = generous, every = 50 } = {}) {
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
