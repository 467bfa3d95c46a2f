import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, symlinkSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nodeSnapshotCalls, nodeWorkspaceCalls } from '../../../src/snapshots/disk.ts';
import { openSnapshots } from '../../../src/snapshots/index.ts';
import { openWorkspace } from '../../../src/workspace/index.ts';
import { pictureOf } from '../../support/stored-trees.ts';
import { temporaryHome } from '../../support/temporary-home.ts';

describe('what is no file', () => {
  it('is never opened: FIFO, socket, device, and links that lead to them', async ({ skip }) => {
    if (process.platform !== 'linux' || process.getuid?.() !== 0) skip('devices are made by root on Linux only');
    const home = temporaryHome();
    mkdirSync(home.at('w/d'), { recursive: true });
    home.put('w/file', 'one');
    const made: readonly (readonly string[])[] = [
      ['mkfifo', home.at('w/d/pipe')],
      // A terminal, a disk and the memory: to open one may do something.
      ['mknod', home.at('w/d/character'), 'c', '1', '3'],
      ['mknod', home.at('w/d/block'), 'b', '7', '250'],
      ['python3', '-c', `import socket; socket.socket(socket.AF_UNIX).bind('${home.at('w/d/socket')}')`],
    ];
    for (const [command = '', ...args] of made) execFileSync(command, args, { stdio: 'pipe' });
    for (const name of ['pipe', 'character', 'block', 'socket']) symlinkSync(`d/${name}`, home.at(`w/to-${name}`));
    const opened: string[] = [];
    const note = (path: string | Buffer) => void opened.push(path.toString());
    const workspace = await openWorkspace(home.run(), home.at('w'));
    const snapshots = openSnapshots(home.run(), workspace, {
      exclude: [],
      yields: false,
      calls: { ...nodeSnapshotCalls, openRaw: (path, flags) => (note(path), nodeSnapshotCalls.openRaw(path, flags)) },
      workspaceCalls: { ...nodeWorkspaceCalls, openToRead: (path) => (note(path), nodeWorkspaceCalls.openToRead(path)) },
    });
    onTestFinished(() => snapshots.close());
    const before = pictureOf(home.at('w'));
    const { snapshot } = await snapshots.take({ kind: 'manual' });
    expect(snapshot.skipped.map(({ path, reason }) => `${path} ${reason}`).sort()).toEqual(
      ['block', 'character', 'pipe', 'socket'].map((name) => `d/${name} special`),
    );
    home.put('w/file', 'two');
    expect(await snapshots.restore(snapshot.id)).toMatchObject({ written: ['file'] });
    expect(pictureOf(home.at('w'))).toEqual(before);
    expect(opened.map((path) => path.replace(home.at('w/'), '')).filter((path) => path.includes('d/'))).toEqual([]);
    expect(lstatSync(home.at('w/d/character')).isCharacterDevice()).toBe(true);
  });
});
