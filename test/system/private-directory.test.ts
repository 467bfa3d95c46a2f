import { existsSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFileCalls } from '../../src/system/file-calls.ts';
import { makePrivateDirectory } from '../../src/system/sockets/index.ts';
import { temporaryHome } from '../support/temporary-home.ts';

/** A home without any of snap's directories, and the directory that is to be made, three levels below it. */
function fresh() {
  const home = temporaryHome();
  const path = join(home.at('new'), 'state', 'run');
  return { system: home.system, path, levels: [home.at('new'), join(home.at('new'), 'state'), path] };
}

describe('the private directory, made by several processes at once', () => {
  it.each([[0], [1], [2], [0, 1, 2]])('is made where another one makes part %s first', (...first) => {
    const { levels, path, system } = fresh();
    const made: string[] = [];
    makePrivateDirectory(system, path, {
      ...nodeFileCalls,
      mkdir(directory, mode) {
        // Between the look and the call, as a process that starts at the same time does.
        if (first.includes(levels.indexOf(directory))) mkdirSync(directory, { mode: 0o755 });
        made.push(directory);
        nodeFileCalls.mkdir(directory, mode);
      },
    });
    expect(made).toEqual(levels);
    // What the other one made is judged as everything that was there before.
    expect(statSync(path).mode & 0o777).toBe(0o700);
  });

  it('is refused where something else is put in its place meanwhile', () => {
    const { path, system } = fresh();
    const calls = {
      ...nodeFileCalls,
      mkdir(directory: string, mode: number) {
        if (directory === path) symlinkSync('/tmp', directory);
        nodeFileCalls.mkdir(directory, mode);
      },
    };
    expect(() => makePrivateDirectory(system, path, calls)).toThrow('is a symbolic link');
    expect(existsSync(path)).toBe(true);
  });
});
