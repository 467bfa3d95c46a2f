import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nodeSnapshotCalls, openFlags } from '../../src/snapshots/disk.ts';
import { nodeFileCalls } from '../../src/system/file-calls.ts';
import { writableSystem } from '../../src/system/writable.ts';
import { nodeSystem } from '../../src/system/node.ts';
import { temporaryHome } from '../support/temporary-home.ts';

describe.skipIf(process.platform !== 'linux')('a link to what the kernel makes up', () => {
  it('is refused at once, and not read: reading /proc/kmsg waits for ever', async () => {
    const home = temporaryHome();
    symlinkSync('/proc/self/status', home.at('status'));
    symlinkSync('/proc/kmsg', home.at('log'));
    const system = nodeSystem({ home: home.path });
    for (const name of ['status', 'log']) {
      await expect(system.readBytes(home.at(name))).rejects.toMatchObject({
        code: 'refused',
        message: `~/${name}: this is not a regular file.`,
      });
      expect(await system.readStart(home.at(name), 4)).toBeUndefined();
    }
    expect(Buffer.from((await system.readBytes('/proc/self/status')) ?? []).toString()).toContain('Name:');
    expect(await system.readBytes(home.put('empty', ''))).toHaveLength(0);
  });
});

/** Something else in the place of a file of snap's own: whoever waited for it would hang. */
describe.skipIf(process.platform === 'win32')('a FIFO or a device in the place of a file of snap', () => {
  function fifo() {
    const home = temporaryHome();
    execFileSync('mkfifo', [home.at('pipe')]);
    symlinkSync('/dev/zero', home.at('device'));
    return home;
  }
  const refused = expect.objectContaining({ code: 'ENXIO' });

  it('is not read: the key, a record, a lock', () => {
    const home = fifo();
    for (const name of ['pipe', 'device']) expect(() => nodeFileCalls.readFile(home.at(name))).toThrow(refused);
    expect(nodeFileCalls.readFile(home.put('file', 'text')).toString()).toBe('text');
    expect(() => nodeFileCalls.readFile(home.path)).toThrow(expect.objectContaining({ code: 'EISDIR' }));
  });

  it.each(['read', 'update', 'openOrCreate', 'readForeign'] as const)('is not opened as a part of the snapshots: %s', (flags) => {
    const home = fifo();
    expect(() => nodeSnapshotCalls.open(home.at('pipe'), openFlags[flags], 0o600)).toThrow(refused);
  });

  it('is not written', async () => {
    const home = fifo();
    const system = writableSystem(
      nodeSystem({ home: home.path, own: { config: home.path, data: home.path, state: home.path, cache: home.path, runtime: home.path } }),
    );
    await expect(system.ownFiles.append(home.at('pipe'), Buffer.from('x'), { durable: true })).rejects.toMatchObject({ code: 'io' });
  });
});
