import { commands, window, workspace, type Uri } from 'vscode';

/** Opens a page of Markdown as it is read; as its text in an editor that has no preview of Markdown. */
export async function showRendered(uri: Uri): Promise<void> {
  const document = await workspace.openTextDocument(uri);
  try {
    await commands.executeCommand('markdown.showPreview', uri);
  } catch {
    // The extension of the editor that shows it can be turned off.
    await window.showTextDocument(document, { preview: false });
  }
}
