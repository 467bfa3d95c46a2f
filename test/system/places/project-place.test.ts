import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { nodeSystem } from '../../../src/system/node.ts';
import { projectAroundPlace } from '../../../src/system/places/project-place.ts';
import { temporaryHome } from '../../support/temporary-home.ts';

const usual = '/usual';

describe('a place of snap’s own', () => {
  it.each(['.git', '.hg', 'package.json', '.vscode', 'go.mod'])(
    'is the project’s below a directory with %s, also by a link on either side',
    (mark) => {
      const home = temporaryHome();
      mkdirSync(home.at('user'));
      mkdirSync(home.at('shop/a/b'), { recursive: true });
      mkdirSync(home.at('out'));
      const around = (place: string): string | undefined => projectAroundPlace(home.at(place), home.at('user'), usual);
      expect([around('shop/a/b/data'), around('out/data'), around('user/data')]).toEqual([undefined, undefined, undefined]);
      writeFileSync(home.at(`shop/${mark}`), '');
      symlinkSync(home.at('shop/a'), home.at('user/link'));
      symlinkSync(home.at('out'), home.at('shop/link'));
      for (const place of ['shop/a/b/data', 'shop/gone/data', 'shop', 'user/link/data', 'shop/link/data'])
        expect([place, around(place)]).toEqual([place, home.at('shop')]);
      expect([around('out/data'), around('user/data'), around('shopping/data')]).toEqual([undefined, undefined, undefined]);
    },
  );

  it('is the person’s in a home with marks, but not in one that is a repository while the system knows another', () => {
    const home = temporaryHome();
    for (const mark of ['.vscode', '.cursor', '.snap', 'package.json']) home.put(`${mark}/x`, '');
    expect(projectAroundPlace(home.at('.data'), home.path, usual)).toBeUndefined();
    expect(projectAroundPlace(usual, home.path, usual)).toBeUndefined();
    mkdirSync(home.at('.git'));
    expect(projectAroundPlace(home.at('.data'), home.path, usual)).toBe(home.path);
    expect(projectAroundPlace(usual, home.path, usual)).toBe(home.path);
    expect(projectAroundPlace(`${userInfo().homedir}/x`, userInfo().homedir, usual)).toBeUndefined();
  });

  it('where it is with no variable, it is in a project only with the home', () => {
    const home = temporaryHome();
    mkdirSync(home.at('user/.config/.git'), { recursive: true });
    const place = home.at('user/.config/snap-mcp');
    expect(projectAroundPlace(place, home.at('user'), place)).toBeUndefined();
    expect(projectAroundPlace(place, home.at('user'), usual)).toBe(home.at('user/.config'));
    writeFileSync(home.at('package.json'), '');
    expect(projectAroundPlace(place, home.at('user'), place)).toBe(home.path);
  });
});

it.skipIf(process.platform !== 'linux').each<readonly [string, (project: string) => Readonly<Record<string, string>>]>([
  ['SNAP_DATA_DIR', (project) => ({ SNAP_DATA_DIR: `${project}/.d` })],
  ['XDG_DATA_HOME', (project) => ({ XDG_DATA_HOME: `${project}/.d` })],
  ['XDG_STATE_HOME', (project) => ({ XDG_STATE_HOME: `${project}/.d` })],
  ['HOME', (project) => ({ HOME: `${project}/.home` })],
])('a system whose %s is in a project has no place of its own, and names the variable', (name, env) => {
  const home = temporaryHome();
  mkdirSync(home.at('user'));
  mkdirSync(home.at('shop/.home'), { recursive: true });
  writeFileSync(home.at('shop/package.json'), '{}');
  const system = nodeSystem({ env: { HOME: home.at('user'), ...env(home.at('shop')) } });
  expect([system.own.data, system.own.state, system.own.runtime].filter((path) => !path.startsWith('/dev/null/'))).toEqual([]);
  expect(system).toMatchObject({ isPlaceIgnored: true, placeProblem: { code: 'refused' } });
  expect(system.placeProblem?.message).toMatch(
    new RegExp(`^The environment variable ${name} puts snap's own files into the project .*shop, `),
  );
  const cache = nodeSystem({ env: { HOME: home.at('user'), XDG_CACHE_HOME: home.at('shop/.c') } });
  expect([cache.own.cache.startsWith('/dev/null/'), cache.placeProblem, cache.own.data]).toEqual([
    true,
    undefined,
    home.at('user/.local/share/snap-mcp'),
  ]);
});
