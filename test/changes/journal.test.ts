import { appendFileSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apply } from '../../src/changes/apply.ts';
import { diffBytes, revertSplices } from '../../src/changes/byte-splices.ts';
import { journalLimits } from '../../src/changes/journal/journal.ts';
import { interruptedChanges, parseIndex, readIndex } from '../../src/changes/journal/journal-index.ts';
import { undo, type UndonePart } from '../../src/changes/undo.ts';
import { addLine, setText } from '../support/file-changes.ts';
import { type TemporaryHome, temporaryHome } from '../support/temporary-home.ts';

const options = { command: 'mcp add' };
const back = { command: 'mcp undo' };
const journal = (home: TemporaryHome) => join(home.system.own.data, 'journal');

/** An entry undo as a command would give it: takes its line out, wherever it is. */
function withoutLine({ undoData }: UndonePart, bytes: Uint8Array | undefined) {
  const line = typeof undoData === 'object' && undoData !== null && 'line' in undoData ? undoData.line : undefined;
  const lines = Buffer.from(bytes ?? [])
    .toString('utf8')
    .split('\n');
  return { kind: 'write', bytes: Buffer.from(lines.filter((other) => other !== line).join('\n')) } as const;
}

describe('the difference of two contents', () => {
  it('taken back from the later one gives the earlier one', () => {
    const content = fc.uint8Array({ maxLength: 40 });
    const long = fc
      .tuple(fc.constantFrom(0, 8191, 8192, 20_000), content)
      .map(([length, end]) => Buffer.concat([Buffer.alloc(length, 7), end]));
    fc.assert(
      fc.property(long, long, (before, after) => {
        expect(Buffer.compare(before, revertSplices(after, diffBytes(before, after)) ?? new Uint8Array()) === 0).toBe(true);
      }),
    );
  });

  it('is as small as what was put in', () => {
    const before = Buffer.from(`${'a'.repeat(10_000)}${'b'.repeat(10_000)}`);
    const after = Buffer.concat([before.subarray(0, 10_000), Buffer.from('entry'), before.subarray(10_000)]);
    expect(diffBytes(before, after)).toEqual([{ at: 10_000, removed: Buffer.alloc(0), added: Buffer.from('entry') }]);
  });

  it('does not fit another content', () => {
    expect(revertSplices(Buffer.from('other'), diffBytes(Buffer.from('ab'), Buffer.from('a-b')))).toBeUndefined();
  });
});

describe('the journal', () => {
  it('shows no secret anywhere, and nothing to anybody else', async () => {
    const home = temporaryHome();
    const canaries = ['canary-before-7f3a', 'canary-after-91bc', 'canary-undo-55d0'];
    const path = home.put('a.json', `{"token": "${canaries[0]}"}\n`);
    const shared = home.put('b.json', `{"token": "${canaries[0]}"}\n`);
    linkSync(shared, home.at('c.json'));
    await apply(
      home.run(),
      [
        {
          ...setText(path, ''),
          compute: () => ({ kind: 'write', bytes: Buffer.from(`{"token": "${canaries[1]}"}`), undoData: { was: canaries[2] ?? '' } }),
        },
        setText(shared, `{"token": "${canaries[1]}"}`),
      ],
      options,
    );
    await undo(home.run(), undefined, back);
    const files = home.ownTree().filter((name) => !name.endsWith('/'));
    expect(files.length).toBeGreaterThan(3);
    for (const name of files) {
      const bytes = readFileSync(home.at('.snap-mcp', name));
      for (const canary of canaries) {
        expect(bytes.includes(canary), `${canary} in ${name}`).toBe(false);
        expect(bytes.includes(Buffer.from(canary).toString('base64').slice(0, 12)), `${canary} in ${name}, base64`).toBe(false);
      }
      expect(statSync(home.at('.snap-mcp', name)).mode & 0o077, name).toBe(0);
    }
  });

  it('gives numbers that grow and do not come again', async () => {
    const home = temporaryHome();
    for (const i of [1, 2, 3]) expect((await apply(home.run(), [addLine(home.at('a'), `${i}`)], options)).change).toBe(i);
    await undo(home.run(), undefined, back);
    expect((await apply(home.run(), [addLine(home.at('a'), 'more')], options)).change).toBe(5);
  });

  it('keeps a bounded number of changes, the newest', async () => {
    const home = temporaryHome();
    await apply(home.run(), [addLine(home.at('a'), 'first')], options);
    const [change] = await readIndex(home.system);
    // As if many had followed: the index alone makes them.
    const many = [...Array(journalLimits.changes).keys()].map((i) => JSON.stringify({ ...change, number: i + 2 }));
    appendFileSync(join(journal(home), 'index.jsonl'), `${many.join('\n')}\n`);
    await apply(home.run(), [addLine(home.at('a'), 'last')], options);
    const numbers = (await readIndex(home.system)).map(({ number }) => number);
    expect(numbers).toHaveLength(journalLimits.changes);
    expect(numbers.at(-1)).toBe(journalLimits.changes + 2);
    expect(numbers[0]).toBe(3);
  });

  it('keeps a bounded number of bytes, and drops the records of what it forgets', async () => {
    const home = temporaryHome();
    await apply(home.run(), [addLine(home.at('a'), 'first')], options);
    const index = join(journal(home), 'index.jsonl');
    const [change] = await readIndex(home.system);
    writeFileSync(index, `${JSON.stringify({ ...change, size: journalLimits.bytes })}\n`);
    await apply(home.run(), [addLine(home.at('a'), 'last')], options);
    const changes = await readIndex(home.system);
    expect(changes.map(({ number }) => number)).toEqual([2]);
    expect(
      home
        .ownTree()
        .filter((name) => name.startsWith('data/journal/records/'))
        .slice(1),
    ).toEqual([`data/journal/records/${changes[0]?.record}`]);
  });

  it('passes over a line that a power cut tore, and writes on after it', async () => {
    const home = temporaryHome();
    await apply(home.run(), [addLine(home.at('a'), 'first')], options);
    appendFileSync(join(journal(home), 'index.jsonl'), '{"number": 2, "sta');
    expect(await interruptedChanges(home.system)).toEqual([]);
    await apply(home.run(), [addLine(home.at('a'), 'second')], options);
    expect((await readIndex(home.system)).map(({ number, state }) => [number, state])).toEqual([
      [1, 'done'],
      [2, 'done'],
    ]);
  });

  it.each(['{}', '[]', 'null', '{"number":"1","state":"done"}', '{"number":1,"state":"new"}', '{"number":1,"state":"done"}'])(
    'makes nothing of the line %s',
    (line) => {
      expect(parseIndex(`${line}\n`)).toEqual([]);
    },
  );

  it('does not stop later commands when its key or a record is gone', async () => {
    const home = temporaryHome();
    await apply(home.run(), [addLine(home.at('a'), 'first')], options);
    rmSync(join(journal(home), 'key'));
    await expect(undo(home.run(), undefined, back)).rejects.toMatchObject({ code: 'refused', message: expect.stringContaining('key') });
    await apply(home.run(), [addLine(home.at('a'), 'second')], options);
    rmSync(join(journal(home), 'records'), { recursive: true });
    await expect(undo(home.run(), undefined, back)).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('is missing'),
    });
    expect(home.text('a')).toBe('first\nsecond\n');
  });
});

describe('undo', () => {
  it('gives back every byte, and the file that was not there', async () => {
    const home = temporaryHome();
    const odd = Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x0d, 0x0a, 0x00, 0xff, 0x7d]);
    const path = home.put('a.json', odd);
    await apply(home.run(), [setText(path, 'other'), setText(home.at('new/deep/b.json'), 'made')], options);
    const { change, outcomes, undone } = await undo(home.run(), undefined, back);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['written', 'written']);
    expect([undone.number, change]).toEqual([1, 2]);
    expect(readFileSync(path)).toEqual(odd);
    expect(home.tree()).toEqual(['a.json']);
    expect((await readIndex(home.system)).map(({ state, undoes }) => [state, undoes])).toEqual([
      ['undone', undefined],
      ['done', 1],
    ]);
  });

  it('goes back one change at a time, and says when there is none left', async () => {
    const home = temporaryHome();
    const path = home.at('a');
    for (const line of ['1', '2', '3']) await apply(home.run(), [addLine(path, line)], options);
    for (const left of ['1\n2\n', '1\n']) {
      await undo(home.run(), undefined, back);
      expect(home.text('a')).toBe(left);
    }
    await undo(home.run(), undefined, back);
    expect(home.tree()).toEqual([]);
    await expect(undo(home.run(), undefined, back)).rejects.toMatchObject({ code: 'refused', message: 'There is no change to undo.' });
  });

  it('can itself be taken back, and then the change can be again', async () => {
    const home = temporaryHome();
    const path = home.put('a', 'one\n');
    await apply(home.run(), [addLine(path, 'two')], options);
    await undo(home.run(), undefined, back);
    await undo(home.run(), 2, back);
    expect(home.text('a')).toBe('one\ntwo\n');
    await undo(home.run(), undefined, back);
    expect(home.text('a')).toBe('one\n');
  });

  it('brings back a file that was removed, with its mode', async () => {
    const home = temporaryHome();
    const path = home.put('d/a', 'one\n');
    await apply(home.run(), [setText(path, undefined, { directories: [home.at('d')] })], options);
    expect(home.tree()).toEqual([]);
    await undo(home.run(), undefined, back);
    expect(home.text('d/a')).toBe('one\n');
    expect(statSync(path).mode & 0o777).toBe(0o644 & ~process.umask());
  });

  it('says why it cannot', async () => {
    const home = temporaryHome();
    const path = home.put('a', 'one\n');
    await apply(home.run(), [addLine(path, 'two')], options);
    await undo(home.run(), 1, back);
    await expect(undo(home.run(), 1, back)).rejects.toMatchObject({ code: 'refused', message: 'Change 1 is already undone, by change 2.' });
    await expect(undo(home.run(), 9, back)).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringMatching(/^Change 9 is not in the journal, which holds/),
    });
  });

  it('leaves everything when one file moved on and nobody knows how to take out the entry alone', async () => {
    const home = temporaryHome();
    const [a, b] = [home.put('a', 'one\n'), home.put('b', 'one\n')];
    await apply(home.run(), [addLine(a, 'two'), addLine(b, 'two')], options);
    writeFileSync(b, 'one\ntwo\ntheirs\n');
    const { change, outcomes } = await undo(home.run(), undefined, back);
    expect(change).toBeUndefined();
    expect(outcomes.map(({ kind }) => kind)).toEqual(['refused', 'refused']);
    expect(outcomes[1]).toMatchObject({ message: 'The file has changed since.' });
    expect([home.text('a'), home.text('b')]).toEqual(['one\ntwo\n', 'one\ntwo\ntheirs\n']);
    expect((await readIndex(home.system))[0]?.state).toBe('done');
  });

  it('takes out our entry alone, by its undo data, where the file has changed since', async () => {
    const home = temporaryHome();
    const path = home.put('a', 'one\n');
    await apply(home.run(), [addLine(path, 'two')], options);
    writeFileSync(path, 'theirs above\none\ntwo\ntheirs below\n');
    const { outcomes } = await undo(home.run(), undefined, { ...back, entryUndo: withoutLine });
    expect(outcomes).toMatchObject([{ kind: 'written' }]);
    expect(home.text('a')).toBe('theirs above\none\ntheirs below\n');
    expect((await readIndex(home.system))[0]?.state).toBe('undone');
  });

  it('counts as done what somebody put back by hand', async () => {
    const home = temporaryHome();
    const path = home.put('a', 'one\n');
    await apply(home.run(), [addLine(path, 'two')], options);
    writeFileSync(path, 'one\n');
    expect((await undo(home.run(), undefined, back)).outcomes).toMatchObject([{ kind: 'unchanged' }]);
    expect((await readIndex(home.system))[0]?.state).toBe('undone');
  });
});
