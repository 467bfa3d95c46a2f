import {
  TabInputCustom,
  TabInputNotebook,
  TabInputNotebookDiff,
  TabInputText,
  TabInputTextDiff,
  type Uri,
  window,
  workspace,
} from 'vscode';
import { fileUri } from './desk.ts';

/** Files that are open in the editor with edits that are not saved. */
export function unsavedFiles(): readonly Uri[] {
  const found = new Map<string, Uri>();
  const add = (uri: Uri | undefined): void => {
    if (uri?.scheme === 'file') found.set(uri.fsPath, uri);
  };
  for (const { isDirty, uri } of workspace.textDocuments) if (isDirty) add(uri);
  for (const { isDirty, uri } of workspace.notebookDocuments) if (isDirty) add(uri);
  for (const { isDirty, input } of window.tabGroups.all.flatMap(({ tabs }) => tabs)) if (isDirty) add(uriOf(input));
  return [...found.values()];
}

function uriOf(input: unknown): Uri | undefined {
  if (input instanceof TabInputText || input instanceof TabInputCustom || input instanceof TabInputNotebook) return input.uri;
  if (input instanceof TabInputTextDiff || input instanceof TabInputNotebookDiff) return input.modified;
  return undefined;
}

/** Those of the paths that have edits that are not saved. */
export function unsavedAmong(folder: string, paths: readonly string[]): readonly { readonly path: string; readonly uri: Uri }[] {
  const unsaved = new Map(unsavedFiles().map((uri) => [uri.fsPath, uri]));
  return paths.flatMap((path) => {
    const uri = unsaved.get(fileUri(folder, path).fsPath);
    return uri === undefined ? [] : [{ path, uri }];
  });
}
