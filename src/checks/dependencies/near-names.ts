import { slipsBetween } from '../../system/index.ts';
import lists from './popular-names.json' with { type: 'json' };

export type Registry = 'npm' | 'pypi';

const known: Partial<Record<Registry, { readonly popular: readonly string[]; readonly all: ReadonlySet<string> }>> = {};

function namesOf(registry: Registry): { readonly popular: readonly string[]; readonly all: ReadonlySet<string> } {
  const { popular, alsoUsed } = lists[registry];
  return (known[registry] ??= { popular: popular.split(' '), all: new Set([...popular.split(' '), ...alsoUsed.split(' ')]) });
}

/** The much used package that was probably meant; `undefined` for names that are much used themselves, and for those that are near none. */
export function nearPopular(name: string, registry: Registry): string | undefined {
  const { popular, all } = namesOf(registry);
  const plain = registry === 'pypi' ? name.toLowerCase().replaceAll(/[-_.]+/g, '-') : name;
  return all.has(plain) ? undefined : popular.find((one) => isNear(plain, one));
}

/**
 * One slip, or two in a long name, or the same letters with other separators. Nobody else can publish into the scope of a popular package,
 * so two names of one scope are never near.
 */
export function isNear(name: string, popular: string): boolean {
  if (name === popular || Math.abs(name.length - popular.length) > 2 || Math.min(name.length, popular.length) < 5) return false;
  const [scope, scoped] = scopeAndName(name);
  const [popularScope, popularScoped] = scopeAndName(popular);
  if ((scope === '') !== (popularScope === '') || (scope !== '' && (scope === popularScope || scoped !== popularScoped))) return false;
  if (onlySeparators(name) === onlySeparators(popular)) return true;
  const slips = slipsBetween(name, popular);
  return slips === 1 || (slips === 2 && Math.min(name.length, popular.length) >= 12);
}

function scopeAndName(name: string): readonly [string, string] {
  const [scope = '', scoped] = name.split('/', 2);
  return scoped === undefined ? ['', name] : [scope, scoped];
}

function onlySeparators(name: string): string {
  return name.replaceAll(/[-_.]/g, '');
}
