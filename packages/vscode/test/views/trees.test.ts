import { describe, expect, it, vi } from 'vitest';
import type { Known } from '../../src/bench/calls.ts';
import type { Snapshot, TreeChange } from '../../src/core.ts';
import { LearningTree } from '../../src/views/learnings/tree.ts';
import type { Node } from '../../src/views/snapshots/nodes.ts';
import { SnapshotTree } from '../../src/views/snapshots/tree.ts';

const snapshot = (sequence: number, root: string): Snapshot => ({
  id: `snap_${sequence}_3fa9c1` as Snapshot['id'],
  sequence,
  kind: 'manual',
  at: '2026-11-22T11:57:00Z',
  root,
  files: 1,
  bytes: 1,
  skipped: [],
  skippedCount: 0,
  complete: true,
  isProtected: false,
});
const change = (path: string): TreeChange => ({ path, kind: 'modified', isSecret: false });

/** A folder whose files and snapshots a test changes, and what the editor was told to ask for again. */
function folder() {
  const now = { snapshots: [snapshot(2, 'two'), snapshot(1, 'one')], changes: { one: [change('a')], two: [] as TreeChange[] } };
  const failed: unknown[] = [];
  const fired: (string | undefined)[] = [];
  const tree = new SnapshotTree(
    {
      list: async () => ({ root: '/work', snapshots: structuredClone(now.snapshots) }),
      changes: async (id) => structuredClone(now.changes[id.startsWith('snap_1') ? 'one' : 'two']),
    },
    (error) => failed.push(error),
  );
  tree.onDidChangeTreeData((node) => fired.push(node === undefined ? 'all' : node.kind === 'snapshot' ? node.snapshot.id : node.kind));
  return { failed, fired, now, tree };
}

const paths = (nodes: readonly Node[]) => nodes.map((node) => (node.kind === 'file' ? node.change.path : node.kind));

describe('the view of snapshots, looking again', () => {
  it('asks the editor for no row where everything is as before', async () => {
    const { fired, tree } = folder();
    const rows = await tree.getChildren();
    await tree.refresh();
    fired.length = 0;
    await tree.refresh();
    expect(fired).toEqual([]);
    // The editor knows a row by its object.
    expect((await tree.getChildren())[0]).toBe(rows[0]);
  });

  it('tells of the row whose files differ now, and answers with what it showed until then', async () => {
    const { failed, fired, now, tree } = folder();
    const [, first] = await tree.getChildren();
    await tree.refresh();
    fired.length = 0;
    now.changes.one = [change('a'), change('b')];
    const looking = tree.refresh();
    expect(paths(await tree.getChildren(first))).toEqual(['a']);
    await looking;
    expect(fired).toEqual(['snap_1_3fa9c1']);
    expect(paths(await tree.getChildren(first))).toEqual(['a', 'b']);
    expect(failed).toEqual([]);
  });

  it('keeps what a later look saw where the answer for an opened row comes after it', async () => {
    const answers: ((changes: readonly TreeChange[]) => void)[] = [];
    const tree = new SnapshotTree(
      {
        list: async () => ({ root: '/work', snapshots: [snapshot(1, 'one')] }),
        changes: () => new Promise((settle) => answers.push(settle)),
      },
      () => undefined,
    );
    const [first] = await tree.getChildren();
    const opened = tree.getChildren(first);
    const looking = tree.refresh();
    await vi.waitFor(() => expect(answers).toHaveLength(3));
    answers[2]?.([change('a'), change('b')]);
    await looking;
    answers[0]?.([]);
    answers[1]?.([change('a')]);
    await opened;
    expect(paths(await tree.getChildren(first))).toEqual(['a', 'b']);
  });

  it('tells of all rows where there is a new snapshot, and keeps the others', async () => {
    const { fired, now, tree } = folder();
    const [second, first] = await tree.getChildren();
    await tree.refresh();
    fired.length = 0;
    now.snapshots = [snapshot(3, 'two'), ...now.snapshots];
    await tree.refresh();
    expect(fired).toEqual(['all']);
    const rows = await tree.getChildren();
    expect(rows).toHaveLength(3);
    expect(rows[1]).toBe(second);
    expect(rows[2]).toBe(first);
  });

  it("has what restores have taken below the person's own, in one row", async () => {
    const { fired, now, tree } = folder();
    const safety = (sequence: number): Snapshot => ({ ...snapshot(sequence, 'two'), kind: 'safety' });
    now.snapshots = [safety(5), snapshot(4, 'two'), safety(3), ...now.snapshots];
    const rows = await tree.getChildren();
    expect(rows.map((node) => (node.kind === 'snapshot' ? node.snapshot.sequence : node.kind))).toEqual([4, 2, 1, 'group']);
    const group = rows.at(-1);
    const inner = await tree.getChildren(group);
    expect(inner.map((node) => (node.kind === 'snapshot' ? node.snapshot.sequence : node.kind))).toEqual([5, 3]);
    expect(inner.map((node) => tree.getParent(node))).toEqual([group, group]);
    await tree.refresh();
    fired.length = 0;
    now.snapshots = [safety(6), ...now.snapshots];
    await tree.refresh();
    expect(fired).toEqual(['all']);
    expect((await tree.getChildren()).at(-1)).toBe(group);
  });

  it('forgets everything with the folder', async () => {
    const { fired, now, tree } = folder();
    await tree.getChildren();
    now.snapshots = [snapshot(1, 'one')];
    tree.clear();
    expect(fired.at(-1)).toBe('all');
    expect(await tree.getChildren()).toHaveLength(1);
  });
});

describe('the view of learnings, looking again', () => {
  const nothing: Known = { open: [], learnings: [], archived: [], violations: [], faults: [] };

  it('asks the editor for rows only where something is different', async () => {
    let known: Known | undefined = nothing;
    let fired = 0;
    const tree = new LearningTree(async () => structuredClone(known));
    tree.onDidChangeTreeData(() => fired++);
    expect(await tree.getChildren()).toEqual([]);
    await tree.refresh();
    expect(fired).toBe(0);
    known = { ...nothing, violations: [{ type: 'no-tests', count: 1 } as unknown as Known['violations'][number]] };
    await tree.refresh();
    expect(fired).toBe(1);
    expect(await tree.getChildren()).toMatchObject([{ group: 'violations' }]);
    known = undefined;
    await tree.refresh();
    expect(await tree.getChildren()).toEqual([]);
  });
});
