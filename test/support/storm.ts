/** `npm run test:storm` runs every file that imports this one, with the full numbers. `npm test` does a fifth of the same. */
const isStorm = process.env['SNAP_STORM'] === '1';

/** Where every call, or every case, is tried in a storm, each fifth is tried in `npm test`. */
export const stride = isStorm ? 1 : 5;

/**
 * How often something is done in a storm: killed, or tried with random input. The variable asks for more than that; `share` asks for
 * another part than a fifth in `npm test`, where each time is long.
 */
export function rounds(inStorm: number, variable = 'SNAP_PROPERTY_RUNS', share = stride): number {
  return Number(process.env[variable] ?? Math.ceil(inStorm / (isStorm ? 1 : share)));
}

/** All of them in a storm. */
export function sampled<T>(all: readonly T[]): readonly T[] {
  return all.filter((_, i) => i % stride === 0);
}

/** As many of the calls 1 to `made`, as far from each other as from both ends. Never by chance: a run that passed passes again. */
export function evenly(count: number, made: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => 1 + Math.floor(((i + 0.5) / count) * made));
}
