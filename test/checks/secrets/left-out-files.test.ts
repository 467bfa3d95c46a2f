import { expect, it } from 'vitest';
import { sayTo } from '../../../src/system/index.ts';
import { checkedWorkspace } from '../coverage/checked-workspace.ts';

const key = ['-----BEGIN RSA PRIVATE KEY-----', 'MIIEowIBAAKCAQEA7', '-----END RSA PRIVATE KEY-----', ''].join('\n');

it('files that the rules for secrets pass by are named, and alone they are not said to have passed', async () => {
  const project = await checkedWorkspace(undefined, { 'package.json': '{}', 'a.svg': key, 'yarn.lock': key, 'b.txt': 'b\n' });
  const alone = await project.check('security', { files: ['a.svg'] });
  const states = alone.layers.map(({ name, state }) => `${name} ${state}`);
  expect(states).toEqual(['secrets skipped', 'threats passed', 'dependencies skipped']);
  expect(alone.layers[0]?.reason).toMatch(/no file could be examined: a\.svg: the rules of gitleaks leave out pictures/);
  const whole = await project.check('security');
  expect(whole.lines.map((line) => sayTo('model', line)).join('\n')).toMatch(
    /Not examined: \S+ \(and 1 other file\): the rules of gitleaks leave out/,
  );
});
