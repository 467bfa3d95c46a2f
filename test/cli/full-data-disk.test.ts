import { readdirSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { mountedDisk } from '../support/mounted-disk.ts';
import { makeHome } from '../support/program-home.ts';

const said = /snap can keep nothing now: .*the disk is full.*Make room on that disk/;

it('where the disk of its own files is full, doctor and check health say so; where it is not they leave nothing there', async ({
  skip,
}) => {
  const disk = mountedDisk('tmpfs', 4);
  if (typeof disk === 'string') return skip(disk);
  const home = makeHome();
  onTestFinished(() => home.remove());
  const options = { env: { SNAP_DATA_DIR: disk.path } };
  const doctor = () => home.run(['doctor', '--json'], options);
  const health = () => home.run(['check', 'health'], options);
  expect((await home.run(['learn', 'when the disk is full', 'make room'], options)).code).toBe(0);
  expect(JSON.parse((await doctor()).out)).toMatchObject({ snap: { notKept: null } });
  expect((await health()).out).not.toMatch(/keep nothing/);
  expect(readdirSync(disk.path, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('probe'))).toEqual([]);

  disk.fill();
  const full = await doctor();
  expect([full.code, JSON.parse(full.out)]).toMatchObject([1, { snap: { notKept: expect.stringMatching(said) } }]);
  expect((await home.run(['doctor'], options)).out).toMatch(/snap can keep nothing now: .*the disk is full/);
  const check = await health();
  expect(check.code).toBe(1);
  expect(check.out).toMatch(/can keep nothing now: .*the disk is full/s);
});
