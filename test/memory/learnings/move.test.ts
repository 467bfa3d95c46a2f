import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { initProject, openKnowledge, uninitProject } from '../../../src/memory/index.ts';
import { crashingCalls, failingCalls } from '../../support/faulty-calls.ts';
import { learning, type StoreHome, storeHome } from '../../support/store-home.ts';
import { workspaceAt } from '../../support/workspace-at.ts';
import { stride } from '../../support/storm.ts';

const all = ['.gitattributes', '.gitignore', 'README.md', 'learnings.jsonl', 'settings.json', 'violations.jsonl'];
const names = ({ workspace }: StoreHome) => readdirSync(workspace.projectDirectory).sort();

/** A store with two learnings, a violation and a foreign line. */
async function filled({ inMemory = false } = {}) {
  const store = storeHome({ inMemory });
  const knowledge = store.open();
  const ids = [];
  for (const trigger of ['one', 'two']) ids.push((await knowledge.add(learning({ trigger }))).learning.id);
  await knowledge.report({ type: 't', file: 'a.ts', description: 'd', prevention: 'p', by: { tool: 'x' } });
  appendFileSync(join(store.workspace.knowledgeDirectory, 'learnings.jsonl'), 'no record\n');
  return { store, ids };
}

async function expectAll({ store, ids }: Awaited<ReturnType<typeof filled>>): Promise<void> {
  const knowledge = store.open();
  expect((await knowledge.list()).map(({ id }) => id).sort()).toEqual(ids.toSorted());
  expect(await knowledge.violationTypes()).toMatchObject([{ type: 't', count: 1 }]);
}

describe('init', () => {
  it('makes .snap, moves every line there, and later records follow', async () => {
    const made = await filled();
    const { ids, store } = made;
    const before = readFileSync(join(store.workspace.knowledgeDirectory, 'learnings.jsonl'), 'utf8');
    const old = store.open();
    await old.list();
    expect(await initProject(store.run(), store.workspace)).toEqual({
      directory: store.workspace.projectDirectory,
      created: expect.arrayContaining(all),
      moved: { learnings: 2, violations: 1 },
    });
    expect(names(store)).toEqual(all);
    expect(store.home.text('p/.snap/learnings.jsonl')).toBe(before);
    expect(readdirSync(store.workspace.knowledgeDirectory)).toEqual(['moved.json']);
    await expectAll(made);

    const { learning: later } = await old.add(learning({ trigger: 'three' }));
    expect(store.home.text('p/.snap/learnings.jsonl')).toContain(later.id);
    expect(await old.place()).toEqual({ kind: 'project', directory: store.workspace.projectDirectory });
    expect(await store.open().list()).toHaveLength(ids.length + 1);
    expect(JSON.parse(store.home.text('p/.snap/settings.json'))).toEqual({ $schema: 'urn:snap-mcp:schema:settings:1' });
  });

  it('changes nothing the second time, and keeps what somebody changed', async () => {
    const { store } = await filled();
    await initProject(store.run(), store.workspace);
    store.home.put('p/.snap/README.md', 'mine\n');
    rmSync(store.home.at('p/.snap/settings.json'));
    store.home.put('p/.snap/settings.yaml', '{}\n');
    const before = store.bytes();
    expect(await initProject(store.run(), store.workspace)).toMatchObject({ created: [], moved: { learnings: 0, violations: 0 } });
    expect(store.bytes()).toEqual(before);
  });

  it('says beforehand what it would do, and does nothing', async () => {
    const { store } = await filled();
    const before = store.bytes();
    const planned = await initProject(store.run(), store.workspace, { dryRun: true });
    expect(store.bytes()).toEqual(before);
    expect(await initProject(store.run(), store.workspace)).toEqual(planned);
    const undoing = await uninitProject(store.run(), store.workspace, { dryRun: true });
    expect(await uninitProject(store.run(), store.workspace)).toEqual(undoing);
  });

  it.each<[string, (store: StoreHome) => void]>([
    ['a link to a directory', ({ home, workspace }) => symlinkSync(home.at('.snap-mcp'), workspace.projectDirectory)],
    ['a dangling link', ({ home, workspace }) => symlinkSync(home.at('nowhere'), workspace.projectDirectory)],
    ['a file', ({ home }) => void home.put('p/.snap', 'mine')],
    [
      'a directory with a link in place of a record file',
      ({ home, workspace }) => {
        mkdirSync(workspace.projectDirectory);
        symlinkSync(home.put('aim', ''), join(workspace.projectDirectory, 'violations.jsonl'));
      },
    ],
  ])('refuses %s', async (_, make) => {
    const made = await filled();
    make(made.store);
    const before = made.store.bytes();
    await expect(initProject(made.store.run(), made.store.workspace)).rejects.toMatchObject({ code: 'refused' });
    await expect(uninitProject(made.store.run(), made.store.workspace)).rejects.toMatchObject({ code: 'refused' });
    expect(made.store.bytes()).toEqual(before);
    await expectAll(made);
  });

  it('is followed by the other worktrees of the repository', async () => {
    const { ids, store } = await filled();
    store.home.put('other/package.json', '{}');
    const other = workspaceAt(store.run(), store.home.at('other'), { name: 'other' });
    const there = openKnowledge(store.run(), other);
    await initProject(store.run(), store.workspace);
    expect(await there.list()).toHaveLength(ids.length);
    const { learning: added } = await there.add(learning({ trigger: 'from the other' }));
    expect(store.home.text('p/.snap/learnings.jsonl')).toContain(added.id);
    expect(existsSync(store.home.at('other/.snap'))).toBe(false);

    // Its own init copies, and takes nothing from the first.
    await initProject(store.run(), other);
    expect(await there.list()).toHaveLength(ids.length + 1);
    expect(await there.place()).toEqual({ kind: 'project', directory: other.projectDirectory });
    expect(await store.open().list()).toHaveLength(ids.length + 1);
  });

  it('loses nothing when .snap vanishes with a change of branch and comes back', async () => {
    const { ids, store } = await filled();
    await initProject(store.run(), store.workspace);
    const knowledge = store.open();
    await knowledge.list();
    execFileSync('mv', [store.workspace.projectDirectory, store.home.at('elsewhere')]);
    await knowledge.add(learning({ trigger: 'without it' }));
    execFileSync('mv', [store.home.at('elsewhere'), store.workspace.projectDirectory]);
    expect(await knowledge.list()).toHaveLength(ids.length + 1);
  });
});

describe('undoing it', () => {
  it('moves everything back and leaves no trace', async () => {
    const made = await filled();
    const { store } = made;
    await initProject(store.run(), store.workspace);
    const knowledge = store.open();
    const { learning: added } = await knowledge.add(learning({ trigger: 'three' }));
    expect(await uninitProject(store.run(), store.workspace)).toMatchObject({ left: [], moved: { learnings: 3, violations: 1 } });
    expect(existsSync(store.workspace.projectDirectory)).toBe(false);
    expect(await knowledge.place()).toEqual({ kind: 'user', directory: store.workspace.knowledgeDirectory });
    await expectAll({ store, ids: [...made.ids, added.id] });
    expect(readFileSync(join(store.workspace.knowledgeDirectory, 'learnings.jsonl'), 'utf8')).toContain('no record\n');
    expect(await uninitProject(store.run(), store.workspace)).toMatchObject({
      removed: [],
      left: [],
      moved: { learnings: 0, violations: 0 },
    });
  });

  it('leaves what was changed or was never ours, and names it', async () => {
    const made = await filled();
    const { store } = made;
    await initProject(store.run(), store.workspace);
    store.home.put('p/.snap/README.md', 'mine\n');
    store.home.put('p/.snap/notes.txt', 'mine\n');
    expect((await uninitProject(store.run(), store.workspace)).left).toEqual(['README.md', 'notes.txt']);
    expect(names(store)).toEqual(['README.md', 'notes.txt']);
    await expectAll(made);
  });
});

describe.each(['init', 'undo'] as const)('%s', (what) => {
  const prepared = async () => {
    const made = await filled({ inMemory: true });
    if (what === 'undo') await initProject(made.store.run(), made.store.workspace);
    return made;
  };
  const move = { init: initProject, undo: uninitProject }[what];

  it('ended by a kill at any call loses nothing, and the next call finishes', async () => {
    const counting = crashingCalls(0);
    const whole = await prepared();
    await move(whole.store.run({ calls: counting.calls }), whole.store.workspace);
    const total = counting.made.length;
    expect(total).toBeGreaterThan(40);
    expect(total).toBeLessThan(1_000);
    for (let n = 1; n <= total; n += stride) {
      const made = await prepared();
      const { store } = made;
      const dead = { ...store.run().run, pid: 0 };
      await move(store.run({ calls: crashingCalls(n).calls, run: dead }), store.workspace).catch(() => undefined);
      await expectAll(made);
      await move(store.run({ patienceMs: 0 }), store.workspace);
      await expectAll(made);
      expect(existsSync(join(store.workspace.projectDirectory, 'learnings.jsonl'))).toBe(what === 'init');
      expect(existsSync(join(store.workspace.knowledgeDirectory, 'learnings.jsonl'))).toBe(what === 'undo');
    }
  });

  it('on a full disk loses nothing at any call, and the next call finishes', async () => {
    const counting = failingCalls(0, 'ENOSPC');
    const whole = await prepared();
    await move(whole.store.run({ calls: counting.calls }), whole.store.workspace);
    for (let n = 1; n <= counting.made.length; n += stride) {
      const made = await prepared();
      const { store } = made;
      await move(store.run({ calls: failingCalls(n, 'ENOSPC').calls }), store.workspace).catch((error: unknown) =>
        expect(error).toMatchObject({ name: 'SnapError' }),
      );
      await expectAll(made);
      await move(store.run({ patienceMs: 0 }), store.workspace);
      await expectAll(made);
    }
  });
});

it('two branches that learned different things are merged by git, and both sides are there', async () => {
  const { ids, store } = await filled();
  const root = store.workspace.root;
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', '-c', 'commit.gpgsign=false', ...args], {
      cwd: root,
      env: { PATH: process.env['PATH'], HOME: store.home.path, GIT_CONFIG_NOSYSTEM: '1' },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  await initProject(store.run(), store.workspace);
  writeFileSync(join(root, '.gitignore'), 'node_modules\n');
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-qm', 'one');
  const learnOn = async (branch: string, trigger: string) => {
    if (branch !== 'main') git('checkout', '-qb', branch);
    const knowledge = store.open();
    const { learning: added } = await knowledge.add(learning({ trigger }));
    await knowledge.add(learning({ trigger: 'both learned this' }));
    await knowledge.report({ type: 't', file: 'a.ts', description: branch, prevention: 'p', by: { tool: 'x' } });
    git('commit', '-qam', branch);
    return added.id;
  };
  const theirs = await learnOn('side', 'on the side');
  git('checkout', '-q', 'main');
  const ours = await learnOn('main', 'on main');
  git('merge', '-q', 'side', '-m', 'merge');
  const knowledge = store.open();
  const found = (await knowledge.list()).map(({ id }) => id);
  expect(found).toEqual(expect.arrayContaining([...ids, ours, theirs]));
  expect(found).toHaveLength(ids.length + 3);
  expect(await knowledge.violationTypes()).toMatchObject([{ type: 't', count: 3 }]);
  expect(await knowledge.faults()).toHaveLength(1);
});
