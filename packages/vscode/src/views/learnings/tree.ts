import { isDeepStrictEqual } from 'node:util';
import { EventEmitter, ThemeIcon, TreeItem, TreeItemCollapsibleState, type Event, type TreeDataProvider } from 'vscode';
import { core, type Learning, type Task, type ViolationType, type Words } from '../../core.ts';
import type { Known } from '../../bench/calls.ts';
import { itemOf } from '../row-item.ts';
import { learningRow, taskRow, violationRow } from './rows.ts';

type Group = 'tasks' | 'learnings' | 'violations' | 'archived';
export type LearningNode = { readonly kind: 'learning'; readonly learning: Learning };
export type Node =
  | LearningNode
  | { readonly kind: 'group'; readonly group: Group; readonly nodes: readonly Node[] }
  | { readonly kind: 'task'; readonly task: Task; readonly isDead: boolean }
  | { readonly kind: 'violation'; readonly type: ViolationType };

const groups: Readonly<Record<Group, { readonly one: string; readonly many: string; readonly icon: string }>> = {
  tasks: { one: 'open task', many: 'open tasks', icon: 'tasklist' },
  learnings: { one: 'learning', many: 'learnings', icon: 'lightbulb' },
  violations: { one: 'kind of violation', many: 'kinds of violations', icon: 'warning' },
  archived: { one: 'archived learning', many: 'archived learnings', icon: 'archive' },
};

/**
 * What is worked on and what is known: the open task, learnings, violations. Groups without a row are not shown. As in the view of snapshots, rows are
 * asked for again only once it is known that they say something else.
 */
export class LearningTree implements TreeDataProvider<Node> {
  readonly onDidChangeTreeData: Event<undefined>;
  readonly #changed = new EventEmitter<undefined>();
  readonly #known: () => Promise<Known | undefined>;
  /** `undefined` until the editor asks for it. */
  #shown: Known | 'nothing' | undefined;
  #looks = 0;
  #words: Words | undefined;

  constructor(known: () => Promise<Known | undefined>) {
    this.#known = known;
    this.onDidChangeTreeData = this.#changed.event;
  }

  /** Looks again. */
  async refresh(): Promise<void> {
    if (this.#shown === undefined) return this.#changed.fire(undefined);
    if (await this.#look()) this.#changed.fire(undefined);
  }

  /** Another folder: nothing that was shown counts. */
  clear(): void {
    this.#looks++;
    this.#shown = undefined;
    this.#changed.fire(undefined);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async getChildren(node?: Node): Promise<Node[]> {
    this.#words ??= await core.system();
    if (node !== undefined) return node.kind === 'group' ? [...node.nodes] : [];
    if (this.#shown === undefined) await this.#look();
    return this.#shown === undefined || this.#shown === 'nothing' ? [] : groupsOf(this.#shown);
  }

  /** @returns whether what is shown is another now; the newest look counts. */
  async #look(): Promise<boolean> {
    const look = ++this.#looks;
    const known = (await this.#known()) ?? 'nothing';
    if (look !== this.#looks || isDeepStrictEqual(known, this.#shown)) return false;
    this.#shown = known;
    return true;
  }

  getTreeItem(node: Node): TreeItem {
    const words = this.#words;
    if (words === undefined) return new TreeItem('');
    const now = new Date();
    const { None } = TreeItemCollapsibleState;
    switch (node.kind) {
      case 'group':
        return groupItem(node.group, node.nodes.length, words);
      case 'task':
        return itemOf(taskRow(node, now, words), None);
      case 'violation':
        return itemOf(violationRow(node.type, words), None);
      case 'learning': {
        const { learning } = node;
        const item = itemOf(learningRow(learning, words), None);
        item.id = learning.id;
        item.contextValue = learning.uses.isWithheld
          ? 'snapLearningWithheld'
          : learning.state === 'archived'
            ? 'snapLearningArchived'
            : 'snapLearning';
        item.command = { command: 'snap.showLearning', title: 'Show Learning', arguments: [node] };
        return item;
      }
      default:
        return node satisfies never;
    }
  }
}

function groupsOf({ archived, learnings, open, violations }: Known): Node[] {
  const all: readonly { readonly group: Group; readonly nodes: readonly Node[] }[] = [
    { group: 'tasks', nodes: open.map(({ isDead, task }) => ({ kind: 'task', task, isDead })) },
    { group: 'learnings', nodes: learnings.map((learning) => ({ kind: 'learning', learning })) },
    { group: 'violations', nodes: violations.map((type) => ({ kind: 'violation', type })) },
    { group: 'archived', nodes: archived.map((learning) => ({ kind: 'learning', learning })) },
  ];
  return all.filter(({ nodes }) => nodes.length > 0).map((each) => ({ kind: 'group', ...each }));
}

function groupItem(group: Group, number: number, { count }: Words): TreeItem {
  const { icon, many, one } = groups[group];
  const label = count(number, one, many);
  const item = new TreeItem(label, group === 'archived' ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.Expanded);
  item.id = group;
  item.iconPath = new ThemeIcon(icon);
  item.accessibilityInformation = { label };
  return item;
}

/** What a command was called on; `undefined` from the palette. */
export function learningIn(given: unknown): Learning | undefined {
  return isLearningNode(given) ? given.learning : undefined;
}

/** The editor gives commands of a view its own rows back. */
function isLearningNode(given: unknown): given is LearningNode {
  return typeof given === 'object' && given !== null && 'kind' in given && given.kind === 'learning' && 'learning' in given;
}
