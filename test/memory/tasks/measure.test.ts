import { renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { MeasuredChange, Tasks } from '../../../src/memory/index.ts';
import { openSnapshots } from '../../../src/snapshots/index.ts';
import { exclude, type Place, place } from './place.ts';

const before = {
  'a.txt': 'one\ntwo\nthree\n',
  'b.txt': 'first\nsecond\n',
  'crlf.txt': 'one\r\ntwo\r\nthree\r\n',
  'open.txt': 'no end',
  'binary.bin': Buffer.from([0, 1, 2, 3]),
  'sub/deep.txt': 'deep\n',
};

interface Edit {
  readonly name: string;
  readonly edit: (here: Place) => void;
  readonly change: Omit<MeasuredChange, 'paths'>;
  readonly paths: readonly string[];
}

const change = (files: number, added: number, removed: number, uncounted = 0) => ({ files, added, removed, uncounted });

const edits: readonly Edit[] = [
  { name: 'nothing', edit: () => undefined, change: change(0, 0, 0), paths: [] },
  { name: 'one line', edit: (here) => here.put('a.txt', 'one\nTWO\nthree\n'), change: change(1, 1, 1), paths: ['a.txt'] },
  {
    name: 'a line of a file with CRLF',
    edit: (here) => here.put('crlf.txt', 'one\r\nTWO\r\nthree\r\n'),
    change: change(1, 1, 1),
    paths: ['crlf.txt'],
  },
  { name: 'a last line that gets an end', edit: (here) => here.put('open.txt', 'no end\n'), change: change(1, 1, 1), paths: ['open.txt'] },
  { name: 'a new file', edit: (here) => here.put('new/file.txt', 'x\ny\n'), change: change(1, 2, 0), paths: ['new/file.txt'] },
  { name: 'an empty new file', edit: (here) => here.put('empty.txt', ''), change: change(1, 0, 0), paths: ['empty.txt'] },
  { name: 'a file that goes', edit: (here) => rmSync(here.at('b.txt')), change: change(1, 0, 2), paths: ['b.txt'] },
  {
    name: 'a file with another name',
    edit: (here) => renameSync(here.at('b.txt'), here.at('c.txt')),
    change: change(2, 2, 2),
    paths: ['b.txt', 'c.txt'],
  },
  { name: 'a binary file', edit: (here) => here.put('binary.bin', Buffer.from([0, 9])), change: change(1, 0, 0, 1), paths: ['binary.bin'] },
  { name: 'a link', edit: (here) => symlinkSync('a.txt', here.at('link')), change: change(1, 0, 0, 1), paths: ['link'] },
  {
    name: 'a change that is taken back',
    edit: (here) => {
      here.put('a.txt', 'else\n');
      here.put('a.txt', before['a.txt']);
    },
    change: change(0, 0, 0),
    paths: [],
  },
  { name: 'another time only', edit: (here) => utimesSync(here.at('a.txt'), 1, 1), change: change(0, 0, 0), paths: [] },
  {
    name: 'what is excluded or belongs to snap',
    edit: (here) => {
      here.put('node_modules/x/index.js', 'x\n');
      here.put('out.log', 'x\n');
      here.put('.snap/learnings.jsonl', '{}\n');
    },
    change: change(0, 0, 0),
    paths: [],
  },
  {
    name: 'a file that becomes ignored',
    edit: (here) => here.put('.gitignore', 'b.txt\nsub/\n'),
    change: change(1, 2, 0),
    paths: ['.gitignore'],
  },
];

async function started(here: Place): Promise<Tasks> {
  const snapshots = openSnapshots(here.system, here.workspace, { exclude, yields: false });
  onTestFinished(() => snapshots.close());
  const tasks = here.tasks({ kind: 'shell' }, { snapshots: async () => snapshots });
  await tasks.start({ task: 'Measure', files: [], keywords: [] });
  return tasks;
}

describe.each(['git', 'plain'] as const)('what changed since the start (%s)', (kind) => {
  it.each(edits)('$name', async ({ edit, change: expected, paths }) => {
    const here = await place(kind, before);
    const tasks = await started(here);
    edit(here);
    expect(await tasks.change()).toEqual({ ...expected, paths });
    const { end } = await tasks.end({ outcome: 'completed', learnings: [] });
    expect(end?.change).toEqual({ ...expected, paths });
  });

  it('is compared with what stood there, dirty or not', async () => {
    const here = await place(kind, before);
    here.put('a.txt', 'one\ntwo\nthree\nmine\n');
    here.put('mine.txt', 'mine\n');
    rmSync(here.at('b.txt'));
    const tasks = await started(here);
    expect(await tasks.change()).toEqual({ ...change(0, 0, 0), paths: [] });
    here.put('a.txt', 'one\ntwo\nthree\nmine\nmore\n');
    here.put('mine.txt', 'mine\nmore\n');
    here.put('b.txt', 'again\n');
    expect(await tasks.change()).toEqual({ ...change(3, 3, 0), paths: ['a.txt', 'b.txt', 'mine.txt'] });
  });
});

describe('with git', () => {
  it('commits made meanwhile count as changes', async () => {
    const here = await place('git', before);
    const tasks = await started(here);
    here.put('a.txt', 'one\nTWO\nthree\n');
    here.put('new.txt', 'new\n');
    here.git('add', '-A');
    here.git('commit', '-q', '-m', 'more');
    here.put('b.txt', 'first\n');
    expect(await tasks.change()).toEqual({ ...change(3, 2, 2), paths: ['a.txt', 'b.txt', 'new.txt'] });
    here.git('reset', '-q', '--hard', 'HEAD~1');
    expect((await tasks.change()).files).toBe(0);
  });

  const moves = [
    { name: 'not staged', edit: (here: Place) => renameSync(here.at('b.txt'), here.at('c.txt')) },
    { name: 'staged', edit: (here: Place) => here.git('mv', 'b.txt', 'c.txt') },
    { name: 'committed', edit: (here: Place) => (here.git('mv', 'b.txt', 'c.txt'), here.git('commit', '-q', '-m', 'more')) },
  ] as const;

  it.each(moves)('another name, $name, is a file that goes and one that comes', async ({ edit }) => {
    const here = await place('git', before);
    const tasks = await started(here);
    edit(here);
    expect(await tasks.change()).toEqual({ ...change(2, 2, 2), paths: ['b.txt', 'c.txt'] });
  });

  it('another name that was staged at the start is no change', async () => {
    const here = await place('git', before);
    here.git('mv', 'b.txt', 'c.txt');
    const tasks = await started(here);
    expect(await tasks.change()).toEqual({ ...change(0, 0, 0), paths: [] });
    here.git('commit', '-q', '-m', 'more');
    expect(await tasks.change()).toEqual({ ...change(0, 0, 0), paths: [] });
  });

  it('another name that is staged, and the file gone then, is a file that goes', async () => {
    const here = await place('git', before);
    const tasks = await started(here);
    here.git('mv', 'b.txt', 'c.txt');
    rmSync(here.at('c.txt'));
    expect(await tasks.change()).toEqual({ ...change(1, 0, 2), paths: ['b.txt'] });
  });

  it('another name with an edit, staged, and a new file in the old place', async () => {
    const here = await place('git', { ...before, 'long.txt': 'a\nb\nc\nd\ne\nf\n' });
    const tasks = await started(here);
    here.git('mv', 'long.txt', 'moved.txt');
    here.put('moved.txt', 'a\nb\nc\nd\ne\nF\n');
    here.git('add', '-A');
    here.put('long.txt', 'other\n');
    expect(await tasks.change()).toEqual({ ...change(2, 7, 6), paths: ['long.txt', 'moved.txt'] });
  });

  it('committing what was there at the start changes nothing', async () => {
    const here = await place('git', before);
    here.put('a.txt', 'dirty\n');
    here.put('new.txt', 'new\n');
    const tasks = await started(here);
    here.git('add', '-A');
    here.git('commit', '-q', '-m', 'more');
    expect((await tasks.change()).files).toBe(0);
  });

  it('the first commit may come after the start', async () => {
    const here = await place('plain', { 'a.txt': 'a\n' });
    here.git('init', '-q', '-b', 'main');
    const again = await (await import('./place.ts')).placeAt(here.home.path);
    const tasks = await started(again);
    here.put('new.txt', 'new\n');
    here.git('add', '-A');
    here.git('commit', '-q', '-m', 'first');
    expect(await tasks.change()).toEqual({ ...change(1, 1, 0), paths: ['new.txt'] });
  });

  it('a committed file with another name goes and comes', async () => {
    const here = await place('git', before);
    const tasks = await started(here);
    here.git('mv', 'b.txt', 'c.txt');
    here.git('commit', '-q', '-m', 'name');
    expect(await tasks.change()).toEqual({ ...change(2, 2, 2), paths: ['b.txt', 'c.txt'] });
  });
});

it('is not measured, in words, where no snapshot was taken', async () => {
  const tasks = (await place('plain', before)).tasks({ kind: 'shell' });
  await tasks.start({ task: 'Measure', files: [], keywords: [] });
  expect((await tasks.change()).problem).toBe('No snapshot was taken at its start.');
});
