import { type WorkspacePath, directoryOf, pathFrom } from '../../workspace/index.ts';
import type { Claim, ClaimPlace, LinkClaim, PathClaim, ScriptClaim, TargetClaim } from './claim.ts';
import type { Readers } from './documents.ts';
import { foldedAnchor } from './passages.ts';
import { madeFolder } from './path-claims.ts';
import { type PackageFacts, type ProjectFacts, withParents } from './project-facts.ts';

/** A claim for which nothing was found in the workspace as it is. */
export interface Doubt {
  readonly document: WorkspacePath;
  readonly readers: Readers;
  readonly claim: Claim;
  readonly rule: DocsRule;
  /** What it could mean: files whose history can prove it. */
  readonly paths: readonly WorkspacePath[];
  /**
   * What it takes to report it. `nothing`: the workspace shows it. `history`: an earlier commit must show that it existed. `either`: history
   * where there is one, else the workspace shows it well enough.
   */
  readonly needs: 'nothing' | 'history' | 'either';
  /** It may mean something else, so that only a text older than the change is out of date. */
  readonly mustBeOlder?: boolean | undefined;
  /** It can only mean the project, so that a line which was just written is wrong also where the name never existed. */
  readonly isPlain?: boolean | undefined;
}

export type DocsRule = 'missing-file' | 'broken-link' | 'missing-anchor' | 'missing-script' | 'missing-target';

export interface Judged {
  readonly document: WorkspacePath;
  readonly readers: Readers;
  /** What a link to `#x` in the document itself may name. */
  readonly anchors: ReadonlySet<string> | undefined;
}

/** Whether a claim holds. `undefined`: it does, or it is not about this project. */
export function judgeClaim(claim: Claim, judged: Judged, facts: ProjectFacts): Doubt | undefined {
  if (claim.isHistory && claim.kind !== 'link') return undefined;
  switch (claim.kind) {
    case 'path':
      return judgePath(claim, judged, facts);
    case 'link':
      return judgeLink(claim, judged, facts);
    case 'script':
      return judgeScript(claim, judged, facts);
    case 'target':
      return judgeTarget(claim, judged, facts);
    default:
      return claim satisfies never;
  }
}

function judgePath(claim: PathClaim & ClaimPlace, { document, readers }: Judged, facts: ProjectFacts): Doubt | undefined {
  const path = claim.path.replace(/\/$/, '');
  const places = withParents(directoryOf(document)).flatMap((directory) => pathFrom(directory, path) ?? []);
  if (places.length === 0 || places.some((place) => facts.has(place))) return undefined;
  const plain = path.replace(/^(\.{1,2}\/)+/, '');
  const made = madeFolder(plain);
  // Nothing is in that folder: a program has not been run yet.
  const isMade =
    made !== undefined && !withParents(directoryOf(document)).some((directory) => facts.has(pathFrom(directory, made) ?? made));
  const isElsewhere = facts.endingWith(plain).length > 0;
  const isBare = !plain.includes('/');
  if (isBare && isElsewhere) return undefined;
  // From the first folder that exists: `src/old.ts` where there is a `src`, in a text for those who work here.
  const isNear = places.some(
    (place) => place.includes('/') && directoryOf(place) !== '' && facts.has(directoryOf(place)) && facts.has(place.split('/', 1)[0] ?? ''),
  );
  const isForUs = readers !== 'user' || directoryOf(document) === '';
  const isExact = !path.startsWith('.') && !isBare && !isElsewhere && !claim.isElsewhere && isNear && isForUs;
  return {
    document,
    readers,
    claim,
    rule: 'missing-file',
    paths: places,
    needs: !isExact || isMade ? 'history' : readers === 'instructions' ? 'nothing' : 'either',
    mustBeOlder: isElsewhere || claim.isElsewhere || !isForUs,
    isPlain: isExact && !isMade,
  };
}

function judgeLink(claim: LinkClaim & ClaimPlace, { anchors, document, readers }: Judged, facts: ProjectFacts): Doubt | undefined {
  const { anchor, path } = claim;
  if (path === '') {
    if (anchor === undefined || anchors === undefined || isKnownAnchor(anchors, anchor)) return undefined;
    return { document, readers, claim, rule: 'missing-anchor', paths: [], needs: 'nothing' };
  }
  const directory = directoryOf(document);
  const isAbsolute = path.startsWith('/');
  const bases = isAbsolute
    ? withParents(directory).flatMap((base) => [base, ...['public', 'static', 'assets', 'src'].map((name) => pathFrom(base, name) ?? '')])
    : [directory];
  const targets = bases.flatMap((base) => pathFrom(base, path) ?? []).flatMap(pageNames);
  const target = targets.find((one) => facts.has(one));
  if (targets.length === 0) return undefined;
  if (target !== undefined) {
    const known = anchor === undefined || isAbsolute ? undefined : facts.anchorsOf(target);
    if (known === undefined || anchor === undefined || isKnownAnchor(known, anchor)) return undefined;
    return { document, readers, claim, rule: 'missing-anchor', paths: [], needs: 'nothing' };
  }
  // A site makes pages of other names, and a page may link to what only exists there.
  const isFile = /\.(mdx?|rst|adoc|[cm]?[jt]sx?|py|go|rs|java|json|toml|ya?ml|png|jpe?g|gif|svg|webp|sh)$/i.test(path);
  const isOnlyHere = !isAbsolute && (isFile || (readers !== 'user' && document.endsWith('.md')) || /^readme\.md$/i.test(document));
  const isMade = /(^|\/)(dist|build|out|coverage|api|_static|generated|node_modules)\//.test(path) || /\.(html?)$/i.test(path);
  // A folder of its own site (`docs/`) may be where an image of another branch or of the site is.
  return {
    document,
    readers,
    claim,
    rule: 'broken-link',
    paths: targets.slice(0, 8),
    needs: isOnlyHere && !isMade ? 'nothing' : 'history',
    mustBeOlder: readers === 'user',
  };
}

/** What a renderer may take a link for. */
function pageNames(path: WorkspacePath): readonly WorkspacePath[] {
  const plain = path.replace(/\.(html?|md|mdx)$/, '');
  const below = (name: string): string => (plain === '' ? name : `${plain}/${name}`);
  return [
    path,
    `${plain}.md`,
    `${plain}.mdx`,
    `${plain}.rst`,
    `${plain}.adoc`,
    ...['index.md', 'index.mdx', 'README.md', 'readme.md', 'index.rst', 'page.mdx', 'page.tsx'].map(below),
  ];
}

function isKnownAnchor(known: ReadonlySet<string>, anchor: string): boolean {
  const folded = foldedAnchor(anchor);
  if (folded === '' || known.has(folded) || folded === 'top') return true;
  // The second heading of one text has a number at its end; renderers put a mark before user content.
  return known.has(folded.replace(/\d+$/, '')) || known.has(folded.replace(/^usercontent/, ''));
}

/** The packages that a command in this document may be about, nearest first. */
function packagesAbove(document: WorkspacePath, facts: ProjectFacts): readonly PackageFacts[] {
  const above = withParents(directoryOf(document));
  return above.flatMap((directory) => facts.packages.filter((one) => one.directory === directory));
}

function judgeScript(claim: ScriptClaim & ClaimPlace, { document, readers }: Judged, facts: ProjectFacts): Doubt | undefined {
  const above = packagesAbove(document, facts);
  const defines = ({ scripts }: PackageFacts): boolean => scripts.has(claim.script);
  const [nearest] = above;
  if (nearest === undefined || defines(nearest)) return undefined;
  // That of a parent will do, if the nearest never had it.
  const isElsewhere = facts.packages.some(defines);
  if (isElsewhere && claim.isElsewhere) return undefined;
  if (!claim.isCertain && facts.packages.some(({ commands }) => commands.includes(claim.script))) return undefined;
  const isForUs = readers !== 'user';
  const candidates = above.some(defines) ? [nearest] : above;
  const paths = candidates.map(({ directory }) => (directory === '' ? 'package.json' : `${directory}/package.json`));
  const needs =
    !claim.isCertain || isElsewhere || claim.isElsewhere
      ? 'history'
      : isForUs
        ? 'nothing'
        : directoryOf(document) === ''
          ? 'either'
          : 'history';
  return {
    document,
    readers,
    claim,
    rule: 'missing-script',
    paths,
    needs,
    mustBeOlder: isElsewhere || readers === 'user',
    isPlain: claim.isCertain && !isElsewhere && !claim.isElsewhere,
  };
}

function judgeTarget(claim: TargetClaim & ClaimPlace, { document, readers }: Judged, facts: ProjectFacts): Doubt | undefined {
  const files = facts.targets.filter(({ tool }) => tool === claim.tool);
  if (files.length === 0 || files.some(({ names }) => names.has(claim.name))) return undefined;
  if (claim.tool === 'make' && facts.has(claim.name)) return undefined;
  const above = new Set(withParents(directoryOf(document)));
  const near = files.filter(({ path }) => above.has(directoryOf(path)));
  const isClosed = near.length > 0 && files.every(({ isOpen }) => !isOpen) && !claim.isElsewhere;
  const needs = !isClosed ? 'history' : readers === 'user' ? 'either' : 'nothing';
  return { document, readers, claim, rule: 'missing-target', paths: files.map(({ path }) => path), needs, mustBeOlder: readers === 'user' };
}
