import { Uri } from 'vscode';

/** A path as the editor gives it back for an open file: on Windows with the letter of the drive in lower case. */
export function editorPath(path: string): string {
  return Uri.file(path).fsPath;
}
