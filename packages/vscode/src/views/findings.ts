import {
  commands,
  EventEmitter,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  Uri,
  window,
  Range,
  Selection,
  workspace,
  type Disposable,
} from 'vscode';
import type { Checkup, ConfigFinding } from '../core.ts';
import type { Desk } from '../desk.ts';
import { examinerOf } from '../problems/examiner.ts';
import { explain } from '../problems/explain.ts';
import { fixFinding } from '../problems/fix.ts';
import { fixTitle } from '../problems/fix-title.ts';
import { rangeOf } from '../problems/range.ts';
import { toldErrors } from '../tell-error.ts';
import { countsText, findingGroups, type FindingGroup } from './finding-groups.ts';

type Node = { readonly kind: 'group'; readonly group: FindingGroup } | { readonly kind: 'finding'; readonly finding: ConfigFinding };

const looks = {
  error: { icon: 'error', color: 'problemsErrorIcon.foreground', word: 'Error' },
  warning: { icon: 'warning', color: 'problemsWarningIcon.foreground', word: 'Warning' },
  info: { icon: 'info', color: 'problemsInfoIcon.foreground', word: 'Note' },
} as const;

/** The view of findings by assistant, and the commands of its rows. */
export function registerFindingsView(desk: Desk): Disposable {
  const examiner = examinerOf(desk);
  const changed = new EventEmitter<void>();
  const view = window.createTreeView<Node>('snap.findings', {
    showCollapseAll: true,
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren(node) {
        if (node === undefined) return findingGroups(examiner.last?.findings ?? []).map((group) => ({ kind: 'group', group }));
        return node.kind === 'group' ? node.group.findings.map((finding) => ({ kind: 'finding', finding })) : [];
      },
      getTreeItem: (node) => (node.kind === 'group' ? groupItem(node.group) : findingItem(node.finding)),
    },
  });
  const show = ({ findings }: Checkup): void => {
    changed.fire();
    const errors = findings.filter(({ severity }) => severity === 'error').length;
    view.badge = errors === 0 ? undefined : { value: errors, tooltip: `${countsText(findings)} in the MCP configuration` };
    void commands.executeCommand('setContext', 'snap.findings.state', findings.length === 0 ? 'none' : 'some');
  };
  const own = [
    commands.registerCommand('snap.findings.refresh', () =>
      toldErrors(desk, async () => {
        await window.withProgress({ location: { viewId: 'snap.findings' } }, () => examiner.examine('none'));
      }),
    ),
    commands.registerCommand('snap.findings.open', (finding: ConfigFinding) => toldErrors(desk, () => openFinding(finding, examiner.last))),
    commands.registerCommand('snap.findings.fix', (which: Node | string) => {
      const fingerprint = typeof which === 'string' ? which : which.kind === 'finding' ? which.finding.fingerprint : undefined;
      return fingerprint === undefined ? undefined : toldErrors(desk, () => fixFinding(desk, fingerprint));
    }),
    commands.registerCommand('snap.findings.explain', (which: Node | string) => {
      const id = typeof which === 'string' ? which : which.kind === 'finding' ? which.finding.id : undefined;
      return id === undefined ? undefined : explain(id);
    }),
  ];
  const listening = examiner.onDidChange(show);
  if (examiner.last !== undefined) show(examiner.last);
  return {
    dispose() {
      for (const each of [view, changed, listening, ...own]) each.dispose();
    },
  };
}

function groupItem({ findings, name }: FindingGroup): TreeItem {
  const hasProblem = findings.some(({ severity }) => severity !== 'info');
  const item = new TreeItem(name, hasProblem ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed);
  item.description = countsText(findings);
  item.accessibilityInformation = { label: `${name}: ${countsText(findings)}` };
  item.contextValue = 'assistant';
  return item;
}

function findingItem(finding: ConfigFinding): TreeItem {
  const { fix, hint, id, message, path, server, severity } = finding;
  const { color, icon, word } = looks[severity];
  const item = new TreeItem(message, TreeItemCollapsibleState.None);
  const at = placeOf(finding);
  item.description = [server ?? '', at].filter((part) => part !== '').join('  ');
  item.iconPath = new ThemeIcon(icon, new ThemeColor(color));
  item.tooltip = [
    `${word}: ${id}`,
    message,
    ...(hint === undefined ? [] : [hint]),
    ...(fix === undefined ? [] : [`Fix: ${fixTitle(fix)}`]),
    ...(path === undefined ? [] : [path]),
  ].join('\n');
  item.accessibilityInformation = {
    label: `${word}: ${message}${at === '' ? '' : `, in ${at}`}${fix === undefined ? '' : ', can be fixed'}`,
  };
  item.contextValue = fix === undefined ? 'finding' : 'finding.fixable';
  item.command =
    path === undefined
      ? { command: 'snap.findings.explain', title: 'Show Explanation', arguments: [id] }
      : { command: 'snap.findings.open', title: 'Open', arguments: [finding] };
  return item;
}

function placeOf({ line, path }: ConfigFinding): string {
  if (path === undefined) return '';
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return line === undefined ? name : `${name}:${line}`;
}

/** At its place; the page on it where the file is not there. */
async function openFinding(finding: ConfigFinding, last: Checkup | undefined): Promise<void> {
  const { id, path } = finding;
  const isThere = path !== undefined && last?.setup.facts.contents.get(path) !== undefined;
  if (!isThere) return explain(id);
  const editor = await window.showTextDocument(await workspace.openTextDocument(Uri.file(path)), { preview: true });
  const { from, line, to } = rangeOf(finding, editor.document.getText());
  editor.selection = new Selection(line, from, line, to);
  editor.revealRange(new Range(line, from, line, to));
}
