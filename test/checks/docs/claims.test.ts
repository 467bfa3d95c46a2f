import { describe, expect, it } from 'vitest';
import type { Claim } from '../../../src/checks/docs/claim.ts';
import { documentKind, parseDocument } from '../../../src/checks/docs/documents.ts';
import { findClaims } from '../../../src/checks/docs/find-claims.ts';
import { isDefinition, isFlagLine, isVariableLine } from '../../../src/checks/docs/definition.ts';
import { olderText } from '../../../src/checks/docs/older-texts.ts';
import { renamedTo } from '../../../src/checks/docs/prove-word.ts';
import { wordHash, wordHashes } from '../../../src/checks/docs/word-index.ts';

const own = { commands: new Set(['till']), packages: new Set(['till', '@shop/tools']), modules: new Set(['till']) };

function said(
  text: string,
  format: 'markdown' | 'rst' | 'adoc' = 'markdown',
  readers: 'user' | 'contributor' = 'contributor',
): readonly string[] {
  return findClaims(parseDocument(text, format), own, readers).map((claim) => `${claim.line}:${claim.column} ${shown(claim)}`);
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
    case 'word':
      return `${claim.role} ${claim.word}${claim.isOwn ? ' own' : ''}${past}`;
    case 'import':
      return `import ${claim.from}`;
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
      'a symbol: called, in several words, a member',
      '`readCart()` `CartStore` `cart.total()` `plain`',
      ['1:2 symbol readCart', '1:15 symbol CartStore', '1:32 symbol total'],
    ],
    ['a flag and a variable', '`--dry-run` `TILL_HOME`', ['1:2 flag --dry-run', '1:14 variable TILL_HOME']],
    [
      'the old name after "instead of" as past',
      'Use `newCart()` instead of `oldCart()`.',
      ['1:6 symbol newCart', '1:29 symbol oldCart (past)'],
    ],
    ['a line that tells of a rename as past', '`oldCart()` was renamed.', ['1:2 symbol oldCart (past)']],
    ['what is below a heading on migration as past', '# T\n\n## Migration\n\n`oldCart()`', ['5:2 symbol oldCart (past)']],
    ['nothing in comments', '<!-- `oldCart()` --> {/* `otherCart()` */}', []],
    [
      'a link with brackets in its target, and an image that leads nowhere',
      '[a](#b-(c)-d) <a href="#badge"><img src="i.svg"></a>',
      ['1:5 link #b-(c)-d', '1:42 link i.svg'],
    ],
    ['several flags in one span', '`--report=a/b.tmpl --quiet`', ['1:2 flag --report', '1:11 path a/b.tmpl', '1:20 flag --quiet']],
    ['the types of a signature', '`matchAll(first: CartRule)`', ['1:18 symbol CartRule', '1:2 symbol matchAll']],
    ['an import of an own package', '`till/extra` and `@shop/tools/x`', ['1:2 import till/extra', '1:19 import @shop/tools/x']],
    ['a file that is read into instructions', 'Read @docs/rules.md first.', ['1:7 link docs/rules.md']],
  ])('%s', (_, text, expected) => expect(said(text)).toEqual(expected));

  it.each<[string, string, readonly string[]]>([
    ['commands with prompts, without their output', fence('console', '$ npm run build', 'npm run not-this'), ['2:11 script build']],
    ['commands one after the other', fence('sh', 'cd packages/a && npm run build'), ['2:26 script build elsewhere']],
    ['a package manager that may mean its own command', fence('sh', 'yarn lint', 'yarn add x', 'pnpm install'), ['2:6 script lint?']],
    ['targets of make', fence('sh', 'make -j4 all check'), ['2:10 make all', '2:14 make check']],
    ['flags of the own program only', fence('sh', 'till --quiet -- --not-ours', 'other --loud'), ['2:6 flag --quiet own']],
    ['a variable before a command', fence('sh', 'TILL_HOME=/x till'), ['2:1 variable TILL_HOME']],
    [
      'the file that an interpreter is given',
      fence('sh', 'node scripts/seed.mjs data/in.json'),
      ['2:6 path scripts/seed.mjs', '2:6 path scripts/seed.mjs', '2:23 path data/in.json'],
    ],
    ['options as a program lists them', fence('', '  -q, --quiet   say less'), ['2:7 flag --quiet']],
    [
      'names that an example imports from an own package',
      fence('ts', "import { readCart } from 'till';", "import { other } from 'zod';"),
      ['2:27 import till', '2:10 symbol readCart own'],
    ],
    [
      'names of an import over several lines, by their names there',
      fence(
        'ts',
        'import {',
        '  readCart as read,',
        '  type CartStore,',
        "} from 'till';",
        "import tillStore from 'till';",
        'read(); tillStore();',
      ),
      ['5:9 import till', '3:3 symbol readCart own', '4:8 symbol CartStore own', '6:24 import till'],
    ],
    [
      'what follows another export, which is no import',
      fence('ts', 'export { tokenReceived }', "import { readCart } from 'till';"),
      ['3:27 import till', '3:10 symbol readCart own'],
    ],
    ['no names of another package', fence('py', 'from zod import (', '    ParseThing,', ')', 'ParseThing()'), []],
    ['what a script hands on', fence('sh', 'npm run start -- --port 1'), ['2:9 script start', '2:18 flag --port']],
    ['a script of yarn that npm would have itself', fence('sh', 'yarn deploy'), ['2:6 script deploy?']],
    [
      'calls of an example, but not what it defines',
      fence('js', 'function ownThing() {}', 'ownThing();', 'readCart();'),
      ['4:1 symbol readCart'],
    ],
    ['no configuration', fence('yaml', 'run: npm run gone'), []],
  ])('in a block: %s', (_, text, expected) => expect(said(text)).toEqual(expected));

  it('reads reStructuredText and AsciiDoc', () => {
    expect(
      said('Use :func:`shop.read_cart` and ``src/a.py``.\n\n.. code-block:: sh\n\n   make check\n\n.. include:: parts/a.rst\n', 'rst'),
    ).toEqual(['1:34 path src/a.py', '1:17 symbol read_cart', '5:9 make check', '7:14 link parts/a.rst']);
    expect(said('= T\n\nSee `readCart()` and xref:a.adoc#b[it].\n\n[source,sh]\n----\nmake check\n----\n', 'adoc')).toEqual([
      '3:6 symbol readCart',
      '3:27 link a.adoc#b',
      '7:6 make check',
    ]);
  });
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
  ])('%s: %s', (path, readers) => expect(documentKind(path)?.readers).toBe(readers));
});

describe('a text that is older than what it names', () => {
  const half = 180 * 86_400;
  const claims = findClaims(parseDocument('In `src/a.ts` and `src/b.ts`.', 'markdown'), own, 'contributor');
  it.each<[string, 'contributor' | 'user', number, string | undefined]>([
    [
      'CONTRIBUTING.md',
      'contributor',
      half,
      'This document was last changed on 1970-01-02, and 1 file that it names changed long after: src/a.ts (1970-07-01).',
    ],
    ['CONTRIBUTING.md', 'contributor', half - 1, undefined],
    ['docs/guide.md', 'user', half, undefined],
  ])('%s, read by a %s, %d seconds before', (document, readers, later, expected) => {
    const times = new Map([
      [document, 86_400],
      ['src/a.ts', 86_400 + later],
    ]);
    expect(olderText({ document, readers, claims }, times)?.message).toBe(expected);
  });
});

describe('what earlier code shows', () => {
  it.each<[string, string, boolean]>([
    ['readCart', 'export async function readCart(path) {', true],
    ['readCart', "import { readCart } from './cart';", false],
    ['readCart', '  const all = readCart(path);', false],
    ['readCart', '  readCart(path: string): Cart {', true],
    ['hookTimeout', '  hookTimeout?: number;', true],
    ['ReadCart', 'func (s *Store) ReadCart(path string) error {', true],
    ['read_cart', '    def read_cart(self):', true],
    ['read_cart', 'pub fn read_cart() {', true],
    ['Cart', '// class Cart was here', false],
  ])('%s in %s: defined %s', (name, line, expected) => expect(isDefinition(name, line)).toBe(expected));

  it.each<[string, string, boolean]>([
    ['dry-run', ".option('--dry-run', 'show only')", true],
    ['dry-run', 'flags.Bool("dry-run", false, "")', true],
    ['dry-run', '#[arg(long = "dry-run")]', true],
    ['dry-run', '// --dry-run is gone', false],
    ['dry-run', "a['dry-run']", false],
  ])('%s in %s: a flag %s', (name, line, expected) => expect(isFlagLine(name, line)).toBe(expected));

  it('knows a variable of the environment by what reads it', () => {
    expect(isVariableLine('TILL_HOME', 'const home = process.env.TILL_HOME;')).toBe(true);
    expect(isVariableLine('TILL_HOME', "codes.add('TILL_HOME')")).toBe(false);
  });

  it('takes a name for the new one where the lines are otherwise the same', () => {
    const changes = {
      removed: ['export function readCart(path: string) {', '  return readCart(a);'],
      added: ['export function loadCart(path: string) {', '  return loadCart(a);'],
    };
    expect(renamedTo('readCart', changes)).toBe('loadCart');
    expect(renamedTo('fit', { removed: ['fit,'], added: ['appState,'] })).toBeUndefined();
  });

  it('knows the words of code, flags and options among them', () => {
    const hashes = new Set(
      wordHashes("run('--dry-run'); option('quiet'); const a_b = c; // till --loud\n#[arg(long)]\npub no_color: bool,"),
    );
    const has = (word: string): boolean => hashes.has(wordHash(word));
    expect(['--dry-run', 'dry-run', 'dry', '"quiet', 'a_b', '--loud', '--no-color'].filter((word) => !has(word))).toEqual([]);
    expect(['--quiet', '"dry', 'unknown'].filter(has)).toEqual([]);
  });
});
