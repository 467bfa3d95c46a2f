import { existsSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeOwnDirectory } from '../../src/system/make-directory.ts';
import { temporaryHome } from '../support/temporary-home.ts';

describe('makeOwnDirectory', () => {
  it('makes what is missing for this user alone, and leaves what is there', () => {
    const home = temporaryHome();
    mkdirSync(home.at('open'), { mode: 0o755 });
    makeOwnDirectory(home.at('open/one/two'));
    makeOwnDirectory(home.at('open/one/two'));
    makeOwnDirectory('/');
    expect(statSync(home.at('open/one/two')).isDirectory()).toBe(true);
    if (process.platform !== 'win32')
      expect(['open', 'open/one', 'open/one/two'].map((path) => statSync(home.at(path)).mode & 0o777)).toEqual([0o755, 0o700, 0o700]);
  });

  it('throws where a file or a link to nothing is in the way', () => {
    const home = temporaryHome();
    home.put('file', '');
    symlinkSync(home.at('nothing'), home.at('link'));
    for (const path of ['file', 'file/below/it', 'link', 'link/below/it']) expect(() => makeOwnDirectory(home.at(path)), path).toThrow();
    expect(existsSync(home.at('nothing'))).toBe(false);
  });

  // Node's own recursive mkdirSync does not come back from there.
  it.runIf(process.platform === 'linux')('throws where no directory can be made', () => {
    for (const path of ['/proc/self/.local/share', '/proc/one/two']) expect(() => makeOwnDirectory(path), path).toThrow('ENOENT');
  });
});
