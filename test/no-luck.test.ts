import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

// CONTRIBUTING.md, "No luck", says what to do instead.
const forbidden: readonly (readonly [what: string, found: RegExp, except?: RegExp])[] = [
  // The editor's tests draw a port, and look whether it is free.
  ['a number drawn by chance', /\bMath\.random\(/, /test\/editor\/library\/editor\.mjs$/],
  ['a second try', /\b(?:retry|repeats): \d+ ?[,}]|--retry\b|maxTries/],
  [
    'a fixed pause',
    /setTimeout\((?:resolve|resume|settle|done)\b|await (?:setTimeout|sleep|after|pause)\(\d/,
    /support\/processes\.ts$|test\/editor\/library\/until\.mjs$/,
  ],
  ['a limit on a wall clock', /expect(?:\.soft)?\([^;]*?(?:performance\.now|Date\.now)\(\)[^;]*?\)\.toBeLessThan/],
  ['the memory of a process that other tests share', /expect\(process\.memoryUsage|memoryUsage(?:\.rss)?\(\)(?:\.rss)? - /],
];

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = ['test', 'packages/vscode/test'].flatMap((directory) =>
  readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|mjs)$/.test(name) && !/(?:^|\/)(?:fixtures|node_modules|results)\//.test(name))
    .map((name) => `${directory}/${name}`)
    .filter((path) => path !== 'test/no-luck.test.ts'),
);

describe('no test depends on luck or on the speed of the machine:', () => {
  it.each(forbidden.map(([what, found, except]) => ({ what, found, except })))('$what', ({ found, except = /$^/ }) => {
    const lines = sources
      .filter((path) => !except.test(path))
      .flatMap((path) => {
        const text = readFileSync(join(root, path), 'utf8');
        return [...text.matchAll(new RegExp(found, 'g'))].map(({ index }) => `${path}:${text.slice(0, index).split('\n').length}`);
      });
    expect(lines).toEqual([]);
  });

  it('CI leaves nothing out because time has passed', () => {
    expect(readFileSync(join(root, '.ci/run'), 'utf8')).not.toMatch(/NOT RUN|--retry|SNAP_EDITOR_MINUTES/);
  });
});
