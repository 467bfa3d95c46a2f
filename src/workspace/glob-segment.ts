/**
 * An expression for one name of a path by a pattern with `*` and `?`. What follows a star is taken where it stands first, which is right for every star
 * but the last one: so no pattern takes more than time squared, however many stars somebody wrote.
 */
export function globSegment(pattern: string): string {
  const [first = '', ...others] = pattern
    .split(/\*+/)
    .map((part) => part.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('?', '[^/]'));
  const last = others.pop();
  if (last === undefined) return first;
  const middle = others.filter((part) => part !== '').map((part) => `(?:(?!${part})[^/])*${part}`);
  return `${first}${middle.join('')}[^/]*${last}`;
}

/** More `**` than any project needs: each takes as many steps again as a path has directories. */
const maxGlobStars = 4;

/** Whether a pattern has so many `**` that it is not to be asked. */
export function hasTooManyStars(pattern: string): boolean {
  return pattern.split('**').length - 1 > maxGlobStars;
}
