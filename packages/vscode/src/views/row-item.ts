import { ThemeColor, ThemeIcon, TreeItem, type TreeItemCollapsibleState } from 'vscode';
import type { Row } from './row.ts';

/** A row as the editor takes it. Its texts are plain: what they say comes from file names and messages of others. */
export function itemOf({ color, description, icon, label, spoken, tooltip }: Row, state: TreeItemCollapsibleState): TreeItem {
  const item = new TreeItem(label, state);
  item.description = description;
  item.tooltip = tooltip;
  item.iconPath = new ThemeIcon(icon, color === undefined ? undefined : new ThemeColor(color));
  item.accessibilityInformation = { label: spoken };
  return item;
}
