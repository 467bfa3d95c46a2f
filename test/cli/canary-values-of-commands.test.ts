import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { leaksIn, tokens } from '../support/canary-values.ts';
import { callsOfEveryCommand } from '../attacks/every-command.ts';
import { makeHome } from '../support/program-home.ts';
import { sampled } from '../support/storm.ts';

/** Those that their form gives away wherever they are: a name of a file may be any word. */
const canaries = tokens.filter(({ name }) => name !== 'hex');

const calls = await callsOfEveryCommand();

const home = makeHome();
afterAll(() => home.remove());
home.write('project/package.json', '{}');

describe('a secret in a value of a command', () => {
  it('is not shown, and in nothing of our own', async () => {
    expect(calls.length).toBeGreaterThan(150);
    const leaks: string[] = [];
    for (const [i, call] of sampled(calls).entries()) {
      const { secret } = canaries[i % canaries.length] ?? { secret: '' };
      const shown = call.join(' ');
      const { out, err } = await home.run(call.map((word) => (word === 'TEXT' ? `use ${secret} there` : word)));
      leaks.push(...leaksIn(out + err, canaries).map((leak) => `${shown}: ${leak}`));
      removeNamed();
      if (err.includes('this is a bug in snap')) leaks.push(`${shown}: ${err}`);
    }
    for (const path of ownFiles()) leaks.push(...leaksIn(readFileSync(path, 'latin1'), canaries).map((leak) => `${path}: ${leak}`));
    expect(leaks).toEqual([]);
  }, 600_000);
});

/** A file that was written by the name that it was given: a snapshot keeps names of files, and their contents, as they are. */
function removeNamed(): void {
  for (const name of readdirSync(home.project)) if (name.endsWith(' there')) rmSync(join(home.project, name), { recursive: true });
}

function ownFiles(): readonly string[] {
  return [join(home.path, '.snap-data'), join(home.project, '.snap')].flatMap((own) => {
    try {
      return readdirSync(own, { recursive: true, encoding: 'utf8' })
        .map((name) => join(own, name))
        .filter((path) => statSync(path).isFile());
    } catch {
      // Nothing was written there.
      return [];
    }
  });
}
