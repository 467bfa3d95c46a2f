import { type Claim, type ClaimPlace, isPlaceholder } from './claim.ts';
import { decoded } from './passages.ts';

/** Made by tools, so that they are not there until somebody runs them. */
const generated =
  /(^|\/)(node_modules|dist|coverage|\.next|\.nuxt|\.svelte-kit|\.turbo|\.cache|\.venv|venv|__pycache__|site-packages|\.git|storybook-static|public\/build|_build|_site|\.snap|__mocks__|__snapshots__|__fixtures__)(\/|$)/i;
/** Made by tools in one project, and by people in another. */
const maybeGenerated = /(^|\/)(build|out|output|target|tmp|temp|logs?|lib|esm|cjs|bin|obj|generated|artifacts)(\/|$)/i;

/** The part of a path that ends with a folder which a tool may have made. */
export function madeFolder(path: string): string | undefined {
  const found = maybeGenerated.exec(path);
  return found === null ? undefined : path.slice(0, found.index + found[0].length).replace(/\/$/, '');
}

/** Longer than any that an operating system takes. */
const maxPathLength = 1_024;

/** A path in the words of a document, where it looks like one of the project's own. */
export function pathClaim(given: string, place: ClaimPlace, isElsewhere = false): Claim | undefined {
  if (given.length > maxPathLength) return undefined;
  const path = cleaned(given);
  if (path === undefined || !/^(\.{0,2}\/)?[\w@.+~()-]+(\/[\w@.+~()-]+)*\/?$/.test(path)) return undefined;
  if (path.startsWith('/') || path.startsWith('~') || path.startsWith('@')) return undefined;
  if (isPlaceholder(path) || generated.test(path)) return undefined;
  const isPlain = !path.slice(0, -1).includes('/');
  // A bare name says nothing of where it is, and often means any file of that name.
  if (
    isPlain &&
    !/^[\w.-]{2,}\.(ts|tsx|mts|cts|js|mjs|cjs|jsx|py|go|rs|rb|java|kt|sh|ps1|json|toml|ya?ml|cfg|ini|md|mdx|rst|vue|svelte|c|h|cpp|cs)$/.test(
      path,
    )
  )
    return undefined;
  if (isPlain && path.endsWith('/')) return undefined;
  return { kind: 'path', path, isElsewhere, ...place };
}

/** Without what points into the file: `:12`, `:12-20`, `#L12`, `::test_name`. */
function cleaned(given: string): string | undefined {
  const path = given
    .replace(/^["'(]+|["'),.;]+$/g, '')
    .replace(/(#L\d+(-L?\d+)?|::?\d+([:-]\d+)?|::\w+)$/, '')
    .replace(/\/+$/, '/');
  return /:\/\/|^\w+:/.test(path) ? undefined : path;
}

/** Paths among the words of a line of prose: with a slash and the ending of a file. */
export function pathsInProse(text: string, place: ClaimPlace): readonly Claim[] {
  if (!text.includes('/')) return [];
  return [...text.matchAll(/(?<![\w@/:.~<>{}$%\\-])(?:\.{1,2}\/)*[\w.-]+(?:\/[\w.-]+)+\.[a-z]{1,4}(?![\w/({*<>-])/g)].flatMap(
    ({ 0: word, index }) => {
      const claim = pathClaim(word, { ...place, column: place.column + index });
      return claim === undefined || claim.kind !== 'path' || /^[\w-]+\.(com|org|io|dev|net)\//.test(word) ? [] : [claim];
    },
  );
}

/** A link, if it leads to something within the project. */
export function linkClaim(target: string, place: ClaimPlace): Claim | undefined {
  if (/^([a-z][\w+.-]*:|\/\/|mailto:|data:)/i.test(target) || /[{}<>$|]|\.\.\.|^#$|^$|^@/.test(target)) return undefined;
  const [before = '', anchor] = target.split('#', 2);
  const path = decoded(before.split('?', 1)[0] ?? '').replace(/\\(?=[_*()])/g, '');
  if (anchor !== undefined && /^(L\d+|:~:|\/|!)/.test(anchor)) return path === '' ? undefined : { kind: 'link', path, ...place };
  // A bare word is a placeholder more often than a file.
  if (path === '' && anchor === undefined) return undefined;
  if (/^(link|url|path|todo|xxx|here|href|src|example)$/i.test(path)) return undefined;
  return { kind: 'link', path, anchor: anchor === '' ? undefined : anchor, ...place };
}
