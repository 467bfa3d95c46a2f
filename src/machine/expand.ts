import type { ConfigPlace } from '../clients/index.ts';
import type { ProbeContext } from './probe-context.ts';

/** The paths that match a pattern, where `*` matches any characters inside one segment. Sorted, so that results are stable. */
export async function expand(context: ProbeContext, pattern: string): Promise<readonly string[]> {
  if (!pattern.includes('*')) return [pattern];
  const separator = context.where.platform === 'win32' ? '\\' : '/';
  let paths: readonly string[] = [''];
  for (const [i, segment] of pattern.split(separator).entries()) {
    const next: string[] = [];
    for (const path of paths) {
      const prefix = i === 0 ? '' : path + separator;
      const names = segment.includes('*') ? await namesIn(context, path === '' ? separator : path) : new Set<string>();
      // A directory may really be called so.
      if (!segment.includes('*') || names.has(segment)) next.push(prefix + segment);
      else for (const name of names) if (matches(segment, name)) next.push(prefix + name);
    }
    paths = next;
  }
  return paths;
}

/** The names in a directory, listed once. */
export async function namesIn(context: ProbeContext, directory: string): Promise<ReadonlySet<string>> {
  const known = context.listings.get(directory);
  if (known) return known;
  const names = new Set((await context.system.list(directory))?.toSorted());
  context.listings.set(directory, names);
  return names;
}

/** Whether a text matches a pattern, where `*` matches any characters. */
export function matches(pattern: string, text: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  // Each part is taken at its first place, which leaves the most for those after it.
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

/** A directory of files, one server each (Continue's blocks). */
export function isFamily(place: ConfigPlace): boolean {
  return 'from' in place.at && (place.at.path.split('/').at(-1) ?? '').includes('*');
}
