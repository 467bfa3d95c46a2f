import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { leaksIn, tokens } from '../support/canary-values.ts';
import { makeHome } from '../support/program-home.ts';
import { sampled } from '../support/storm.ts';

/** They serve, wait, or start what outlives them. What they take is options of a program's start, which no store gets. */
const waiting: ReadonlySet<string> = new Set(['mcp', 'mcp shim', 'daemon start', 'daemon restart', 'events', 'login']);
/** Those that their form gives away wherever they are: a name of a file may be any word. */
const canaries = tokens.filter(({ name }) => name !== 'hex');

/** Every command with a text in each of its words, and in each of its options that take one. A new one is among them by being listed. */
const calls = (
  await Promise.all(
    commands
      .filter(({ name }) => !waiting.has(name))
      .map(async ({ name, load }) => {
        const { options, words } = await load();
        const texts = Array.from({ length: Math.min(words?.max ?? 0, 3) }, () => 'TEXT');
        const named = Object.entries(options).filter(([, { type }]) => type === 'string');
        // All at once, so that nothing that is required is missing: then the texts are stored. A choice is made where there is one.
        const together = named
          .filter(([option]) => option !== 'workspace')
          .flatMap(([option, { value = '' }]) => [`--${option}`, value.includes('|') ? (value.split('|')[0] ?? '') : 'TEXT']);
        const rest = words?.rest === true ? [[...texts, '--', 'TEXT']] : [];
        const places = [
          [...texts, ...together],
          ...(texts.length > 0 ? [texts] : []),
          ...rest,
          ...named.map(([option]) => [...texts, `--${option}`, 'TEXT']),
        ];
        return places.map((place) => [...name.split(' '), ...place]);
      }),
  )
).flat();

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
      if (err.includes('this is a bug in snap')) leaks.push(`${shown}: ${err}`);
    }
    for (const path of ownFiles()) leaks.push(...leaksIn(readFileSync(path, 'latin1'), canaries).map((leak) => `${path}: ${leak}`));
    expect(leaks).toEqual([]);
  }, 600_000);
});

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
