import { createHash } from 'node:crypto';
import { linkSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { apply } from '../../src/changes/apply.ts';
import type { FileChange } from '../../src/changes/change.ts';
import { interruptedChanges, readIndex } from '../../src/changes/journal/journal-index.ts';
import { undo } from '../../src/changes/undo.ts';
import { SnapError, type WritableSystem } from '../../src/system/index.ts';
import { crashingCalls, failingCalls, soundCalls } from '../support/faulty-calls.ts';
import { addLine, setText } from '../support/file-changes.ts';
import { type TemporaryHome, temporaryHome } from '../support/temporary-home.ts';
import { stride } from '../support/storm.ts';

/** A home before a write, and the write. */
interface Scenario {
  readonly name: string;
  prepare(home: TemporaryHome): void | Promise<void>;
  write(system: WritableSystem, home: TemporaryHome): Promise<unknown>;
  /** A later write, to a file of its own unless the name says otherwise. */
  readonly later?: (home: TemporaryHome) => FileChange;
  /** A kill may tear the file: it is whole again after the next writing run, not before. */
  readonly inPlace?: true;
}

const big = '{"padding": "before"}\n'.repeat(500);
const options = { command: 'mcp add' };

const scenarios: readonly Scenario[] = [
  {
    name: 'one file',
    prepare: (home) => void home.put('a.json', big),
    write: (system, home) => apply(system, [addLine(home.at('a.json'), 'new')], options),
  },
  {
    name: 'one file, and the next run comes for the same one',
    prepare: (home) => void home.put('a.json', big),
    write: (system, home) => apply(system, [addLine(home.at('a.json'), 'new')], options),
    later: (home) => addLine(home.at('a.json'), 'later'),
  },
  {
    name: 'a new file in new directories',
    prepare: () => {},
    write: (system, home) => apply(system, [addLine(home.at('deep', 'er', 'a.json'), 'new')], options),
  },
  {
    name: 'a chain of links',
    prepare: (home) => {
      home.put('real/a.json', big);
      symlinkSync('real/a.json', home.at('middle.json'));
      symlinkSync('middle.json', home.at('a.json'));
    },
    write: (system, home) => apply(system, [addLine(home.at('a.json'), 'new')], options),
  },
  {
    name: 'a hard link that grows',
    inPlace: true,
    prepare: (home) => linkSync(home.put('a.json', big), home.at('b.json')),
    write: (system, home) => apply(system, [setText(home.at('a.json'), '{"other": "after"}\n'.repeat(700))], options),
  },
  {
    name: 'a hard link that shrinks, and the next run comes for the same file',
    inPlace: true,
    prepare: (home) => linkSync(home.put('a.json', big), home.at('b.json')),
    write: (system, home) => apply(system, [setText(home.at('a.json'), '{"other": "after"}\n'.repeat(7))], options),
    later: (home) => addLine(home.at('b.json'), 'later'),
  },
  {
    name: 'three files, one of them new, one hard-linked',
    inPlace: true,
    prepare: (home) => {
      home.put('a.json', big);
      linkSync(home.put('b.json', big), home.at('c.json'));
    },
    write: (system, home) =>
      apply(
        system,
        ['a.json', 'b.json', 'new/d.json'].map((name) => addLine(home.at(name), 'new')),
        options,
      ),
  },
  {
    name: 'a file that goes',
    prepare: (home) => void home.put('a.json', big),
    write: (system, home) => apply(system, [setText(home.at('a.json'), undefined)], options),
  },
  {
    name: "a file under its client's own lock",
    prepare: (home) => void home.put('a.json', big),
    write: (system, home) => apply(system, [addLine(home.at('a.json'), 'new', { foreignLock: true })], options),
  },
  {
    name: 'taking back a change of two files, one of them created',
    prepare: async (home) => {
      home.put('a.json', big);
      await apply(
        home.run({ calls: soundCalls() }),
        [addLine(home.at('a.json'), 'first'), addLine(home.at('new', 'b.json'), 'first')],
        options,
      );
    },
    write: (system) => undo(system, undefined, { command: 'mcp undo' }),
  },
];

/** The files that are not ours, with their content and kind. */
function contents(home: TemporaryHome): Readonly<Record<string, string>> {
  return Object.fromEntries(
    home
      .tree()
      .filter((name) => name !== 'later.json')
      .map((name) => [
        name,
        name.endsWith('/') ? '' : `${lstatSync(home.at(name)).isSymbolicLink() ? 'link ' : ''}${readFileSync(home.at(name), 'utf8')}`,
      ]),
  );
}

/** Short enough to be read when it is not what it should be. */
function brief(files: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(files).map(
    ([name, text]) =>
      `${name}: ${text.length} characters, ${createHash('sha256').update(text).digest('hex').slice(0, 8)}, ${JSON.stringify(text.slice(-30))}`,
  );
}

async function prepared({ prepare }: Scenario): Promise<TemporaryHome> {
  const home = temporaryHome({ inMemory: true });
  await prepare(home);
  return home;
}

/** The tree after the write, done without a fault. */
async function wanted(scenario: Scenario): Promise<Readonly<Record<string, string>>> {
  const home = await prepared(scenario);
  await scenario.write(home.run({ calls: soundCalls() }), home);
  return contents(home);
}

/** What the next writing run must leave of an earlier one: nothing. */
async function expectClean(home: TemporaryHome): Promise<void> {
  expect(await interruptedChanges(home.system)).toEqual([]);
  expect((await readIndex(home.system)).filter(({ state }) => state === 'begun')).toEqual([]);
  const named = new Set((await readIndex(home.system)).map(({ record }) => `data/journal/records/${record}`));
  const rest = home.ownTree().filter((name) => !named.has(name));
  const fixed = [
    'data/',
    'data/journal/',
    'data/journal/ahead/',
    'data/journal/index.jsonl',
    'data/journal/key',
    'data/journal/records/',
    'runtime/',
  ];
  expect(rest.filter((name) => !fixed.includes(name))).toEqual([]);
}

/** A later run with a change of its own, then without its trace. */
async function laterRun(home: TemporaryHome, later: Scenario['later']): Promise<Readonly<Record<string, string>>> {
  await apply(home.run({ calls: soundCalls() }), [later?.(home) ?? addLine(home.at('later.json'), 'later')], options);
  const files = contents(home);
  if (later === undefined) return files;
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, text.replace(/later\n$/, '')]));
}

/** Who the faulty run is: its process is over when the next one starts, as it would be. */
const ended = { pid: 1, start: '1', boot: 'an earlier one', space: '' };

describe.each(scenarios)('$name', (scenario) => {
  it('is written or left as it was, whichever call fails', async () => {
    const after = await wanted(scenario);
    const codes = scenario.name === 'one file' ? ['ENOSPC', 'EIO', 'EACCES', 'EROFS', 'EDQUOT', 'EPERM'] : ['ENOSPC', 'EIO'];
    for (const code of codes) {
      for (let at = 1, more = true; more && at < 1000; at += stride) {
        const home = await prepared(scenario);
        const before = contents(home);
        const { calls, made } = failingCalls(at, code);
        const error = await scenario.write(home.run({ calls, run: ended }), home).then(
          () => undefined,
          (failure: unknown) => failure,
        );
        more = made.length >= at;
        const where = `${code} at ${at}: ${made[at - 1]}`;
        if (error === undefined) expect(brief(contents(home)), where).toEqual(brief(after));
        else {
          expect(error, where).toBeInstanceOf(SnapError);
          expect(error, where).toMatchObject({ message: expect.stringMatching(/json|own|\.snap-mcp/) });
          expect(brief(contents(home)), where).toEqual(brief(before));
        }
        expect([brief(after), brief(before)], where).toContainEqual(brief(await laterRun(home, scenario.later)));
        await expectClean(home);
      }
    }
  });

  it('is written or as it was after a kill at any call and the next writing run', async () => {
    const after = await wanted(scenario);
    for (let at = 1, more = true; more && at < 1000; at += stride) {
      const home = await prepared(scenario);
      const before = contents(home);
      const { calls, made } = crashingCalls(at);
      await scenario.write(home.run({ calls, run: ended }), home).catch((error: unknown) => error);
      more = made.length >= at;
      const where = `killed at ${at}: ${made[at - 1]}`;
      if (scenario.inPlace === undefined) {
        for (const [name, text] of Object.entries(contents(home)).filter(([name]) => name.endsWith('.json'))) {
          expect([before[name], after[name]], `${where}, ${name}`).toContain(text);
        }
      }
      expect([brief(before), brief(after)], where).toContainEqual(brief(await laterRun(home, scenario.later)));
      await expectClean(home);
    }
  });
});
