import type { ModuleParts } from './module-parts.ts';

/** How one version of a module differs from another. */
export interface ModuleDifference {
  /** Why everything that loads it is concerned, in a few words; absent where the rest says it all. */
  readonly whole?: string;
  /** Names of the top level, declared or imported. */
  readonly names: readonly string[];
  readonly exports: readonly string[];
  /** Exported names that are not there any more. Empty where that is not certain. */
  readonly removed: readonly string[];
}

export function compareParts(before: ModuleParts, after: ModuleParts): ModuleDifference {
  const names = new Set([...differing(before.declarations, after.declarations), ...differing(before.imports, after.imports)]);
  const exports = differing(before.exports, after.exports);
  const isCertain = before.isComplete && after.isComplete && after.stars.length === 0;
  return {
    ...wholeReason(before, after),
    names: [...names],
    exports,
    removed: isCertain ? exports.filter((name) => !after.exports.has(name)) : [],
  };
}

function wholeReason(before: ModuleParts, after: ModuleParts): { readonly whole?: string } {
  if (!isSame(before.sources, after.sources)) return { whole: 'it loads other modules, or in another order' };
  if (!isSame(before.running, after.running)) return { whole: 'code that runs when it is loaded has changed' };
  return isSame(before.stars, after.stars) ? {} : { whole: 'its "export *" have changed' };
}

function differing(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name));
}

function isSame(before: readonly string[], after: readonly string[]): boolean {
  return before.length === after.length && before.every((one, i) => one === after[i]);
}
