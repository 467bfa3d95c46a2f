import { splitCase } from '../system/index.ts';

/**
 * The words a path is made of: its segments, cut where an identifier changes (`useOAuth2Tokens` gives use, o, auth, oauth, token), in
 * lower case and in the singular. `author.ts` holds no `auth`.
 */
export function nameParts(path: string): readonly string[] {
  return path.split(/[^\p{L}\p{N}]+/u).flatMap((segment) => {
    const parts = splitCase(segment).split(' ');
    return [...new Set([...parts, segment])].map(folded).filter((part) => part !== '');
  });
}

function folded(part: string): string {
  const word = part.toLowerCase().replace(/\d+$/, '');
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
