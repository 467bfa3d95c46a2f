import { describe, expect, it } from 'vitest';
import type { Claim } from '../../../src/checks/docs/claim.ts';
import { readersOf } from '../../../src/checks/docs/documents.ts';
import { parseMarkdown } from '../../../src/checks/docs/parse-markdown.ts';
import { findClaims } from '../../../src/checks/docs/find-claims.ts';

function said(text: string, readers: 'user' | 'contributor' = 'contributor'): readonly string[] {
  return findClaims(parseMarkdown(text), readers).map((claim) => `${claim.line}:${claim.column} ${shown(claim)}`);
}

function shown(claim: Claim): string {
  const past = claim.isHistory ? ' (past)' : '';
  switch (claim.kind) {
    case 'path':
      return `path ${claim.path}${past}`;
    case 'link':
      return `link ${claim.path}${claim.anchor === undefined ? '' : `#${claim.anchor}`}`;
    case 'script':
      return `script ${claim.script}${claim.isCertain ? '' : '?'}${claim.isElsewhere ? ' elsewhere' : ''}`;
    case 'target':
      return `${claim.tool} ${claim.name}`;
    default:
      return claim satisfies never;
  }
}

const fence = (language: string, ...lines: readonly string[]): string => [`\`\`\`${language}`, ...lines, '```'].join('\n');

describe('what a document says that exists', () => {
  it.each<[string, string, readonly string[]]>([
    ['a path in a code span', 'See `src/cart.ts:12` and `docs/`.', ['1:6 path src/cart.ts']],
    ['a path in a sentence', 'It is in src/cart/price.ts, and so on.', ['1:10 path src/cart/price.ts']],
    [
      'a link, an image in a link, a definition',
      '[a](docs/a.md#b) [![i](i.svg)](c.md)\n\n[d]: ./d.md',
      ['1:5 link docs/a.md#b', '1:24 link i.svg', '1:32 link c.md', '3:6 link ./d.md'],
    ],
    ['nothing of other sites and of addresses', '[a](https://x.org/b.md) <https://x.org/src/a.ts> `https://x.org`', []],
    [
      'no placeholder, no pattern, no folder that tools make',
      '`path/to/file.ts` `src/<name>.ts` `src/*.ts` `dist/main.js` `src/foo.ts` `your-app/src/a.ts`',
      [],
    ],
    ['a script in a span', 'Run `npm run lint:fix` and `pnpm test`.', ['1:14 script lint:fix', '1:34 script test']],
    [
      'the old name after "instead of" as past',
      'Use `src/new.ts` instead of `src/old.ts`.',
      ['1:6 path src/new.ts', '1:30 path src/old.ts (past)'],
    ],
    ['a line that tells of a rename as past', '`src/old.ts` was renamed.', ['1:2 path src/old.ts (past)']],
    ['what is below a heading on migration as past', '# T\n\n## Migration\n\n`src/old.ts`', ['5:2 path src/old.ts (past)']],
    ['nothing in comments', '<!-- `src/old.ts` --> {/* `src/other.ts` */}', []],
    [
      'a link with brackets in its target, and an image that leads nowhere',
      '[a](#b-(c)-d) <a href="#badge"><img src="i.svg"></a>',
      ['1:5 link #b-(c)-d', '1:42 link i.svg'],
    ],
    ['a file that is read into instructions', 'Read @docs/rules.md first.', ['1:7 link docs/rules.md']],
  ])('%s', (_, text, expected) => expect(said(text)).toEqual(expected));

  it.each<[string, string, readonly string[]]>([
    ['commands with prompts, without their output', fence('console', '$ npm run build', 'npm run not-this'), ['2:11 script build']],
    ['commands one after the other', fence('sh', 'cd packages/a && npm run build'), ['2:26 script build elsewhere']],
    ['a package manager that may mean its own command', fence('sh', 'yarn lint', 'yarn add x', 'pnpm install'), ['2:6 script lint?']],
    ['targets of make', fence('sh', 'make -j4 all check'), ['2:10 make all', '2:14 make check']],
    [
      'the file that an interpreter is given',
      fence('sh', 'node scripts/seed.mjs data/in.json'),
      ['2:6 path scripts/seed.mjs', '2:6 path scripts/seed.mjs', '2:23 path data/in.json'],
    ],
    ['a script of yarn that npm would have itself', fence('sh', 'yarn deploy'), ['2:6 script deploy?']],
    ['no configuration', fence('yaml', 'run: npm run gone'), []],
  ])('in a block: %s', (_, text, expected) => expect(said(text)).toEqual(expected));
});

describe('a document that is made to stall a reader', () => {
  const many = 30_000;
  it.each<[string, string]>([
    ['brackets', '[![['.repeat(many)],
    ['brackets in lines', '[![['.repeat(2_000).concat('\n').repeat(40)],
    ['backticks of all lengths', Array.from({ length: 400 }, (_, at) => '`'.repeat(at + 1)).join(' ')],
    ['comments', '<!--'.repeat(many)],
    ['links without an end', '[a](b '.repeat(many)],
    ['links in lines', '[a](b '.repeat(1_500).concat('\n').repeat(40)],
    ['braces', '{'.repeat(9_999).concat('\n').repeat(40)],
    ['headings', '<h1>'.repeat(2_400).concat('\n').repeat(20)],
    ['spaces', `# a${' '.repeat(9_000)}b\n`.repeat(40)],
    ['empty lines', '\n'.repeat(many * 2)],
    ['names in a block', fence('ts', 'a.bC<'.repeat(1_900).concat('\n').repeat(10))],
    ['signatures in a block', fence('ts', 'foo(): a\n'.repeat(9_000))],
    ['imports in a block', fence('ts', 'import { '.repeat(10_000))],
    ['a prompt', fence('sh', `a@${'b'.repeat(9_000)}`)],
  ])('%s: is read in a second', (_, text) => {
    const begun = process.cpuUsage();
    said(text);
    const { user, system } = process.cpuUsage(begun);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  });
});

describe('which files are documents', () => {
  it.each<[string, string | undefined]>([
    ['README.md', 'user'],
    ['docs/guide.mdx', 'user'],
    ['CONTRIBUTING.md', 'contributor'],
    ['CLAUDE.md', 'instructions'],
    ['.cursor/rules/style.mdc', 'instructions'],
    ['.github/copilot-instructions.md', 'instructions'],
    ['CHANGELOG.md', undefined],
    ['docs/migrating-to-2.md', undefined],
    ['.changeset/one.md', undefined],
    ['test/fixtures/a.md', undefined],
    ['templates/README.md', undefined],
    ['src/a.ts', undefined],
  ])('%s: %s', (path, readers) => expect(readersOf(path)).toBe(readers));
});
