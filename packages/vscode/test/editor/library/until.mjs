// Waiting for something that the editor does, by asking again: CI is slower than any guess.

/** How long anything may take that a person would wait for. Only reached when it never happens. */
export const generous = Number(process.env.SNAP_EDITOR_WAIT ?? 120_000);

/** After this time without an effect a person tries again; see {@link again}. */
const patience = generous / 4;

/** The first value of `look` that is not `undefined` or false; throws with what was seen last when it does not come. */
export async function until(what, look, { limit = generous, every = 100 } = {}) {
  const begun = Date.now();
  return first(what, look, () => Date.now() - begun <= limit, every);
}

/**
 * Does what may have no effect: a click that the editor loses, a list that it closes. `attempt` gets the time that it may take for that, which is
 * longer each time, because on a slow machine the effect may still come; it returns what it saw, or throws.
 */
export async function again(what, attempt) {
  const begun = Date.now();
  let limit = patience;
  const once = async () => {
    const at = Date.now();
    try {
      return await attempt(limit);
    } finally {
      if (Date.now() - at >= limit) limit *= 2;
    }
  };
  const isTimeLeft = () => {
    const passed = Date.now() - begun;
    // Where an attempt was cut off, there is a longer one.
    const isCutOff = limit > patience && limit <= generous;
    return passed <= (isCutOff ? 2 * generous : generous);
  };
  return first(what, once, isTimeLeft, 100);
}

async function first(what, look, isTimeLeft, every) {
  const begun = Date.now();
  for (;;) {
    let last;
    try {
      const value = await look();
      if (value !== undefined && value !== false) return value;
    } catch (error) {
      // A page that is loaded again, a file that is being written: asked again below.
      last = error;
    }
    if (!isTimeLeft()) {
      const seconds = Math.round((Date.now() - begun) / 1000);
      throw new Error(`${what}: not within ${seconds} s${last ? ` (${last.message.split('\n')[0]})` : ''}`);
    }
    await new Promise((resolve) => setTimeout(resolve, every));
  }
}
