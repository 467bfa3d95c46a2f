import { describe, expect, it } from 'vitest';
import { lockChange, lockedPackages } from '../../../src/checks/dependencies/lock-changes.ts';

describe('a lock file', () => {
  const npm = (packages: Readonly<Record<string, string>>): string =>
    JSON.stringify({
      lockfileVersion: 3,
      packages: Object.fromEntries([['', {}], ...Object.entries(packages).map(([at, version]) => [at, { version }] as const)]),
    });

  it.each<[string, string, Readonly<Record<string, readonly string[]>>]>([
    [
      'package-lock.json',
      npm({ 'node_modules/a': '1.0.0', 'node_modules/b/node_modules/@c/a': '2.0.0', 'node_modules/@c/a': '1.0.0' }),
      { a: ['1.0.0'], '@c/a': ['2.0.0', '1.0.0'] },
    ],
    [
      'pnpm-lock.yaml',
      "packages:\n\n  '@c/a@1.0.0':\n    resolution: x\n\n  b@2.0.0(a@1.0.0):\n    x: y\n",
      { '@c/a': ['1.0.0'], b: ['2.0.0'] },
    ],
    ['pnpm-lock.yaml', 'packages:\n\n  /a/1.0.0:\n    dev: true\n', { a: ['1.0.0'] }],
    [
      'yarn.lock',
      '# yarn\n\n"@c/a@^1", "@c/a@^1.1":\n  version "1.2.0"\n\nb@^2:\n  version "2.0.0"\n',
      { '@c/a': ['1.2.0'], b: ['2.0.0'] },
    ],
    ['yarn.lock', '"a@npm:^1":\n  version: 1.0.0\n', { a: ['1.0.0'] }],
    ['bun.lock', '{ "packages": {\n  "a": ["a@1.0.0", "", {}],\n  "b/a": ["a@2.0.0", "", {}],\n} }', { a: ['1.0.0', '2.0.0'] }],
  ])('%s names packages and versions', (path, text, expected) => {
    expect(Object.fromEntries([...(lockedPackages(path, text) ?? [])].map(([name, versions]) => [name, [...versions]]))).toEqual(expected);
  });

  it('that is none is left out', () => expect(lockedPackages('package-lock.json', '{')).toBeUndefined());

  it('tells what it has more', () => {
    const locked = (packages: Readonly<Record<string, string>>) => lockedPackages('package-lock.json', npm(packages)) ?? new Map();
    const before = locked({ 'node_modules/a': '1.0.0', 'node_modules/b': '1.0.0' });
    const after = locked({ 'node_modules/a': '1.0.0', 'node_modules/c/node_modules/a': '2.0.0', 'node_modules/c': '1.0.0' });
    expect(lockChange(before, after)).toEqual({
      added: ['a@2.0.0', 'c@1.0.0'],
      duplicated: [{ name: 'a', versions: ['1.0.0', '2.0.0'] }],
    });
    expect(lockChange(after, after)).toEqual({ added: [], duplicated: [] });
  });
});
