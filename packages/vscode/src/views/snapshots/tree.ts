import { isDeepStrictEqual } from 'node:util';
import { EventEmitter, ThemeIcon, TreeItem, TreeItemCollapsibleState, type Event, type TreeDataProvider } from 'vscode';
import { core, type Snapshot, type TreeChange, type Words } from '../../core.ts';
import type { Listed } from '../../bench/calls.ts';
import { itemOf } from '../row-item.ts';
import type { FileNode, GroupNode, Node, SnapshotNode } from './nodes.ts';
import { changeRow, snapshotRow } from './rows.ts';

/** Files listed below one snapshot; a longer list is not readable. */
const maxFiles = 500;
/** Snapshots whose changed files are counted before they are opened. */
const maxCounted = 20;

export interface SnapshotSource {
  /** `undefined` where there are none to list: `problem` of the view says why. */
  list(): Promise<Listed | undefined>;
  changes(from: string, signal?: AbortSignal): Promise<readonly TreeChange[]>;
}

/**
 * The snapshots of the workspace, newest first; below each the files that differ from now. Looking again changes only rows that say something else
 * afterwards, once that is known: the editor forgets the rows it asks for again, and a menu that is open on one would lose it.
 */
export class SnapshotTree implements TreeDataProvider<Node> {
  readonly onDidChangeTreeData: Event<Node | undefined>;
  readonly #changed = new EventEmitter<Node | undefined>();
  readonly #source: SnapshotSource;
  readonly #failed: (error: unknown) => void;
  /** `undefined` until the editor asks for them. */
  #shown: readonly SnapshotNode[] | undefined;
  /** By the root of the tree: equal snapshots differ in equal files. */
  readonly #changes = new Map<string, readonly TreeChange[]>();
  #looking = new AbortController();
  #words: Words | undefined;

  constructor(source: SnapshotSource, failed: (error: unknown) => void) {
    this.#source = source;
    this.#failed = failed;
    this.onDidChangeTreeData = this.#changed.event;
  }

  /** Looks for snapshots and for changed files again. */
  async refresh(): Promise<void> {
    const before = this.#shown;
    if (before === undefined) return this.#changed.fire(undefined);
    const { signal } = this.#lookAgain();
    const now = nodesOf((await this.#source.list())?.snapshots ?? [], before);
    if (signal.aborted) return;
    this.#shown = now;
    if (now.length !== before.length || now.some((node, at) => node !== before[at])) this.#changed.fire(undefined);
    await this.#compare(now, signal);
  }

  /** Another folder: nothing that was shown counts. */
  clear(): void {
    this.#lookAgain();
    this.#shown = undefined;
    this.#changes.clear();
    this.#changed.fire(undefined);
  }

  /** The same rows: what they say of the time has changed. */
  retell(): void {
    for (const node of this.#shown ?? []) this.#changed.fire(node);
  }

  dispose(): void {
    this.#looking.abort();
    this.#changed.dispose();
  }

  async getChildren(node?: Node): Promise<Node[]> {
    this.#words ??= await core.system();
    const shown = this.#shown ?? (await this.#first());
    if (node === undefined) return [...shown.filter(isOwn), ...(shown.every(isOwn) ? [] : [beforeRestores])];
    if (node.kind === 'group') return shown.filter((each) => !isOwn(each));
    return node.kind === 'snapshot' ? this.#files(node.snapshot) : [];
  }

  getParent(node: Node): Node | undefined {
    if (node.kind === 'file') return this.#shown?.find(({ snapshot }) => snapshot.id === node.snapshot.id);
    return node.kind === 'snapshot' && !isOwn(node) ? beforeRestores : undefined;
  }

  getTreeItem(node: Node): TreeItem {
    if (node.kind === 'note' || this.#words === undefined) return new TreeItem(node.kind === 'note' ? node.text : '');
    if (node.kind === 'file') {
      const item = itemOf(changeRow(node.change, node.snapshot.id, this.#words), TreeItemCollapsibleState.None);
      item.id = `${node.snapshot.id}/${node.change.path}`;
      item.contextValue = 'snapFile';
      item.command = { command: 'snap.openSnapshotDiff', title: 'Compare with Now', arguments: [node] };
      return item;
    }
    if (node.kind === 'group') return groupItem(this.#shown?.filter((each) => !isOwn(each)).length ?? 0);
    const { snapshot } = node;
    const item = itemOf(
      snapshotRow(snapshot, this.#changes.get(snapshot.root)?.length, new Date(), this.#words),
      TreeItemCollapsibleState.Collapsed,
    );
    item.id = snapshot.id;
    item.contextValue = 'snapSnapshot';
    return item;
  }

  async #first(): Promise<readonly SnapshotNode[]> {
    const { signal } = this.#lookAgain();
    const nodes = nodesOf((await this.#source.list())?.snapshots ?? [], []);
    if (signal.aborted) return this.#shown ?? [];
    this.#shown = nodes;
    void this.#compare(nodes, signal);
    return nodes;
  }

  async #files(snapshot: Snapshot): Promise<Node[]> {
    const { signal } = this.#looking;
    let changes = this.#changes.get(snapshot.root);
    if (changes === undefined) {
      changes = await this.#source.changes(snapshot.id);
      // What was seen by a later look is newer, and another folder has other files.
      if (!signal.aborted) this.#changes.set(snapshot.root, changes);
    }
    if (changes.length === 0) return [{ kind: 'note', text: 'Nothing has changed since.' }];
    const files = changes.slice(0, maxFiles).map((change): FileNode => ({ kind: 'file', snapshot, change }));
    const more = changes.length - files.length;
    return more === 0 ? files : [...files, { kind: 'note', text: `and ${more} more; a restore lists them all` }];
  }

  #lookAgain(): AbortController {
    this.#looking.abort();
    return (this.#looking = new AbortController());
  }

  /** One after the other, in the background, the newest first; what is found is shown at once. */
  async #compare(nodes: readonly SnapshotNode[], signal: AbortSignal): Promise<void> {
    const compared = new Set<string>();
    try {
      for (const [at, { snapshot }] of nodes.entries()) {
        const { id, root } = snapshot;
        const before = this.#changes.get(root);
        if (compared.has(root) || (at >= maxCounted && before === undefined)) continue;
        compared.add(root);
        const now = await this.#source.changes(id, signal);
        if (signal.aborted) return;
        if (isDeepStrictEqual(now, before)) continue;
        this.#changes.set(root, now);
        for (const node of nodes) if (node.snapshot.root === root) this.#changed.fire(node);
      }
    } catch (error) {
      // A later look compares again.
      if (!signal.aborted) this.#failed(error);
    }
  }
}

/** One object, because the editor knows a row by it. */
const beforeRestores: GroupNode = { kind: 'group' };

function isOwn({ snapshot }: SnapshotNode): boolean {
  return snapshot.kind !== 'safety';
}

function groupItem(count: number): TreeItem {
  const item = new TreeItem('Before restores', TreeItemCollapsibleState.Collapsed);
  item.id = 'before-restores';
  item.description = String(count);
  item.iconPath = new ThemeIcon('history');
  item.tooltip = 'The files as they were before each restore. "Undo Last Restore" brings the newest back.';
  item.accessibilityInformation = { label: `Before restores, ${count}` };
  return item;
}

/** A row for each; the one it had before where the snapshot is the same, because the editor knows a row by its object. */
function nodesOf(snapshots: readonly Snapshot[], before: readonly SnapshotNode[]): readonly SnapshotNode[] {
  const known = new Map(before.map((node) => [node.snapshot.id, node]));
  return snapshots.map((snapshot) => {
    const node = known.get(snapshot.id);
    return node !== undefined && isDeepStrictEqual(node.snapshot, snapshot) ? node : { kind: 'snapshot', snapshot };
  });
}
