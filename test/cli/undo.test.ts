import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileText, madeText } from '../../src/cli/reports/change-text.ts';
import { ago, localDate, localTime } from '../../src/cli/reports/times.ts';
import { undoneAction } from '../../src/cli/commands/mcp/undo.ts';
import { makeHome, type Home } from '../support/program-home.ts';
import { inTerminal, keys, noTerminal } from '../support/terminal.ts';

let home: Home;
beforeEach(() => {
  home = makeHome();
});
afterEach(() => home.remove());

const secret = ['sk', 'ant', 'api03', 'Zx9'.repeat(12)].join('-');

/** Two changes: a server with a secret at Cursor, and another at Cursor and Codex. */
async function twoChanges(): Promise<void> {
  home.write('.codex/config.toml', 'model = "gpt-5"\n');
  await home.run(['mcp', 'add', 'one', '--cursor', '--env', `TOKEN=${secret}`, '--with-secrets', '--', process.execPath]);
  await home.run(['mcp', 'add', 'two', '--cursor', '--codex', '--', process.execPath]);
}

describe('snap mcp undo', () => {
  it('shows what it would restore, masked, and asks: without a yes nothing is undone', async () => {
    await twoChanges();
    const before = home.tree();
    const shows = async (args: readonly string[], code: number): Promise<void> => {
      const shown = await home.run(['mcp', 'undo', ...args]);
      expect(shown.code).toBe(code);
      expect(shown.out).toContain('Change 2');
      expect(shown.out).toContain('-[mcp_servers.two]');
      expect(shown.out).toContain('"two" in Cursor');
      expect(shown.err.includes('Add --yes.')).toBe(code === 1);
    };
    await Promise.all([shows([], 1), shows(['--dry-run'], 0), shows(['--dry-run', '--yes'], 0)]);
    const first = await home.run(['mcp', 'undo', '1', '--dry-run', '--patch-file', 'patch']);
    expect(first.out + first.err).not.toContain(secret);
    expect(home.read('project/patch')).toContain(secret);
    expect((await home.run(['mcp', 'undo', '--patch-file', 'p'])).code).toBe(2);
    const { 'project/patch': _, ...after } = home.tree();
    expect(after).toEqual(before);
    if (noTerminal !== undefined) return;

    const answered = async (key: string, code: number): Promise<void> => {
      const session = inTerminal(home, ['mcp', 'undo']);
      await session.see('-[mcp_servers.two]');
      await session.see('Undo change 2?');
      session.type(key);
      expect(await session.ended).toBe(code);
      expect(session.shown).toContain('Nothing was undone.');
    };
    await Promise.all([answered('n', 3), answered(keys.ctrlC, 130), answered(keys.escape, 3)]);
    expect(home.read('.codex/config.toml')).toContain('two');
    const session = inTerminal(home, ['mcp', 'undo']);
    await session.see('Undo change 2?');
    session.type(keys.enter);
    expect(await session.ended).toBe(0);
    expect(home.read('.codex/config.toml')).toBe('model = "gpt-5"\n');
  });

  it('names a change that is undone already, and a file that was changed since; history has the newest first, in words', async () => {
    await twoChanges();
    expect((await home.run(['mcp', 'undo', '2', '--yes'])).code).toBe(0);
    const again = [[], ['--yes'], ['--dry-run']].map((flags) => home.run(['mcp', 'undo', '2', ...flags]));
    for (const one of await Promise.all(again)) {
      expect(one).toMatchObject({ code: 3, err: expect.stringContaining('Change 2 is already undone, by change 3.') });
    }
    const { out } = await home.run(['mcp', 'history']);
    expect(out).not.toMatch(/\d{4}-\d\d-\d\dT/);
    expect(out.match(/^ {2}\d.*$/gm)).toEqual([
      expect.stringMatching(/^ {2}3 {2}(just now|\d+ seconds? ago), snap mcp undo \(undoes change 2\)$/),
      expect.stringMatching(/^ {2}2 {2}.*, snap mcp add \(undone by change 3\)$/),
      expect.stringMatching(/^ {2}1 {2}.*, snap mcp add$/),
    ]);
    expect(out).toContain('wrote "two" in Codex: ~/.codex/config.toml');
    expect(out).toContain('undo: snap mcp undo 1\n');
    expect(out).not.toContain('undo: snap mcp undo 2\n');
    const { changes } = JSON.parse((await home.run(['mcp', 'history', '--json'])).out);
    expect(changes.map(({ number }: { readonly number: number }) => number)).toEqual([1, 2, 3]);
    expect(changes[0].time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

    home.write('.cursor/mcp.json', home.read('.cursor/mcp.json').replace('"one"', '"mine"'));
    for (const refused of await Promise.all([[], ['--yes']].map((flags) => home.run(['mcp', 'undo', '1', ...flags])))) {
      expect(refused).toMatchObject({ code: 3, err: expect.stringContaining('~/.cursor/mcp.json') });
    }
    const planned = await home.run(['mcp', 'undo', '1', '--dry-run']);
    expect(planned).toMatchObject({ code: 0, err: expect.stringContaining('~/.cursor/mcp.json') });
  });

  it('advises what the entries need that came back or are gone, and a removal too', async () => {
    home.write('.cursor/mcp.json', '{}\n');
    const add = ['mcp', 'add', 'one', '--cursor', '--', process.execPath];
    expect((await home.run(add)).out).toContain('Switch the server on in Cursor');
    const undone = await home.run(['mcp', 'undo', '--yes']);
    expect(undone.out).toContain('Cursor: If Cursor still offers');
    await home.run(add);
    const removed = await home.run(['mcp', 'remove', 'one', '--cursor']);
    expect(removed.out).toContain('If Cursor still offers');
    expect(undone.out + removed.out).not.toContain('Switch the server on');
    expect((await home.run(['mcp', 'undo', '--yes'])).out).toContain('Cursor: Switch the server on in Cursor');
  });
});

describe('snap mcp undo --list', () => {
  it.each([
    [{ client: 'cursor', scope: 'project', servers: ['a', 'b'], action: 'remove' }, 'removed "a", "b" in Cursor (project): ~/x.json'],
    [{ client: 'vanished', scope: 'global', servers: [], action: 'later' }, 'later in vanished: ~/x.json'],
    [{ client: 'zed', scope: 'global', servers: ['\u001B[31m'], action: 'repair' }, String.raw`repaired "\u001b[31m" in Zed: ~/x.json`],
  ])('says what was done: %j', (file, says) => {
    expect(fileText({ path: '/home/me/x.json', ...file }, '/home/me')).toBe(says);
  });
});

describe('times', () => {
  const now = new Date(2026, 10, 22, 10, 29, 30);
  const before = (ms: number): string => new Date(now.getTime() - ms).toISOString();
  it.each([
    [0, 'just now'],
    [61_000, '1 minute ago'],
    [3 * 3_600_000, '3 hours ago'],
    [40 * 86_400_000, '2026-10-13 10:29'],
    [-86_400_000, '2026-11-23 10:29'],
  ])('%i ms ago', (ms, says) => {
    // A day before a change of the clock may be an hour off.
    expect(ago(before(ms), now).replace(/(09|11):29$/, '10:29')).toBe(says);
  });

  it('are local, and what is no time stays', () => {
    const at = new Date(2026, 0, 2, 3, 4).toISOString();
    expect([localDate(at), localTime(at)]).toEqual(['2026-01-02', '2026-01-02 03:04']);
    expect([localDate('soon'), localTime('')]).toEqual(['soon', '']);
    expect(madeText({ time: at, command: 'mcp add\u202E' }, new Date(2026, 0, 2, 3, 6))).toBe(
      String.raw`2 minutes ago, snap mcp add\u202e`,
    );
  });
});

describe('undoing', () => {
  const passage = { at: 0 };
  const data = { format: 'json', at: { kind: 'map', path: [] }, name: 'x', passage };
  it.each([
    ['an addition', { action: 'set', undoData: { ...data, existed: false, after: 1 } }, 'removed'],
    ['an update', { action: 'set', undoData: { ...data, existed: true, after: 1 } }, 'updated'],
    ['a removal', { action: 'remove', undoData: { ...data, existed: true } }, 'created'],
    ['a removal of another version', { action: 'remove', undoData: null }, 'created'],
    ['a repair', { action: 'repair', undoData: null }, 'updated'],
  ] as const)('%s is for the assistant a server that was %s', (_, part, action) => {
    expect(undoneAction(part)).toBe(action);
  });
});
