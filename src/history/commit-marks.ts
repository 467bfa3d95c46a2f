import { type CommitMark, maxFilesOfCommit } from './commits.ts';

/** Of a commit as git names it. */
export interface CommitFacts {
  readonly name: string;
  readonly address: string;
  readonly subject: string;
  readonly parents: number;
  readonly files: number;
}

const none: readonly CommitMark[] = [];

// GitHub's apps end in "[bot]": https://docs.github.com/en/apps/creating-github-apps/about-creating-github-apps
const botName =
  /\[bot\]|\b(?:dependabot|renovate|greenkeeper|snyk-bot|pre-commit-ci|github-actions|weblate|imgbot|allcontributors|crowdin)\b/i;
const botAddress = /\[bot\]@|\b(?:bot|dependabot|renovate|support\+greenkeeper|noreply-bot)@/i;

const version = String.raw`v?\d+\.\d+(?:\.\d+)?(?:[-.+]?(?:alpha|beta|rc|pre|dev|post|b|a|m)[-.]?\d*)*`;
const releases = [
  // Nothing but a version, with the name of a package before it at most.
  new RegExp(String.raw`^(?:[\w@/.-]+[ @-])?${version}[.!]?$`, 'i'),
  // With a word that says so.
  new RegExp(
    String.raw`^(?:chore\(release\)|release|releasing|prepare(?: for)?(?: the)?(?: next)?(?: release| development)|bump(?:ed|s|ing)?(?: (?:the )?version)?(?: to)?|version|set version|changelog for|tag)\b.{0,30}\b${version}\b`,
    'i',
  ),
  /^(?:chore|build|ci)?(?:\(.{1,20}\))?:? ?(?:release|version) packages?\b|^\[maven-release-plugin\]|^chore\(release\)|^publish(?: release)?$|^bump(?:ed|s|ing)?(?: the)?(?: package)? version\b/i,
];

/** What is against learning from a commit; empty for one that counts. */
export function marksOf({ address, files, name, parents, subject }: CommitFacts): readonly CommitMark[] {
  const marks: CommitMark[] = [];
  if (parents > 1) marks.push('merge');
  if (botName.test(name) || botAddress.test(address)) marks.push('bot');
  const short = subject.slice(0, 120);
  if (releases.some((release) => release.test(short))) marks.push('release');
  if (files > maxFilesOfCommit) marks.push('large');
  return marks.length === 0 ? none : marks;
}
