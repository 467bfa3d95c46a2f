import { EventEmitter, TreeItem, TreeItemCollapsibleState, type Event, type TreeDataProvider } from 'vscode';
import { core, type Snapshot, type TreeChange, type Words } from '../../core.ts';
import type { Listed } from '../../bench/calls.ts';
import { itemOf } from '../row-item.ts';
import type { FileNode, Node, SnapshotNode } from './nodes.ts';
import { changeRow, snapshotRow } from './rows.ts';

/** Files listed below one snapshot; a longer list is not readable. */
const maxFiles = 500;
/** Snapshots whose changed files are counted without being opened. */
const maxCounted = 20;

export interface SnapshotSource {
  /** `undefined` where there are none to list: `problem` of the view says why. */
  list(): Promise<Listed | undefined>;
  changes(from: string, signal?: AbortSignal): Promise<readonly TreeChange[]>;
}

/** The snapshots of the workspace, newest first; below each the files that differ from now. */
export class SnapshotTree implements TreeDataProvider<Node> {
  readonly onDidChangeTreeData: Event<Node | undefined>;
  readonly #changed = new EventEmitter<Node | undefined>();
  readonly #source: SnapshotSource;
  readonly #failed: (error: unknown) => void;
  /** By the root of the tree: equal snapshots differ in equal files. */
  #changes = new Map<string, Promise<readonly TreeChange[]>>();
  #counts = new Map<string, number>();
  #counting: AbortController | undefined;
  #shown: readonly SnapshotNode[] = [];
  #words: Words | undefined;

  constructor(source: SnapshotSource, failed: (error: unknown) => void) {
    this.#source = source;
    this.#failed = failed;
    this.onDidChangeTreeData = this.#changed.event;
  }

  /** Everything again. */
  refresh(): void {
    this.#counting?.abort();
    this.#changes = new Map();
    this.#changed.fire(undefined);
  }

  /** The same rows: what they say of the time has changed. */
  retell(): void {
    for (const node of this.#shown) this.#changed.fire(node);
  }

  dispose(): void {
    this.#counting?.abort();
    this.#changed.dispose();
  }

  async getChildren(node?: Node): Promise<Node[]> {
    this.#words ??= await core.system();
    if (node === undefined) return this.#roots();
    return node.kind === 'snapshot' ? this.#files(node.snapshot) : [];
  }

  getParent(node: Node): Node | undefined {
    return node.kind === 'file' ? this.#shown.find(({ snapshot }) => snapshot.id === node.snapshot.id) : undefined;
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
    const { snapshot } = node;
    const item = itemOf(
      snapshotRow(snapshot, this.#counts.get(snapshot.root), new Date(), this.#words),
      TreeItemCollapsibleState.Collapsed,
    );
    item.id = snapshot.id;
    item.contextValue = 'snapSnapshot';
    return item;
  }

  async #roots(): Promise<Node[]> {
    const listed = await this.#source.list();
    this.#shown = (listed?.snapshots ?? []).map((snapshot) => ({ kind: 'snapshot', snapshot }));
    void this.#count();
    return [...this.#shown];
  }

  async #files(snapshot: Snapshot): Promise<Node[]> {
    const changes = await this.#changesOf(snapshot);
    if (changes.length === 0) return [{ kind: 'note', text: 'Nothing has changed since.' }];
    const files = changes.slice(0, maxFiles).map((change): FileNode => ({ kind: 'file', snapshot, change }));
    const more = changes.length - files.length;
    return more === 0 ? files : [...files, { kind: 'note', text: `and ${more} more; a restore lists them all` }];
  }

  async #changesOf(snapshot: Snapshot, signal?: AbortSignal): Promise<readonly TreeChange[]> {
    const { id, root } = snapshot;
    const known = this.#changes.get(root);
    if (known !== undefined) return known;
    const asked = this.#source.changes(id, signal);
    const changes = this.#changes;
    changes.set(root, asked);
    // After a failure the next caller asks again.
    asked.catch(() => changes.delete(root));
    const found = await asked;
    if (changes === this.#changes) this.#counts.set(root, found.length);
    return found;
  }

  /** One after the other, in the background, the newest first; what was counted is shown at once. */
  async #count(): Promise<void> {
    this.#counting?.abort();
    const stop = new AbortController();
    this.#counting = stop;
    try {
      for (const node of this.#shown.slice(0, maxCounted)) {
        const before = this.#counts.get(node.snapshot.root);
        const { length } = await this.#changesOf(node.snapshot, stop.signal);
        if (stop.signal.aborted) return;
        if (length !== before) this.#changed.fire(node);
      }
    } catch (error) {
      // A later refresh counts again.
      if (!stop.signal.aborted) this.#failed(error);
    }
  }
}
